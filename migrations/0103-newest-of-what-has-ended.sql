-- The index of all scans in order of time knows what has ended only, as those of modes do (0097): what waits or runs stands in `scans_open`, and a
-- submission writes one index less. Lists merge both; processes of the version before find the same, slower.

-- holds: scans
lock table scans in access exclusive mode;

drop index scans_newest;
create index scans_newest on scans (org_id, created_at desc, scan_id desc) where status <> 'processing';

-- Of an organization, since a moment.
create function count_scans_since(p_org_id text, p_from timestamptz) returns bigint language sql stable as $$
  select (select count(*) from scans s where s.org_id = p_org_id and s.created_at >= p_from and s.status <> 'processing')
       + (select count(*) from scans s where s.org_id = p_org_id and s.created_at >= p_from and s.status = 'processing')
$$;

-- Nothing else of these changes (0040 and 0080).
do $$
declare
  v_function oid;
  v_text text;
begin
  for v_function in select oid from pg_proc where proname = 'submit_singles' and pronamespace = quote_ident(current_schema())::regnamespace loop
    v_text := regexp_replace(pg_get_functiondef(v_function),
      'select v_org\.org_id, v_day, count\(\*\) from scans s\s+where s\.org_id = v_org\.org_id and s\.created_at >= v_day::timestamp at time zone ''UTC''',
      'select v_org.org_id, v_day, count_scans_since(v_org.org_id, v_day::timestamp at time zone ''UTC'')');
    if v_text !~ 'count_scans_since' then raise 'the count of the day was not found in %', v_function::regprocedure; end if;
    execute v_text;
  end loop;
end $$;

-- With an index for each half.
create or replace function scans_go_with_organization() returns trigger language plpgsql as $$
begin
  delete from scans where org_id = old.org_id and status = 'processing';
  delete from scans where org_id = old.org_id and status <> 'processing';
  return null;
end $$;
