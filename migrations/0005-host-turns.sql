-- When each host may be asked again, for all workers. Unlogged: a server that crashed has waited long enough.
create unlogged table host_turns (
  host text primary key,
  -- Turns are given out up to here.
  next_at timestamptz not null,
  -- The host asked with `Retry-After` to be left alone until then.
  closed_until timestamptz
);

-- Requests that are on their way, of all workers, each with a lease that its worker renews: what a killed worker held is
-- free again when the lease has run out.
create unlogged table host_requests (
  request_id bigint generated always as identity primary key,
  host text not null,
  worker_id uuid not null,
  lease_until timestamptz not null
);
create index host_requests_of_host on host_requests (host);
create index host_requests_of_worker on host_requests (worker_id);

-- Enters a request if fewer than `most` are under way to the host; null if not. The lock is taken in a statement of its
-- own, so that the count sees whatever was entered before.
create function enter_host(wanted text, most integer, worker uuid, lease interval) returns bigint
  language plpgsql as $$
declare
  entered bigint;
begin
  perform pg_advisory_xact_lock(5, hashtext(wanted));
  delete from host_requests where host = wanted and lease_until < clock_timestamp();
  if (select count(*) from host_requests where host = wanted) >= most then
    return null;
  end if;
  insert into host_requests (host, worker_id, lease_until)
  values (wanted, worker, clock_timestamp() + lease)
  returning request_id into entered;
  return entered;
end
$$;
