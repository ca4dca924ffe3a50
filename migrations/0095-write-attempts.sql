-- What `record_attempts` does, at half its cost: whoever sends a delivery has read whose it is, where it goes and which scan it tells of, none of
-- which ever changes, so that nothing is looked up again, and rows are locked by being written. The arguments are of one length, an entry of each
-- for an attempt, in the order in which they ended; no delivery is named twice. `p_scan_ids` are the scans whose end an attempt has told, null
-- where it has not. Gives the deliveries that are still there: of the others nothing is written down. Scans are written before deliveries, and
-- these before addresses, each in the order of their keys, so that two such statements never wait for each other. `record_attempts` stays for processes of before.
create function write_attempts(
  p_delivery_ids text[], p_attempts integer[], p_triggers text[], p_started_at timestamptz[], p_durations_ms integer[],
  p_status_codes integer[], p_errors text[], p_details text[], p_response_bodies text[], p_remote_ips text[],
  p_request_headers text[], p_response_headers text[], p_statuses text[], p_reasons text[], p_next_in_seconds float8[],
  p_healths text[], p_disable_reasons text[], p_scan_ids uuid[], p_org_ids text[], p_urls text[]
) returns setof text language plpgsql as $$
declare
  v_ids text[];
  v_endpoint record;
begin
  -- The first success counts.
  update scans s set webhook_delivered_at = clock_timestamp()
    from (select scan_id from unnest(p_scan_ids) as a (scan_id) where scan_id is not null order by scan_id) a
   where s.scan_id = a.scan_id and s.webhook_delivered_at is null;

  with given as (
    select a.*
      from unnest(p_delivery_ids, p_attempts, p_triggers, p_started_at, p_durations_ms, p_status_codes, p_errors, p_details,
                  p_response_bodies, p_remote_ips, p_request_headers, p_response_headers, p_statuses, p_reasons, p_next_in_seconds)
           as a (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error, detail, response_body, remote_ip,
                 request_headers, response_headers, status, reason, next_in_seconds)
     order by a.delivery_id),
  there as (
    update webhook_deliveries d
       set status = case when d.status = 'delivered' then d.status else a.status end,
           attempt_count = greatest(d.attempt_count, a.attempt),
           reason = case when d.status = 'delivered' then null else a.reason end,
           next_attempt_at = case when d.status = 'delivered' then null
                                  else clock_timestamp() + make_interval(secs => a.next_in_seconds) end,
           delivered_at = case when a.status = 'delivered' then coalesce(d.delivered_at, clock_timestamp()) else d.delivered_at end
      from given a
     where d.delivery_id = a.delivery_id
    returning d.delivery_id),
  written as (
    insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error, detail, response_body,
                                  remote_ip, request_headers, response_headers)
    select a.delivery_id, a.attempt, a.trigger, a.started_at, a.duration_ms, a.status_code, a.error, a.detail, a.response_body,
           a.remote_ip, a.request_headers::json, a.response_headers::json
      from given a join there using (delivery_id)
    on conflict do nothing)
  select array_agg(delivery_id) into v_ids from there;

  -- Most addresses are well: nothing is written for them.
  if 'failing' = any (p_healths)
     or exists (select from (select distinct * from unnest(p_org_ids, p_urls) as a (org_id, url)) a
                  join webhook_endpoints e using (org_id, url)) then
    for v_endpoint in
      select a.org_id, a.url, a.health, a.disable_reason
        from unnest(p_delivery_ids, p_org_ids, p_urls, p_healths, p_disable_reasons) with ordinality
             as a (delivery_id, org_id, url, health, disable_reason, place)
       where a.health is not null and a.delivery_id = any (v_ids)
       order by a.org_id, a.url, a.place
    loop
      if v_endpoint.health = 'well' then
        delete from webhook_endpoints e where e.org_id = v_endpoint.org_id and e.url = v_endpoint.url;
      else
        perform mark_endpoint_failing(v_endpoint.org_id, v_endpoint.url, v_endpoint.disable_reason);
      end if;
    end loop;
  end if;
  return query select unnest(v_ids);
end $$;
