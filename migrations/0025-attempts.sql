-- What was tried lately, so that guessing is slow on all processes together: by address, by account, by a device of an account.
-- A crash may forget it. Keys are hashes: the table names nobody, whether they have an account or not.
create unlogged table attempts (
  attempt_key text primary key,
  made integer not null,
  -- When the window began, or when the last attempt was.
  since timestamptz not null default clock_timestamp()
);
create index attempts_oldest on attempts (since);
