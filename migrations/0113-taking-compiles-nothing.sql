-- A plan that may read no table in whole counts one that it cannot help reading, of a single row, as the work of hours, and such a plan is compiled
-- before it runs: where PostgreSQL has a compiler, attempts of webhooks were taken in one to four seconds instead of two milliseconds, ten at a time.
alter function take_attempts set jit = off;
alter function write_attempts set jit = off;

-- Those that are not due yet were read one after the other, to find that they are not: an index ends at a moment that stands while a statement runs.
do $$
declare
  v_text text := pg_get_functiondef('take_attempts'::regproc);
  v_word text := 'q.due_at <= clock_timestamp()';
begin
  if strpos(v_text, v_word) = 0 then raise 'take_attempts does not say %', v_word; end if;
  execute replace(v_text, v_word, 'q.due_at <= statement_timestamp()');
end $$;
