create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One row: what holds for the whole deployment. Locking it serialises admission of scans.
create table deployment (
  id boolean primary key default true check (id),
  scan_concurrency integer not null default 10 check (scan_concurrency > 0)
);
insert into deployment default values;

create table batches (
  batch_id uuid primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  scan_mode text not null check (scan_mode in ('deep', 'quick')),
  total_profiles integer not null check (total_profiles > 0),
  submitted_at timestamptz not null
);
create index batches_newest on batches (org_id, submitted_at desc, batch_id desc);

-- A scan is its own queue entry: row and job are one. A scan waits while it has no worker. No index knows `lease_until`,
-- and pages keep some room: so renewing a lease writes one row version and no index entry.
create table scans (
  scan_id uuid primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  batch_id uuid references batches (batch_id) on delete cascade,
  batch_position integer,
  profile_url text not null,
  target_url text not null,
  username text,
  -- Null on scans recorded before modes existed; read as deep.
  scan_mode text check (scan_mode in ('deep', 'quick')),
  status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
  callback_url text,
  -- json, not jsonb: metadata comes back as it was sent (key order, 1.0, big integers).
  metadata json not null default '{}',
  created_at timestamptz not null,
  processing_started_at timestamptz,
  processing_completed_at timestamptz,
  is_banned boolean,
  error text,
  webhook_delivered_at timestamptz,
  recommendation text check (recommendation in ('no_flags', 'review_low', 'review_medium', 'review_high')),
  risk_score integer check (risk_score between 0 and 100),
  confidence text check (confidence in ('low', 'medium', 'high')),
  report json,
  coverage json,
  worker_id text,
  lease_until timestamptz,
  attempt integer not null default 0
) with (fillfactor = 85);

-- Every list query of the interface has an index that ends in its sort order, so that pages cost the same at any depth.
create index scans_newest on scans (org_id, created_at desc, scan_id desc);
create index scans_by_recommendation on scans (org_id, recommendation, created_at desc, scan_id desc)
  where recommendation is not null;
create index scans_by_mode on scans (org_id, (coalesce(scan_mode, 'deep')), created_at desc, scan_id desc);
create index scans_by_risk on scans (org_id, (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc);
create index scans_by_recommendation_and_risk
  on scans (org_id, recommendation, (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc)
  where recommendation is not null;
create index scans_search on scans using gin (org_id, (lower(profile_url || E'\n' || coalesce(username, ''))) gin_trgm_ops);
create index scans_of_batch on scans (batch_id, batch_position) where batch_id is not null;
create index scans_waiting on scans (org_id, scan_mode, created_at, scan_id)
  where status = 'processing' and worker_id is null;
create index scans_running on scans (org_id, scan_mode) where status = 'processing' and worker_id is not null;

-- What each finished step gave: a scan that lost its worker goes on behind the last of these.
create table scan_steps (
  scan_id uuid not null references scans (scan_id) on delete cascade,
  step text not null,
  output json not null,
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  attempt integer not null,
  primary key (scan_id, step)
);

create table org_daily_usage (
  org_id text not null references org_settings (org_id) on delete cascade,
  day date not null,
  used integer not null,
  primary key (org_id, day)
);

-- Reserves the daily capacity and inserts the scans that fit, all in the caller's transaction: parallel submissions never
-- pass the limit. Only organizations with a limit touch the counter row.
create function submit_scans(
  p_org_id text, p_batch_id uuid, p_scan_mode text, p_callback_url text, p_metadata json,
  p_profile_urls text[], p_target_urls text[]
) returns table (
  granted integer, daily_limit integer, used integer, scan_id uuid, submitted_at timestamptz, scan_concurrency integer
) language plpgsql as $$
declare
  v_requested integer := cardinality(p_profile_urls);
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
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
    insert into org_daily_usage (org_id, day, used)
      select p_org_id, v_day, count(*) from scans s
        where s.org_id = p_org_id and s.created_at >= v_day::timestamp at time zone 'UTC'
      on conflict do nothing;
    select u.used into v_used from org_daily_usage u where u.org_id = p_org_id and u.day = v_day for update;
    v_granted := greatest(0, least(v_requested, v_limit - v_used));
    update org_daily_usage u set used = u.used + v_granted where u.org_id = p_org_id and u.day = v_day;
    if v_granted < v_requested then
      update org_settings s set total_scans_dropped = s.total_scans_dropped + v_requested - v_granted
        where s.org_id = p_org_id;
    end if;
  end if;

  if v_granted > 0 then
    if p_batch_id is not null then
      insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at)
        values (p_batch_id, p_org_id, p_scan_mode, v_granted, v_now);
    end if;
    -- One microsecond apart, so that order of submission is order of creation.
    with added as (
      insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, scan_mode, callback_url, metadata, created_at)
        select gen_random_uuid(), p_org_id, p_batch_id, case when p_batch_id is null then null else u.position end,
               u.profile_url, u.target_url, p_scan_mode, v_callback, p_metadata,
               v_now + (u.position - 1) * interval '1 microsecond'
          from unnest(p_profile_urls, p_target_urls) with ordinality as u (profile_url, target_url, position)
         where u.position <= v_granted
      returning scans.scan_id
    )
    select added.scan_id into v_first from added limit 1;
    perform pg_notify('toscan_scans', '');
  end if;

  return query select v_granted, v_limit, v_used, v_first, v_now, d.scan_concurrency from deployment d;
end $$;

-- Gives free slots to waiting scans. A flow is one organization's scans of one mode. The next slot goes to the flow with
-- the fewest running scans (max-min fair), oldest scan first. Deep scans leave a fifth of five or more slots to quick ones.
create function claim_scans(p_worker_id text, p_free integer, p_lease interval)
returns table (
  scan_id uuid, org_id text, profile_url text, target_url text, scan_mode text, attempt integer,
  created_at timestamptz, processing_started_at timestamptz
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
    where s.status = 'processing' and s.worker_id is not null and s.lease_until < clock_timestamp() and s.attempt < 3;

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
  returning s.scan_id, s.org_id, s.profile_url, s.target_url, s.scan_mode, s.attempt, s.created_at, s.processing_started_at;
end $$;
