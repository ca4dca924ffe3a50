-- What a person did about themselves stands with each organization that they belong to. Of very many the first are written with the act; the
-- others stand here, as they were then, until they are written too.
create table acts_left (
  act_id uuid primary key default gen_random_uuid(),
  happened_at timestamptz not null default clock_timestamp(),
  -- As in audit_log.
  actor_kind text not null,
  actor_id text,
  actor_name text,
  actor_address text,
  request_id text,
  action text not null,
  subject text,
  before json,
  after json,
  -- In the order in which they are written.
  chains text[] not null,
  written integer not null default 0
);
