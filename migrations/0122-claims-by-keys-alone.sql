-- Before anybody had counted the scans, as in the first minute of an installation, a claim read every scan three times: joined by their ids, all scans
-- cost as little as the handful that is wanted. And after a rush it went through the heads of all flows, for an index of theirs that is not in the order
-- of time had become the cheaper. Each statement says now what only the index that is meant can answer: heads are in order of time by a value that no
-- other index has, and heads that are looked up by their ids can be read from one index alone.
-- holds: flow_heads
drop index flow_heads_in_order;
drop index flow_heads_of_flow;
create index flow_heads_in_order on flow_heads ((scan_mode || ''), created_at, scan_id);
create index flow_heads_of_flow on flow_heads (org_id, scan_mode, created_at, scan_id);

create or replace function mend_heads(p_heads uuid[]) returns void language plpgsql as $$
begin
  with oldest as materialized (
    select f.ctid as place, o.created_at, o.scan_id,
           o.scan_id is null or exists (
             select from flow_heads l where l.org_id = f.org_id and l.scan_mode = f.scan_mode
                and (l.created_at, l.scan_id, l.head_id) < (f.created_at, f.scan_id, f.head_id)) as is_over
      from flow_heads f
      left join lateral (
        select s.created_at, s.scan_id from scans s
         where s.org_id = f.org_id and s.scan_mode = f.scan_mode and s.status = 'processing' and s.worker_id is null
           and (s.created_at, s.scan_id) >= (f.created_at, f.scan_id)
         order by s.created_at, s.scan_id limit 1) o on true
     where f.head_id = any (p_heads)
  ),
  -- They are the caller's, so nobody moves them meanwhile.
  dropped as (
    delete from flow_heads f using oldest o where f.ctid = o.place and o.is_over
  )
  update flow_heads f set created_at = o.created_at, scan_id = o.scan_id
    from oldest o where f.ctid = o.place and not o.is_over;
end $$;

create or replace function claim_scans(p_worker_id text, p_free integer, p_lease interval)
returns table (
  scan_id uuid, org_id text, profile_url text, target_url text, scan_mode text, attempt integer,
  created_at timestamptz, processing_started_at timestamptz, trace text
) language plpgsql
-- Planning took longer than the work. A plan that is kept is by indexes alone: how many wait changes faster than anybody counts.
-- Scans that are looked up by their ids are so in words for which there is one way: `= any (array(…))` instead of a join, which may begin with all scans,
-- and `coalesce`, by which no index of all that waits is taken for them.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  v_cap integer;
  v_run_ids uuid[];
  v_running integer;
  v_deep integer;
  v_slots integer;
  v_deep_slots integer;
  -- Flows with running scans.
  v_busy_orgs text[];
  v_busy_modes text[];
  v_busy_scans integer[];
  -- The flows that have a chance: what each runs, and its oldest waiting scan.
  v_orgs text[];
  v_modes text[];
  v_runs integer[];
  v_created timestamptz[];
  v_ids uuid[];
  v_heads uuid[];
  -- Heads: looked at, wrong, ours to mend, and wrong ones that a submission holds at this moment.
  v_window integer;
  v_again boolean := false;
  v_wrong uuid[];
  v_ours uuid[];
  v_held uuid[] := '{}';
