-- A standing order: scan these profiles again and again, and say what has changed.
create table watches (
  watch_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  name text not null,
  -- Whatever a saved view lists at each run, or else the addresses in `watched_profiles`. Without its view it has nothing to do.
  of_view boolean not null,
  view_id text references org_views (view_id) on delete set null,
  scan_mode text not null check (scan_mode in ('deep', 'quick')),
  callback_url text,
  schedule json not null,
  muted boolean not null default false,
  snoozed_until timestamptz,
  ends_at timestamptz,
  -- Null: never again.
  next_run_at timestamptz,
  last_run_at timestamptz,
  created_by text references auth_user (id) on delete set null,
  created_by_email text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index watches_newest on watches (org_id, created_at desc, watch_id desc);
create index watches_due on watches (next_run_at) where next_run_at is not null;

create table watched_profiles (
  watch_id text not null references watches (watch_id) on delete cascade,
  -- Hash of `target_url`, which may be longer than an index takes.
  profile_key text not null,
  profile_url text not null,
  target_url text not null,
  place integer not null,
  -- When it is to be submitted; null: not before the next run.
  due_at timestamptz,
  -- The day's limit was used up when it was due.
  postponed boolean not null default false,
  primary key (watch_id, profile_key)
);
create index watched_profiles_due on watched_profiles (due_at) where due_at is not null;
create index watched_profiles_by_key on watched_profiles (profile_key);

create table watch_scans (
  scan_id uuid primary key references scans (scan_id) on delete cascade,
  watch_id text not null references watches (watch_id) on delete cascade,
  profile_key text not null,
  submitted_at timestamptz not null,
  -- What it changed has been written down.
  is_noted boolean not null default false
);
create index watch_scans_newest on watch_scans (watch_id, submitted_at desc, scan_id desc);
create index watch_scans_open on watch_scans (scan_id) where not is_noted;

-- What is known of a watched profile, and the newest scan that told. It goes with that scan, so that nothing of a deleted one stays.
create table watch_sightings (
  watch_id text not null references watches (watch_id) on delete cascade,
  profile_key text not null,
  scan_id uuid not null references scans (scan_id) on delete cascade,
  facts json not null,
  primary key (watch_id, profile_key)
);
create index watch_sightings_of_scan on watch_sightings (scan_id);

-- What a scan changed, frozen. It goes with the scan.
create table scan_changes (
  change_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  watch_id text not null references watches (watch_id) on delete cascade,
  scan_id uuid not null references scans (scan_id) on delete cascade,
  before_scan_id uuid,
  profile_url text not null,
  recommendation text,
  risk_score integer,
  changes json not null,
  created_at timestamptz not null default clock_timestamp()
);
create index scan_changes_newest on scan_changes (org_id, created_at desc, change_id desc);
create index scan_changes_of_watch on scan_changes (watch_id, created_at desc, change_id desc);
create index scan_changes_of_scan on scan_changes (scan_id);
