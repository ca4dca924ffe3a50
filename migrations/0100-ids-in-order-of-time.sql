-- Ids of scans begin with the time, so that new rows of `scans` and of what hangs on them stand beside each other in the indexes by id. Random ones go
-- anywhere: among a million scans, a batch of 10,000 read and wrote nearly every page of each.

-- Milliseconds in the first 48 bits, as version 7 of RFC 9562 has them, and 74 random ones; marked as version 4, as all ids before them are, for many
-- checks of clients are older than version 7 and take it for no UUID.
create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    'hex')::uuid
$$;

-- Nothing else of these changes (0019, 0040 and 0080).
do $$
declare v_function oid;
begin
  for v_function in select oid from pg_proc where proname in ('submit_scans', 'submit_singles') and pronamespace = quote_ident(current_schema())::regnamespace loop
    execute replace(pg_get_functiondef(v_function), 'gen_random_uuid()', 'time_ordered_uuid()');
  end loop;
end $$;