begin
  -- For its triggers. Not as a setting of the function: from PostgreSQL 15 on only a superuser may give it one of a name of ours.
  perform set_config('toscan.claiming', 'on', true);
  select d.scan_concurrency into v_cap from deployment d for update;

  -- A worker died: its scans wait again, and the time until somebody noticed is not theirs.
  -- By their ids: of two tables the planner may begin with the one where all scans lie.
  select coalesce(array_agg(r.scan_id), '{}') into v_run_ids from running_scans r;
  with lapsed as materialized (
    select l.scan_id from scans l
     where l.scan_id = any (v_run_ids)
       and coalesce(l.status = 'processing', false) and l.worker_id is not null and l.lease_until < clock_timestamp() and l.attempt < 3
       and clock_timestamp() > writable_since() + p_lease
       for no key update of l skip locked
  ),
  returned as (
    update scans s set lease_until = null, worker_id = null, processing_started_at = null
     where s.scan_id = any (array(select l.scan_id from lapsed l))
    returning s.scan_id
  )
  delete from running_scans r using returned where r.scan_id = returned.scan_id;

  select coalesce(sum(r.scans), 0), coalesce(sum(r.scans) filter (where r.scan_mode = 'deep'), 0),
         coalesce(array_agg(r.org_id), '{}'), coalesce(array_agg(r.scan_mode), '{}'), coalesce(array_agg(r.scans), '{}')
    into v_running, v_deep, v_busy_orgs, v_busy_modes, v_busy_scans
    from (select s.org_id, s.scan_mode, count(*)::integer as scans from running_scans s group by s.org_id, s.scan_mode) r;
  v_slots := least(p_free, v_cap - v_running);
  v_deep_slots := v_cap - v_cap / 5 - v_deep;
  if v_slots <= 0 then
    perform set_config('toscan.claiming', '', true);
    return;
  end if;

  -- As many flows as there are slots, in their order; wrong heads are mended until none of these is.
  v_window := v_slots;
  loop
    with lane (scan_mode) as (values ('quick'), ('deep')),
    idle as materialized (
      select h.* from lane cross join lateral (
        select f.head_id, f.org_id, f.scan_mode, f.created_at, f.scan_id, 0 as runs from flow_heads f
         where f.scan_mode || '' = lane.scan_mode and f.head_id <> all (v_held)
           and (f.org_id, f.scan_mode) not in (select b.org_id, b.scan_mode from unnest(v_busy_orgs, v_busy_modes) b (org_id, scan_mode))
         order by f.created_at, f.scan_id limit v_window) h
    ),
    -- Whoever runs something comes behind all who run nothing.
    busy as (
      select h.* from lane cross join lateral (
        select f.head_id, f.org_id, f.scan_mode, f.created_at, f.scan_id, b.scans as runs
          from unnest(v_busy_orgs, v_busy_modes, v_busy_scans) b (org_id, scan_mode, scans)
         cross join lateral (
           select f.head_id, f.org_id, f.scan_mode, f.created_at, f.scan_id from flow_heads f
            where f.org_id = b.org_id and f.scan_mode = b.scan_mode and f.head_id <> all (v_held)
            order by f.created_at, f.scan_id limit v_window) f
         where b.scan_mode = lane.scan_mode
         order by b.scans, f.created_at, f.scan_id limit v_window) h
       where (select count(*) from idle i where i.scan_mode = lane.scan_mode) < v_slots
    ),
    held as (
      select f.head_id, f.org_id, f.scan_mode, f.created_at, f.scan_id, coalesce(b.scans, 0) as runs
        from unnest(v_held) v (head_id)
       cross join lateral (
         select f.head_id, f.org_id, f.scan_mode, f.created_at, f.scan_id from flow_heads f where f.head_id = v.head_id limit 1) f
        left join unnest(v_busy_orgs, v_busy_modes, v_busy_scans) b (org_id, scan_mode, scans)
          on b.org_id = f.org_id and b.scan_mode = f.scan_mode
    ),
    seen as materialized (
      select h.head_id, h.org_id, h.scan_mode, h.runs, o.created_at, o.scan_id,
             (o.created_at, o.scan_id) is not distinct from (h.created_at, h.scan_id) as is_true,
             exists (select from flow_heads l where l.org_id = h.org_id and l.scan_mode = h.scan_mode
                        and (l.created_at, l.scan_id, l.head_id) < (h.created_at, h.scan_id, h.head_id)) as is_second
        from (select * from idle union all select * from busy union all select * from held) h
        -- Nothing waits before the lowest head of a flow: what runs or has ended is behind it, and is passed over.
        left join lateral (
          select s.created_at, s.scan_id from scans s
           where s.org_id = h.org_id and s.scan_mode = h.scan_mode and s.status = 'processing' and s.worker_id is null
             and (s.created_at, s.scan_id) >= (h.created_at, h.scan_id)
           order by s.created_at, s.scan_id limit 1) o on true
    )
    select array_agg(n.org_id) filter (where n.waits), array_agg(n.scan_mode) filter (where n.waits),
           array_agg(n.runs) filter (where n.waits), array_agg(n.created_at) filter (where n.waits),
           array_agg(n.scan_id) filter (where n.waits), array_agg(n.head_id) filter (where n.waits),
           array_agg(n.head_id) filter (where n.is_wrong)
      into v_orgs, v_modes, v_runs, v_created, v_ids, v_heads, v_wrong
      from (select seen.*, not seen.is_second and seen.scan_id is not null as waits,
                   (seen.is_second or not seen.is_true) and seen.head_id <> all (v_held) as is_wrong from seen) n;
    exit when v_wrong is null;

    -- Submissions that count on one of these have committed once it is ours, and the statements that follow see their scans.
    select coalesce(array_agg(l.head_id), '{}') into v_ours
      from (select f.head_id from flow_heads f where f.head_id = any (v_wrong) for update skip locked) l;
    perform mend_heads(v_ours);
    v_held := v_held || array(select w from unnest(v_wrong) w where w <> all (v_ours));
    -- A few may be wrong at any time. More are after a large deletion.
    if v_again then v_window := least(2 * v_window, v_slots + 10000); end if;
    v_again := true;
  end loop;

  return query
  -- More flows than slots: those whose oldest scan has no chance cannot win by a later one.
  -- Nor can more of one flow than bring it to what the last of that many flows would run.
  with hopeful as (
    select o.*,
           case when count(*) over lane < v_slots then v_slots else least(v_slots, max(o.runs) over lane + 1 - o.runs) end as most
      from (
        select f.*,
               row_number() over (partition by f.scan_mode order by f.runs, f.created_at, f.scan_id) as in_lane
          from unnest(v_orgs, v_modes, v_runs, v_created, v_ids) f (org_id, scan_mode, runs, created_at, scan_id)) o
     where o.in_lane <= v_slots
    window lane as (partition by o.scan_mode)
  ),
  head as (
    select h.scan_id, h.created_at, f.scan_mode,
           f.runs + row_number() over (partition by f.org_id, f.scan_mode order by h.created_at, h.scan_id) as turn
      from hopeful f
     cross join lateral (
       select s.scan_id, s.created_at from scans s
        where s.org_id = f.org_id and s.scan_mode = f.scan_mode and s.status = 'processing' and s.worker_id is null
          and (s.created_at, s.scan_id) >= (f.created_at, f.scan_id)
        order by s.created_at, s.scan_id limit f.most) h
  ),
  ranked as (
    select head.*, row_number() over (partition by head.scan_mode order by head.turn, head.created_at, head.scan_id) as in_lane
      from head
  ),
  chosen as (
    select ranked.scan_id from ranked
     where ranked.scan_mode = 'quick' or ranked.in_lane <= v_deep_slots
     order by ranked.turn, ranked.created_at, ranked.scan_id limit v_slots
  ),
  -- Whoever ends or deletes one of them at this moment has it.
  free as (
    select s.scan_id from scans s
     where s.scan_id = any (array(select c.scan_id from chosen c)) and coalesce(s.status = 'processing', false) and s.worker_id is null
       for no key update of s skip locked
  ),
  claimed as (
    update scans s
       set worker_id = p_worker_id, lease_until = clock_timestamp() + p_lease, attempt = s.attempt + 1,
           processing_started_at = clock_timestamp()
     where s.scan_id = any (array(select f.scan_id from free f))
    returning s.scan_id, s.org_id, s.profile_url, s.target_url, s.scan_mode, s.attempt, s.created_at, s.processing_started_at, s.trace
  ),
  noted as (
    insert into running_scans select c.scan_id, c.org_id, c.scan_mode from claimed c on conflict do nothing
  )
  select * from claimed;

  -- A submission that counts on one of these may hold it: the next claim mends that.
  select coalesce(array_agg(l.head_id), '{}') into v_ours
    from (select f.head_id from flow_heads f join running_scans r on r.scan_id = f.scan_id
           where f.head_id = any (v_heads) for update of f skip locked) l;
  perform mend_heads(v_ours);
  perform set_config('toscan.claiming', '', true);
end $$;
