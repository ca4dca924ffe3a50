-- What is the same for all scans of a batch is settled once, ids come with it (to make them took a fifth of the statement), and addresses that are fetched
-- as they are written need not come twice. Else as before (0019, 0100); processes of the version before call it without ids.
drop function submit_scans(text, uuid, text, text, json, text[], text[], uuid, bytea);
create function submit_scans(
  p_org_id text, p_batch_id uuid, p_scan_mode text, p_callback_url text, p_metadata json,
  p_profile_urls text[], p_target_urls text[], p_scan_id uuid default null, p_body_hash bytea default null, p_scan_ids uuid[] default null
) returns table (
  granted integer, daily_limit integer, used integer, scan_id uuid, submitted_at timestamptz, scan_concurrency integer
) language plpgsql as $$
declare
  v_requested integer := cardinality(p_profile_urls);
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
  v_trace text := nullif(current_setting('toscan.trace', true), '');
  v_limit integer;
  v_callback text;
  v_used integer;
  v_granted integer := v_requested;
  v_first uuid;
begin
  select s.daily_scan_limit, coalesce(p_callback_url, s.default_callback_url) into v_limit, v_callback
    from org_settings s where s.org_id = p_org_id;
  if not found then return; end if;

  if v_limit is not null then
    loop
      select u.used into v_used from org_daily_usage u where u.org_id = p_org_id and u.day = v_day for update;
      exit when found;
      insert into org_daily_usage (org_id, day, used)
        values (p_org_id, v_day, count_scans_since(p_org_id, v_day::timestamp at time zone 'UTC'))
        on conflict do nothing;
    end loop;
    v_granted := greatest(0, least(v_requested, v_limit - v_used));
    update org_daily_usage u set used = u.used + v_granted where u.org_id = p_org_id and u.day = v_day;
    if v_granted < v_requested then
      update org_settings s set total_scans_dropped = s.total_scans_dropped + v_requested - v_granted
        where s.org_id = p_org_id;
    end if;
  end if;

  if v_granted > 0 then
    if p_batch_id is null then
      v_first := coalesce(p_scan_id, time_ordered_uuid());
      insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, callback_url, metadata, created_at, body_hash, trace)
        values (v_first, p_org_id, p_profile_urls[1], coalesce(p_target_urls[1], p_profile_urls[1]), p_scan_mode, v_callback, p_metadata,
                v_now, p_body_hash, v_trace);
    else
      insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at, body_hash, requested, scan_concurrency)
        select p_batch_id, p_org_id, p_scan_mode, v_granted, v_now, p_body_hash, v_requested, d.scan_concurrency
          from deployment d;
      -- One microsecond apart, so that order of submission is order of creation.
      insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, scan_mode, callback_url, metadata, created_at, trace)
        select coalesce(u.scan_id, time_ordered_uuid()), p_org_id, p_batch_id, u.position, u.profile_url, coalesce(u.target_url, u.profile_url),
               p_scan_mode, v_callback, p_metadata, v_now + (u.position - 1) * interval '1 microsecond', v_trace
          from unnest(p_profile_urls, p_target_urls, p_scan_ids) with ordinality as u (profile_url, target_url, scan_id, position)
         where u.position <= v_granted;
    end if;
    perform pg_notify('toscan_scans', '');
  end if;

  return query select v_granted, v_limit, v_used, v_first, v_now, d.scan_concurrency from deployment d;
end $$;
