-- Planned while three attempts waited in indexes that had grown, a look went from host to host along the index that has attempts by time, and read all
-- of them for each host: 72,000 rows of 8,000. Which index is cheaper is guessed from how full the table was when somebody counted, and for a queue that
-- is never how full it is. So each index is for what names it alone: by time it says that it is due after -infinity, by host before infinity.
-- holds: webhook_queue
drop index webhook_queue_due;
drop index webhook_queue_hosts;
create index webhook_queue_due on webhook_queue (lane, due_at) where due_at > '-infinity';
create index webhook_queue_hosts on webhook_queue (lane, host_key, due_at) where due_at < 'infinity';

create or replace function take_attempts(
  p_claim_id uuid, p_worker_id text, p_lease_seconds float8, p_lane text, p_limit integer, p_per_host integer, p_closed text[], p_hosts text[],
  p_running integer[]
) returns table (
  taken_id text, attempt integer, trigger text, host_key text, due_at timestamptz, losses integer,
  delivery_id text, webhook_id text, org_id text, scan_id uuid, event_type text, url text, body text, status text, attempt_count integer,
  trace text, is_disabled boolean, secrets text, is_held boolean, read_at float8
) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  -- A host that is shut, or has as many as it may: of none of these is any wanted.
  v_shut text[];
  v_open integer;
  v_seen integer;
  v_most integer := 64 + 8 * p_limit;
  -- How far the walk in order of time goes.
  v_edge timestamptz := statement_timestamp();
  v_by_host boolean := false;
  v_enough integer := 4 * p_limit;
  v_start text := md5(random()::text);
