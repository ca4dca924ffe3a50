-- A submission under a chosen id that comes twice at once may have used up the day by its first: the second was told of the limit, and its addresses
-- were counted as dropped. It meets the id instead, as where both fit, and is answered as the first was.
do $$
declare
  v_text text := pg_get_functiondef('submit_scans'::regproc);
  v_word text := 'update org_daily_usage u set used = u.used + v_granted';
begin
  if strpos(v_text, v_word) = 0 then raise 'submit_scans does not say %', v_word; end if;
  execute replace(v_text, v_word, 'if v_granted = 0 and p_body_hash is not null
       and (exists (select from batches b where b.batch_id = p_batch_id) or exists (select from scans s where s.scan_id = p_scan_id)) then
      raise unique_violation;
    end if;
    ' || v_word);
end $$;
