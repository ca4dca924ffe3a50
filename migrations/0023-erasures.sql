-- That scans were deleted, how many, when and by whom; of what they said nothing. A row for each organization that lost some.
create table erasures (
  erasure_id uuid not null,
  -- Kept when the organization goes.
  org_id text not null,
  -- A person's id and address; null for a command on the machine and for what was past its time.
  user_id text,
  email text,
  what text not null check (what in ('scan', 'creator', 'before', 'retention')),
  -- The id of the scan, the SHA-256 of the normalised address, or the moment before which all went.
  subject text not null,
  scans integer not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz not null default clock_timestamp(),
  primary key (erasure_id, org_id)
);
create index erasures_newest on erasures (org_id, began_at desc);

-- Addresses can be longer than an ordered index holds.
create index scans_of_address on scans using hash (target_url);
create index recent_pages_by_bytes on recent_pages (sha256);

-- Null: as long as the operator keeps them.
alter table org_settings add column scan_retention_days integer check (scan_retention_days >= 1);
