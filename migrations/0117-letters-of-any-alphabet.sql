-- What is searched for is compared without regard to case, and what is a letter in another case was the database's to say: in one of the locale C, as that
-- of an embedded PostgreSQL, only those of ASCII have one, so that "Мира" was not even found as it is written; in a Turkish one, a large I is no i.
-- Here all databases know the letters of Unicode: by PostgreSQL's own table from 17 on, else by ICU's.

do $$
declare
  v_collation text := (select c from unnest(array['pg_c_utf8', 'und-x-icu', 'default']) with ordinality t (c, nth)
                        where exists (select from pg_collation p where p.collname = c and p.collnamespace = 'pg_catalog'::regnamespace)
                        order by nth limit 1);
begin
  execute format('create function in_lower_case(p_text text) returns text language sql immutable strict parallel safe
    return lower(p_text collate pg_catalog.%I)', v_collation);
end $$;

-- The index by these words is made in beside.sql, while others read and write.
