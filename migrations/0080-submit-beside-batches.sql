-- The same as before, and with `p_wait` false nobody waits for the day of another: a batch of 10,000 holds its organization's row until it is in, and
-- submissions of others that go in the same statement would wait with those of that organization. Such an organization's have a row without `granted`
-- in the answer, and nothing of them is done: they are to be asked again by themselves. Processes of the version before call the other one.
create function submit_singles(
  p_org_ids text[], p_scan_modes text[], p_callback_urls text[], p_metadata text[], p_profile_urls text[], p_target_urls text[],
  p_traces text[], p_wait boolean
) returns table (
  place bigint, granted integer, daily_limit integer, used integer, scan_id uuid, submitted_at timestamptz, scan_concurrency integer
) language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
  v_org record;
  v_limit integer;
  v_callback text;
  v_used integer;
  v_granted integer;
  v_busy text[] := '{}';
  v_orgs text[] := '{}';
  v_limits integer[] := '{}';
  v_callbacks text[] := '{}';
  v_useds integer[] := '{}';
  v_granteds integer[] := '{}';
begin
  for v_org in
    select o.org_id, count(*)::integer as requested from unnest(p_org_ids) as o (org_id) group by o.org_id order by o.org_id
  loop
    select s.daily_scan_limit, s.default_callback_url into v_limit, v_callback
      from org_settings s where s.org_id = v_org.org_id;
    continue when not found;
    v_granted := v_org.requested;
    v_used := null;
    if v_limit is not null then
      loop
        if p_wait then
          select u.used into v_used from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day for update;
          exit when found;
        else
          select u.used into v_used from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day for update skip locked;
          exit when found;
          exit when exists (select from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day);
        end if;
        insert into org_daily_usage (org_id, day, used)
          select v_org.org_id, v_day, count(*) from scans s
            where s.org_id = v_org.org_id and s.created_at >= v_day::timestamp at time zone 'UTC'
          on conflict do nothing;
      end loop;
      if v_used is null then
        v_busy := v_busy || v_org.org_id;
        continue;
      end if;
      v_granted := greatest(0, least(v_org.requested, v_limit - v_used));
      update org_daily_usage u set used = u.used + v_granted where u.org_id = v_org.org_id and u.day = v_day;
      if v_granted < v_org.requested then
        update org_settings s set total_scans_dropped = s.total_scans_dropped + v_org.requested - v_granted
          where s.org_id = v_org.org_id;
      end if;
    end if;
    v_orgs := v_orgs || v_org.org_id;
    v_limits := v_limits || v_limit;
    v_callbacks := v_callbacks || v_callback;
    v_useds := v_useds || v_used;
    v_granteds := v_granteds || v_granted;
  end loop;

  return query
    with asked as materialized (
      select e.*, o.daily_limit, o.default_callback_url, o.used, o.granted,
             row_number() over (partition by e.org_id order by e.place) as nth, gen_random_uuid() as id
        from unnest(p_org_ids, p_scan_modes, p_callback_urls, p_metadata, p_profile_urls, p_target_urls, p_traces) with ordinality
             as e (org_id, scan_mode, callback_url, metadata, profile_url, target_url, trace, place)
        join unnest(v_orgs, v_limits, v_callbacks, v_useds, v_granteds)
             as o (org_id, daily_limit, default_callback_url, used, granted) using (org_id)
    ),
    -- A microsecond apart, so that order of submission is order of creation.
    added as (
      insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, callback_url, metadata, created_at, trace)
        select a.id, a.org_id, a.profile_url, a.target_url, a.scan_mode, coalesce(a.callback_url, a.default_callback_url),
               a.metadata::json, v_now + (a.place - 1) * interval '1 microsecond', a.trace
          from asked a where a.nth <= a.granted
    )
    select a.place, (a.nth <= a.granted)::integer, a.daily_limit, (a.used + least(a.nth - 1, a.granted))::integer,
           case when a.nth <= a.granted then a.id end, v_now + (a.place - 1) * interval '1 microsecond', d.scan_concurrency
      from asked a, deployment d
    union all
    select e.place, null, null, null, null, null, null from unnest(p_org_ids) with ordinality as e (org_id, place)
     where e.org_id = any (v_busy);
  if exists (select from unnest(v_granteds) as g (granted) where g.granted > 0) then
    perform pg_notify('toscan_scans', '');
  end if;
end $$;
