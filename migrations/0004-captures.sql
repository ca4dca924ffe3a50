-- What was seen, as it was answered: one row per stored page. The bytes lie in the evidence store under `sha256`. A row
-- without `ref` belongs to a scan that still runs; its end names the rows that became evidence and removes the others.
create table captures (
  capture_id bigint generated always as identity primary key,
  scan_id uuid not null references scans (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  ref text,
  url text not null,
  final_url text not null,
  redirects json not null,
  status integer not null,
  headers json not null,
  identity text not null check (identity in ('declared', 'browser')),
  fetched_at timestamptz not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null,
  truncated boolean not null,
  -- The words behind a minor-safety finding are not kept: the row stays, the bytes go.
  withheld boolean not null default false
);
create index captures_of_scan on captures (scan_id);
create index captures_of_org on captures (org_id);
create index captures_by_age on captures (fetched_at);
create index captures_by_bytes on captures (sha256) where not withheld;
create index captures_unnamed on captures (scan_id) where ref is null;
