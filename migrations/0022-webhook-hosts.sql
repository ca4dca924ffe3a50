-- Hosts of receivers whose last attempts got no answer at all. One that answers, whatever it says, has no row. No attempt
-- hangs on this table, so a crash may forget it: it says when a host is asked again, and deliveries wait in the queue until then.
create unlogged table webhook_hosts (
  host_key text primary key,
  host text not null,
  silences integer not null,
  last_error text not null,
  silent_since timestamptz not null default clock_timestamp(),
  held_until timestamptz not null,
  -- Somebody is asking it: the next one waits for what becomes of that.
  tried_until timestamptz not null default clock_timestamp()
);
