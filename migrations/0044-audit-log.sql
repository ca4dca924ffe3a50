-- Who did what, from where, and what it was before and after. Rows are written in the transaction of the act that they tell of, and
-- are never changed. docs/audit.md says how a row is hashed.
create table audit_log (
  act_id uuid primary key default gen_random_uuid(),
  -- The organization, or `instance` for what belongs to none. Kept when the organization goes.
  chain text not null,
  actor_kind text not null check (actor_kind in ('person', 'key', 'command', 'service', 'stranger')),
  actor_id text,
  actor_name text,
  -- An IP address; of a command the machine.
  actor_address text,
  request_id text,
  action text not null,
  subject text,
  before json,
  after json,
  -- Given when the transaction ends.
  seq bigint,
  at timestamptz,
  prev_hash text,
  hash text,
  unique (chain, seq)
);
create index audit_log_by_time on audit_log (chain, at);
create index audit_log_by_action on audit_log (chain, action, seq);
create index audit_log_by_actor on audit_log (chain, actor_id, seq);

-- Where each chain ends, and where it begins since its oldest rows were past their time.
create table audit_chains (
  chain text primary key,
  seq bigint not null default 0,
  hash text not null default repeat('0', 64),
  kept_from bigint not null default 1,
  kept_after_hash text not null default repeat('0', 64)
);

-- A text with its length in bytes before it, so that no two rows of fields read alike.
create function audit_field(p_text text) returns text language sql immutable as $$
  select case when p_text is null then '-,' else octet_length(p_text) || ':' || p_text || ',' end
$$;

create function audit_hash(r audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(
    audit_field(r.prev_hash) || audit_field(r.chain) || audit_field(r.seq::text)
    || audit_field(to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'))
    || audit_field(r.act_id::text) || audit_field(r.actor_kind) || audit_field(r.actor_id) || audit_field(r.actor_name)
    || audit_field(r.actor_address) || audit_field(r.request_id) || audit_field(r.action) || audit_field(r.subject)
    || audit_field(r.before::text) || audit_field(r.after::text), 'UTF8')), 'hex')
$$;

-- Deferred: the end of a chain is locked when all else of the transaction is done, however early in it the act was written down.
-- So nobody waits for longer than a commit takes, and whoever holds it waits for nobody.
create function seal_act() returns trigger language plpgsql as $$
declare
  tip audit_chains%rowtype;
  sealed audit_log%rowtype := new;
begin
  insert into audit_chains (chain) values (new.chain) on conflict do nothing;
  select * into tip from audit_chains where chain = new.chain for update;
  sealed.seq := tip.seq + 1;
  sealed.at := clock_timestamp();
  sealed.prev_hash := tip.hash;
  sealed.hash := audit_hash(sealed);
  update audit_log set seq = sealed.seq, at = sealed.at, prev_hash = sealed.prev_hash, hash = sealed.hash where act_id = new.act_id;
  update audit_chains set seq = sealed.seq, hash = sealed.hash where chain = new.chain;
  return null;
end $$;
create constraint trigger audit_log_seal after insert on audit_log deferrable initially deferred
  for each row when (new.hash is null) execute function seal_act();

-- What is sealed stays as it is. Only what is past its time goes, by whoever says that this is why.
create function keep_acts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null then return new; end if;
  if tg_op = 'DELETE' and current_setting('toscan.expiring', true) = 'on' then return old; end if;
  if tg_op = 'TRUNCATE' and current_setting('toscan.restoring', true) = 'on' then return null; end if;
  raise exception 'acts in audit_log are neither changed nor removed';
end $$;
create trigger audit_log_keep before update or delete on audit_log for each row execute function keep_acts();
create trigger audit_log_keep_all before truncate on audit_log for each statement execute function keep_acts();
