-- The trace comes with the claim. Read beside it, it was read as of the statement's beginning: a scan that was submitted while the claim
-- waited for its turn had lost it.
drop function claim_scans(text, integer, interval);

create function claim_scans(p_worker_id text, p_free integer, p_lease interval)
returns table (
  scan_id uuid, org_id text, profile_url text, target_url text, scan_mode text, attempt integer,
  created_at timestamptz, processing_started_at timestamptz, trace text
) language plpgsql as $$
declare
  v_cap integer;
  v_running integer;
  v_deep integer;
  v_slots integer;
  v_deep_slots integer;
begin
  select d.scan_concurrency into v_cap from deployment d for update;

  -- A worker died: its scans wait again, and the time until somebody noticed is not theirs.
  update scans s set lease_until = null, worker_id = null, processing_started_at = null
    where s.status = 'processing' and s.worker_id is not null and s.lease_until < clock_timestamp() and s.attempt < 3
      and clock_timestamp() > writable_since() + p_lease;

  select count(*), count(*) filter (where s.scan_mode = 'deep') into v_running, v_deep
    from scans s where s.status = 'processing' and s.worker_id is not null;
  v_slots := least(p_free, v_cap - v_running);
  v_deep_slots := v_cap - v_cap / 5 - v_deep;
  if v_slots <= 0 then return; end if;

  return query
  -- One step of the index for each flow, to its oldest waiting scan.
  with recursive flow as (
    (select s.org_id, s.scan_mode, s.created_at, s.scan_id from scans s
      where s.status = 'processing' and s.worker_id is null
      order by s.org_id, s.scan_mode, s.created_at, s.scan_id limit 1)
    union all
    select n.org_id, n.scan_mode, n.created_at, n.scan_id from flow f cross join lateral (
      select s.org_id, s.scan_mode, s.created_at, s.scan_id from scans s
       where s.status = 'processing' and s.worker_id is null and (s.org_id, s.scan_mode) > (f.org_id, f.scan_mode)
       order by s.org_id, s.scan_mode, s.created_at, s.scan_id limit 1) n
  ),
  running as (
    select s.org_id, s.scan_mode, count(*) as scans from scans s
     where s.status = 'processing' and s.worker_id is not null group by s.org_id, s.scan_mode
  ),
  -- More flows than slots: those whose oldest scan has no chance cannot win by a later one.
  hopeful as (
    select o.org_id, o.scan_mode, o.running from (
      select f.org_id, f.scan_mode, coalesce(r.scans, 0) as running,
             row_number() over (partition by f.scan_mode order by coalesce(r.scans, 0), f.created_at, f.scan_id) as in_lane
        from flow f left join running r on r.org_id = f.org_id and r.scan_mode = f.scan_mode) o
     where o.in_lane <= v_slots
  ),
  head as (
    select h.scan_id, h.created_at, f.scan_mode,
           f.running + row_number() over (partition by f.org_id, f.scan_mode order by h.created_at, h.scan_id) as turn
      from hopeful f
     cross join lateral (
       select s.scan_id, s.created_at from scans s
        where s.org_id = f.org_id and s.scan_mode = f.scan_mode and s.status = 'processing' and s.worker_id is null
        order by s.created_at, s.scan_id limit v_slots) h
  ),
  ranked as (
    select head.*, row_number() over (partition by head.scan_mode order by head.turn, head.created_at, head.scan_id) as in_lane
      from head
  ),
  chosen as (
    select ranked.scan_id from ranked
     where ranked.scan_mode = 'quick' or ranked.in_lane <= v_deep_slots
     order by ranked.turn, ranked.created_at, ranked.scan_id limit v_slots
  )
  update scans s
     set worker_id = p_worker_id, lease_until = clock_timestamp() + p_lease, attempt = s.attempt + 1,
         processing_started_at = clock_timestamp()
    from chosen where s.scan_id = chosen.scan_id
  returning s.scan_id, s.org_id, s.profile_url, s.target_url, s.scan_mode, s.attempt, s.created_at, s.processing_started_at, s.trace;
end $$;
