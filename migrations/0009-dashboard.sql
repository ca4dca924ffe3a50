-- What an attempt sent, signature included, and what came back: for whoever looks for the fault.
alter table webhook_attempts add column request_headers json, add column response_headers json;

-- An invitation is a link; like every credential it is known by its hash only.
alter table auth_invitation add column token_hash text unique;

-- What people made of scans. Beside the scans, so that their records stay as they are.
create table scan_reviews (
  scan_id uuid primary key references scans (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  version integer not null default 0,
  decision text check (decision in ('cleared', 'escalated', 'false_alarm')),
  reason text,
  note text,
  decided_by text references auth_user (id) on delete set null,
  decided_by_email text,
  decided_at timestamptz
);

create table finding_verdicts (
  scan_id uuid not null references scan_reviews (scan_id) on delete cascade,
  code text not null,
  org_id text not null references org_settings (org_id) on delete cascade,
  verdict text not null check (verdict in ('accepted', 'rejected')),
  judged_by text references auth_user (id) on delete set null,
  judged_by_email text not null,
  judged_at timestamptz not null default clock_timestamp(),
  primary key (scan_id, code)
);
create index finding_verdicts_org on finding_verdicts (org_id, code, verdict);

create table review_log (
  entry_id bigint generated always as identity primary key,
  scan_id uuid not null references scans (scan_id) on delete cascade,
  what text not null check (what in ('decision', 'finding')),
  code text,
  from_value text,
  to_value text,
  reason text,
  note text,
  user_id text references auth_user (id) on delete set null,
  email text not null,
  at timestamptz not null default clock_timestamp()
);
create index review_log_of_scan on review_log (scan_id, entry_id);
