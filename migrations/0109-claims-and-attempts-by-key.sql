-- A connection keeps the plans of these functions from its first calls on. Where few scans or deliveries were there by then, and nobody had counted
-- since, their statements went on reading whole tables, or indexes from end to end, beside a handful of rows: by their keys, whatever is there.
alter function write_attempts set plan_cache_mode = force_generic_plan set enable_seqscan = off;
alter function claim_scans set enable_hashjoin = off set enable_mergejoin = off;

-- Scans that are looked up by their ids are so in words by which no index of all that waits is taken for them. Nothing else changes (0096).
do $$
declare
  v_text text := pg_get_functiondef('claim_scans'::regproc);
  v_word text;
begin
  foreach v_word in array array['l.status = ''processing'' and l.worker_id is not null', 's.status = ''processing'' and s.worker_id is null
       for no key update'] loop
    if strpos(v_text, v_word) = 0 then raise 'claim_scans does not say %', v_word; end if;
    v_text := replace(v_text, v_word, regexp_replace(v_word, '(.\.status = ''processing'')', 'coalesce(\1, false)'));
  end loop;
  execute v_text;
end $$;