begin
  perform set_config('synchronous_commit', 'off', true);
  v_shut := p_closed || array(
    select h.host_key from (
      select o.host_key, o.attempts from unnest(p_hosts, p_running) as o (host_key, attempts)
       union all
      select t.host_key, 1 from webhook_claims c cross join unnest(c.host_keys) as t (host_key)
       where c.lapses_at > '-infinity' and c.lane = p_lane and c.worker_id <> p_worker_id) h
     group by h.host_key having sum(h.attempts) >= p_per_host);
  if cardinality(v_shut) > 0 then
    select count(*) filter (where f.host_key <> all (v_shut)), count(*), max(f.due_at) into v_open, v_seen, v_edge
      from (select q.host_key, q.due_at from webhook_queue q
             where q.lane = p_lane and q.due_at > '-infinity' and q.due_at <= statement_timestamp() order by q.due_at limit v_most) f;
    v_by_host := v_open < p_limit and v_seen = v_most;
    if v_seen < v_most then v_edge := statement_timestamp(); end if;
  end if;
  return query with recursive held as materialized (
    select h.host_key, sum(h.attempts) as attempts from (
      select o.host_key, o.attempts from unnest(p_hosts, p_running) as o (host_key, attempts)
       union all
      select t.host_key, 1 from webhook_claims c cross join unnest(c.host_keys) as t (host_key)
       where c.lapses_at > '-infinity' and c.lane = p_lane and c.worker_id <> p_worker_id) h
     group by h.host_key),
  by_time as materialized (
    select q.ctid as place, q.host_key, q.due_at from webhook_queue q
     where not v_by_host and q.lane = p_lane and q.due_at > '-infinity' and q.due_at <= v_edge and q.host_key <> all (v_shut)
     order by q.due_at limit p_limit
       for update of q skip locked),
  -- From host to host, along the index that has them in their order, until enough have something due: the first of each. It begins anywhere, so that
  -- nobody waits for their name, and goes on at the front.
  behind as (
    (select q.host_key, q.due_at, (q.due_at <= statement_timestamp() and q.host_key <> all (v_shut))::integer as found
       from webhook_queue q
      where v_by_host and q.lane = p_lane and q.due_at < 'infinity' and q.host_key >= v_start order by q.host_key, q.due_at limit 1)
     union all
    select n.host_key, n.due_at, h.found + (n.due_at <= statement_timestamp() and n.host_key <> all (v_shut))::integer
      from behind h cross join lateral (
      select q.host_key, q.due_at from webhook_queue q
       where q.lane = p_lane and q.due_at < 'infinity' and q.host_key > h.host_key order by q.host_key, q.due_at limit 1) n
     where h.found < v_enough),
  before as (
    (select q.host_key, q.due_at, f.found + (q.due_at <= statement_timestamp() and q.host_key <> all (v_shut))::integer as found
       from (select coalesce(max(b.found), 0) as found from behind b) f cross join webhook_queue q
      where v_by_host and f.found < v_enough and q.lane = p_lane and q.due_at < 'infinity' and q.host_key < v_start
      order by q.host_key, q.due_at limit 1)
     union all
    select n.host_key, n.due_at, h.found + (n.due_at <= statement_timestamp() and n.host_key <> all (v_shut))::integer
      from before h cross join lateral (
      select q.host_key, q.due_at from webhook_queue q
       where q.lane = p_lane and q.due_at < 'infinity' and q.host_key > h.host_key and q.host_key < v_start
       order by q.host_key, q.due_at limit 1) n
     where h.found < v_enough),
  first_of as materialized (
    select h.host_key, p_per_host - coalesce(b.attempts, 0) as wanted
      from (select * from behind union all select * from before) h left join held b using (host_key)
     where h.due_at <= statement_timestamp() and h.host_key <> all (v_shut)),
  of_hosts as materialized (
    select q.place from first_of f cross join lateral (
      select q.ctid as place, q.due_at from webhook_queue q
       where q.lane = p_lane and q.due_at < 'infinity' and q.host_key = f.host_key and q.due_at <= statement_timestamp()
       order by q.due_at limit f.wanted) q
     -- More than are wanted, for others may have some of them in their hands.
     order by q.due_at limit v_enough),
  by_host as materialized (
    select q.ctid as place, q.host_key, q.due_at from webhook_queue q
     where v_by_host and q.ctid = any (array(select o.place from of_hosts o))
     order by q.due_at limit p_limit
       for update of q skip locked),
  next as materialized (select * from by_time union all select * from by_host),
  ranked as (
    select n.place, coalesce(h.attempts, 0) + row_number() over (partition by n.host_key order by n.due_at) as nth
      from next n left join held h using (host_key)),
  taken as (
    delete from webhook_queue q where q.ctid = any (array(select r.place from ranked r where r.nth <= p_per_host))
    returning q.delivery_id as taken_id, q.attempt, q.trigger, q.host_key, q.due_at, q.losses),
  noted as (
    insert into webhook_claims (claim_id, worker_id, lane, lapses_at, delivery_ids, attempts, triggers, host_keys, losses)
    select p_claim_id, p_worker_id, p_lane, clock_timestamp() + make_interval(secs => p_lease_seconds), array_agg(t.taken_id),
           array_agg(t.attempt), array_agg(t.trigger), array_agg(t.host_key), array_agg(t.losses)
      from taken t having count(*) > 0),
  sent as materialized (
    select t.*, d.* from taken t left join lateral (
      select d.delivery_id, d.webhook_id, d.org_id, d.scan_id, d.event_type, d.url, d.body, d.status, d.attempt_count,
             (select s.trace from scans s where s.scan_id = d.scan_id) as trace,
             exists (select from webhook_endpoints e
                      where e.org_id = d.org_id and e.url = d.url and e.disabled_at is not null) as is_disabled
        from webhook_deliveries d where d.delivery_id = t.taken_id limit 1) d on true),
  -- Sealed ones that sign now, the current one first: once for each organization.
  signing as materialized (
    select o.org_id,
           (select coalesce(string_agg(w.secret_encrypted, ' ' order by w.created_at desc), '') from webhook_secrets w
             where w.org_id = o.org_id and (w.expires_at is null or w.expires_at > clock_timestamp())) as secrets
      from (select distinct s.org_id from sent s) o)
  select s.*, g.secrets, (select d.held_since is not null from deployment d), date_part('epoch', clock_timestamp()) * 1000
    from sent s left join signing g on g.org_id = s.org_id
   order by s.due_at;
end $$;
