-- The same as before, told by organization and not by submission: whoever asks brings the ids and says of each submission whose it is (its organization's
-- place among those that are given) and which of theirs (`nth`, from 1), and knows what came of each by how many of its organization were granted. So
-- nothing is joined, numbered or given back row by row. `at_us` is when the first was submitted, in microseconds since 1970; each next is one later.
-- Processes of the version before call the other two.
create function submit_singles(
  p_orgs text[], p_requested integer[], p_wait boolean,
  p_org_places integer[], p_nths integer[], p_ids uuid[], p_scan_modes text[], p_callback_urls text[], p_metadata text[], p_profile_urls text[],
  p_target_urls text[], p_traces text[]
) returns table (
  org_place integer, granted integer, daily_limit integer, used integer, at_us bigint, scan_concurrency integer
) language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
  v_org record;
  v_callback text;
  v_callbacks text[] := array_fill(null::text, array[cardinality(p_orgs)]);
  v_granteds integer[] := array_fill(0, array[cardinality(p_orgs)]);
  v_is_any boolean := false;
begin
  at_us := (extract(epoch from v_now) * 1000000)::bigint;
  select d.scan_concurrency into scan_concurrency from deployment d;
  for v_org in
    select o.org_id, o.requested, o.place::integer as place
      from unnest(p_orgs, p_requested) with ordinality as o (org_id, requested, place) order by o.org_id
  loop
    select s.daily_scan_limit, s.default_callback_url into daily_limit, v_callback
      from org_settings s where s.org_id = v_org.org_id;
    continue when not found;
    org_place := v_org.place;
    granted := v_org.requested;
    used := null;
    if daily_limit is not null then
      loop
        if p_wait then
          select u.used into used from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day for update;
          exit when found;
        else
          select u.used into used from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day for update skip locked;
          exit when found;
          exit when exists (select from org_daily_usage u where u.org_id = v_org.org_id and u.day = v_day);
        end if;
        insert into org_daily_usage (org_id, day, used)
          select v_org.org_id, v_day, count_scans_since(v_org.org_id, v_day::timestamp at time zone 'UTC')
          on conflict do nothing;
      end loop;
      -- Somebody holds the day: nothing of these is done.
      if used is null then
        granted := null;
        return next;
        continue;
      end if;
      granted := greatest(0, least(v_org.requested, daily_limit - used));
      update org_daily_usage u set used = u.used + granted where u.org_id = v_org.org_id and u.day = v_day;
      if granted < v_org.requested then
        update org_settings s set total_scans_dropped = s.total_scans_dropped + v_org.requested - granted
          where s.org_id = v_org.org_id;
      end if;
    end if;
    v_callbacks[v_org.place] := v_callback;
    v_granteds[v_org.place] := granted;
    v_is_any := v_is_any or granted > 0;
    return next;
  end loop;

  if v_is_any then
    -- A microsecond apart, so that order of submission is order of creation.
    insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, callback_url, metadata, created_at, trace)
      select e.id, p_orgs[e.org_place], e.profile_url, e.target_url, e.scan_mode, coalesce(e.callback_url, v_callbacks[e.org_place]),
             e.metadata::json, v_now + (e.place - 1) * interval '1 microsecond', e.trace
        from unnest(p_org_places, p_nths, p_ids, p_scan_modes, p_callback_urls, p_metadata, p_profile_urls, p_target_urls, p_traces)
             with ordinality as e (org_place, nth, id, scan_mode, callback_url, metadata, profile_url, target_url, trace, place)
       where e.nth <= v_granteds[e.org_place];
    perform pg_notify('toscan_scans', '');
  end if;
end $$;
