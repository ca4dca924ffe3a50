-- Attempts that end together are written down by one statement: each with what it makes of its delivery, its scan and its address. The arguments
-- are of one length, an entry of each for an attempt, in the order in which they ended; no delivery is named twice. Gives the deliveries that are
-- still there: of the others nothing is written down. Rows are locked scans first, then deliveries, then addresses, each in the order of their
-- keys, so that two such statements never wait for each other.
create function record_attempts(
  p_delivery_ids text[], p_attempts integer[], p_triggers text[], p_started_at timestamptz[], p_durations_ms integer[],
  p_status_codes integer[], p_errors text[], p_details text[], p_response_bodies text[], p_remote_ips text[],
  p_request_headers text[], p_response_headers text[], p_statuses text[], p_reasons text[], p_next_in_seconds float8[],
  p_healths text[], p_disable_reasons text[]
) returns setof text language plpgsql as $$
declare
  v_ids text[];
  v_endpoint record;
begin
  -- What the record of a scan says of its webhook is about the events that say how it ended.
  perform from scans s
    where s.scan_id = any (array(
      select d.scan_id from webhook_deliveries d
       where d.delivery_id = any (p_delivery_ids) and d.event_type in ('scan.completed', 'scan.failed')))
    order by s.scan_id for no key update;
  v_ids := array(
    select d.delivery_id from webhook_deliveries d where d.delivery_id = any (p_delivery_ids) order by d.delivery_id for update);

  insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error, detail, response_body,
                                remote_ip, request_headers, response_headers)
    select a.delivery_id, a.attempt, a.trigger, a.started_at, a.duration_ms, a.status_code, a.error, a.detail, a.response_body,
           a.remote_ip, a.request_headers::json, a.response_headers::json
      from unnest(p_delivery_ids, p_attempts, p_triggers, p_started_at, p_durations_ms, p_status_codes, p_errors, p_details,
                  p_response_bodies, p_remote_ips, p_request_headers, p_response_headers)
           as a (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error, detail, response_body, remote_ip,
                 request_headers, response_headers)
     where a.delivery_id = any (v_ids)
    on conflict do nothing;

  update webhook_deliveries d
     set status = case when d.status = 'delivered' then d.status else a.status end,
         attempt_count = greatest(d.attempt_count, a.attempt),
         reason = case when d.status = 'delivered' then null else a.reason end,
         next_attempt_at = case when d.status = 'delivered' then null
                                else clock_timestamp() + make_interval(secs => a.next_in_seconds) end,
         delivered_at = case when a.status = 'delivered' then coalesce(d.delivered_at, clock_timestamp()) else d.delivered_at end
    from unnest(p_delivery_ids, p_attempts, p_statuses, p_reasons, p_next_in_seconds)
         as a (delivery_id, attempt, status, reason, next_in_seconds)
   where d.delivery_id = any (v_ids) and d.delivery_id = a.delivery_id;

  -- The first success counts.
  update scans s set webhook_delivered_at = clock_timestamp()
    from unnest(p_delivery_ids, p_statuses) as a (delivery_id, status)
    join webhook_deliveries d using (delivery_id)
   where a.status = 'delivered' and d.event_type in ('scan.completed', 'scan.failed')
     and s.scan_id = d.scan_id and s.webhook_delivered_at is null;

  -- Most addresses are well: nothing is written for them.
  for v_endpoint in
    select d.org_id, d.url, a.health, a.disable_reason
      from unnest(p_delivery_ids, p_healths, p_disable_reasons) with ordinality as a (delivery_id, health, disable_reason, place)
      join webhook_deliveries d using (delivery_id)
     where a.health is not null
       and ('failing' = any (p_healths)
            or exists (select from webhook_endpoints e where e.org_id = d.org_id and e.url = d.url))
     order by d.org_id, d.url, a.place
  loop
    if v_endpoint.health = 'well' then
      delete from webhook_endpoints e where e.org_id = v_endpoint.org_id and e.url = v_endpoint.url;
    else
      perform mark_endpoint_failing(v_endpoint.org_id, v_endpoint.url, v_endpoint.disable_reason);
    end if;
  end loop;
  return query select unnest(v_ids);
end $$;

-- Disables an address that has failed for five days on end, or at once when the receiver asks for it.
create function mark_endpoint_failing(p_org_id text, p_url text, p_disable_reason text) returns void language sql as $$
  insert into webhook_endpoints as e (org_id, url, failing_since, failures, disabled_at, disabled_reason)
  values (p_org_id, p_url, clock_timestamp(), 1, case when p_disable_reason is not null then clock_timestamp() end, p_disable_reason)
  on conflict (org_id, url) do update set
    failures = e.failures + 1,
    disabled_at = coalesce(e.disabled_at,
      case when p_disable_reason is not null
             or (e.failing_since < clock_timestamp() - interval '5 days' and e.failures >= 2) then clock_timestamp() end),
    disabled_reason = coalesce(e.disabled_reason, p_disable_reason,
      case when e.failing_since < clock_timestamp() - interval '5 days' and e.failures >= 2 then 'failing_for_five_days' end)
$$;
