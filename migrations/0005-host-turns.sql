-- When each host may be asked again, for all workers. Unlogged: a server that crashed has waited long enough.
create unlogged table host_turns (
  host text primary key,
  -- Turns are given out up to here.
  next_at timestamptz not null,
  -- The host asked with `Retry-After` to be left alone until then.
  closed_until timestamptz
);
