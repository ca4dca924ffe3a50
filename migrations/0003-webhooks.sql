-- The plain secret is needed to sign, so it is encrypted under the instance key. Older ones stay valid until they expire.
create table webhook_secrets (
  secret_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  secret_encrypted text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz
);
create index webhook_secrets_org on webhook_secrets (org_id, created_at desc);

-- The outbox: one row per event and address, written by the transaction that ends the scan. The body never changes.
create table webhook_deliveries (
  delivery_id text primary key,
  webhook_id text not null,
  org_id text not null references org_settings (org_id) on delete cascade,
  scan_id uuid references scans (scan_id) on delete cascade,
  event_type text not null,
  url text not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'skipped')),
  reason text,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (org_id, created_at desc, delivery_id desc);
create index webhook_deliveries_of_scan on webhook_deliveries (scan_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (delivery_id) on delete cascade,
  attempt integer not null,
  trigger text not null check (trigger in ('scheduled', 'manual')),
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  detail text,
  response_body text,
  remote_ip text,
  primary key (delivery_id, attempt)
);

-- Health of one address of one organization: disabled after five days in which every attempt, three at least, failed.
create table webhook_endpoints (
  org_id text not null references org_settings (org_id) on delete cascade,
  url text not null,
  failing_since timestamptz,
  failures integer not null default 0,
  disabled_at timestamptz,
  disabled_reason text,
  primary key (org_id, url)
);
