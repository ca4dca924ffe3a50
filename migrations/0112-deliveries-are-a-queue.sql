-- What is to be delivered waited as jobs of a library, whose table is for every kind of work: a job was written three times, beside the delivery, with
-- twelve indexes to look after. Here it is written once and taken away once. Processes of before go on with their jobs, and whoever works by these
-- tables moves over what waits there.

-- Attempts that wait. There may be two of one delivery, as where somebody asks for one more: the delivery knows which were made.
create table webhook_queue (
  delivery_id text not null,
  attempt integer not null,
  trigger text not null check (trigger in ('scheduled', 'manual')),
  host_key text not null,
  lane text not null check (lane in ('deliver-webhook', 'retry-webhook')),
  due_at timestamptz not null,
  -- Workers that took it and did not come to its end.
  losses integer not null default 0
);
create index webhook_queue_due on webhook_queue (lane, due_at);

-- What a worker has taken at once: a row for all of it, which goes with the last of them. One that is not renewed lapses, and what is left of it waits
-- again. The arrays are of one length, an entry of each for an attempt; a hundred need no room beside their row.
create table webhook_claims (
  claim_id uuid primary key,
  worker_id text not null,
  lane text not null,
  lapses_at timestamptz not null,
  delivery_ids text[] not null,
  attempts integer[] not null,
  triggers text[] not null,
  host_keys text[] not null,
  losses integer[] not null
) with (toast_tuple_target = 8160);
create index webhook_claims_lapse on webhook_claims (lapses_at);

-- Attempts of a lane, for a worker to make: those due longest, `p_limit` at most, out of the queue and into a claim. Of no host runs more than
-- `p_per_host` with them, in all workers together, about: `p_running` says for `p_hosts` what the worker has under way. Of `p_closed` none is wanted.
-- It gives all that an attempt has to know; of a delivery that is gone, nothing. One statement sees the queue and the deliveries as they were at one
-- moment: both are committed together. It waits for no disk, and goes by indexes, whatever was there when it was planned: what was taken is not walked
-- over again and again.
create function take_attempts(
  p_claim_id uuid, p_worker_id text, p_lease_seconds float8, p_lane text, p_limit integer, p_per_host integer, p_closed text[], p_hosts text[],
  p_running integer[]
) returns table (
  taken_id text, attempt integer, trigger text, host_key text, due_at timestamptz, losses integer,
  delivery_id text, webhook_id text, org_id text, scan_id uuid, event_type text, url text, body text, status text, attempt_count integer,
  trace text, is_disabled boolean, secrets text, is_held boolean, read_at float8
) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query with held as materialized (
    select h.host_key, sum(h.attempts) as attempts from (
      select o.host_key, o.attempts from unnest(p_hosts, p_running) as o (host_key, attempts)
       union all
      select t.host_key, 1 from webhook_claims c cross join unnest(c.host_keys) as t (host_key)
       where c.lapses_at > '-infinity' and c.lane = p_lane and c.worker_id <> p_worker_id) h
     group by h.host_key),
  next as materialized (
    select q.ctid as place, q.host_key, q.due_at from webhook_queue q
     where q.lane = p_lane and q.due_at <= clock_timestamp()
       and q.host_key <> all (p_closed || array(select h.host_key from held h where h.attempts >= p_per_host))
     order by q.due_at limit p_limit
       for update of q skip locked),
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
