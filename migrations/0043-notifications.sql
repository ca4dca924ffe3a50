-- Who wants to be told of what, where. What is told is read from the tables of changes and of reviews, from `told_until` on.
create table notification_rules (
  rule_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  kind text not null check (kind in ('mail', 'slack', 'teams')),
  -- Of mail: whose rule it is, one in an organization.
  user_id text references auth_user (id) on delete cascade,
  -- Of a channel: what people call it, and its address, which lets anybody write there: sealed under the instance key.
  name text,
  url_sealed text,
  changes boolean not null,
  high_risk boolean not null,
  -- Cases that wait longer than this are told of, once a day; null: never.
  queue_hours integer check (queue_hours > 0),
  pace text not null check (pace in ('at_once', 'daily')),
  told_until timestamptz not null default clock_timestamp(),
  queue_told_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  unique (org_id, user_id),
  check ((kind = 'mail') = (user_id is not null)),
  check ((kind = 'mail') = (url_sealed is null))
);
create index notification_rules_due on notification_rules (next_at);
