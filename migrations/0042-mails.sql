-- The outbox of mail, written with what it tells of. What it says may hold links that let somebody in: it is sealed under the instance key,
-- and gone once the mail was sent or given up.
create table mails (
  mail_id text primary key,
  org_id text references org_settings (org_id) on delete cascade,
  kind text not null,
  recipient text not null,
  content_sealed text,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz
);
create index mails_due on mails (next_attempt_at) where status = 'pending';
create index mails_oldest on mails (created_at);
