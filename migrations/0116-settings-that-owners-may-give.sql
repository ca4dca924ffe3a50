-- Where 0096 ran in its first wording, claim_scans has a setting of a name of ours. From PostgreSQL 15 on only a superuser may give a function such a one:
-- a dump of the database could be restored by nobody else. Its triggers are told from within it.
do $$
declare
  v_text text := pg_get_functiondef('claim_scans'::regproc);
  v_word text;
begin
  if not exists (select from pg_proc p where p.oid = 'claim_scans'::regproc and 'toscan.claiming=on' = any (p.proconfig)) then return; end if;
  v_text := regexp_replace(v_text, '\n SET "?toscan\.claiming"? TO ''on''', '');
  v_word := 'select d.scan_concurrency into v_cap from deployment d for update;';
  if strpos(v_text, v_word) = 0 then raise 'claim_scans does not say %', v_word; end if;
  v_text := replace(v_text, v_word, 'perform set_config(''toscan.claiming'', ''on'', true);
  ' || v_word);
  v_word := 'if v_slots <= 0 then return; end if;';
  if strpos(v_text, v_word) = 0 then raise 'claim_scans does not say %', v_word; end if;
  v_text := replace(v_text, v_word, 'if v_slots <= 0 then
    perform set_config(''toscan.claiming'', '''', true);
    return;
  end if;');
  execute regexp_replace(v_text, '\nend (\$function\$\s*)$', E'\n  perform set_config(''toscan.claiming'', '''', true);\nend \\1');
end $$;
