-- What waits or runs of an organization, in order of time, the first of each mode. By the index alone: how many wait changes faster than anybody
-- counts, and a planner that expects few sorts them all for every page. Of those of `p_modes`, behind `p_at` and
-- `p_id` where they are given, from `p_from` until before `p_to`; with `p_unscored` those without a score only.
create function open_scans(
  p_org_id text, p_modes text[], p_newest_first boolean, p_at timestamptz, p_id uuid, p_from timestamptz, p_to timestamptz, p_unscored boolean,
  p_most integer
) returns setof scans language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  v_mode text;
  v_at timestamptz := coalesce(p_at, case when p_newest_first then 'infinity' else '-infinity' end::timestamptz);
  v_id uuid := coalesce(p_id, '00000000-0000-0000-0000-000000000000');
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
begin
  foreach v_mode in array p_modes loop
    if p_newest_first then
      return query
        select s.* from scans s
         where s.org_id = p_org_id and s.scan_mode = v_mode and s.status = 'processing' and (s.created_at, s.scan_id) < (v_at, v_id)
           and s.created_at >= v_from and s.created_at < v_to and (not p_unscored or s.risk_score is null)
         order by s.created_at desc, s.scan_id desc limit p_most;
    else
      return query
        select s.* from scans s
         where s.org_id = p_org_id and s.scan_mode = v_mode and s.status = 'processing' and (s.created_at, s.scan_id) > (v_at, v_id)
           and s.created_at >= v_from and s.created_at < v_to and (not p_unscored or s.risk_score is null)
         order by s.created_at, s.scan_id limit p_most;
    end if;
  end loop;
end $$;
