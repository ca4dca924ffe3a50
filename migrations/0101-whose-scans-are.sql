-- Whose a scan is was looked up for each row of a batch, its organization and its batch: a third of what 10,000 cost. It is looked up once for all rows
-- of a statement now, by triggers that lock what they find as a foreign key does, so that neither goes while scans of it come in.

-- holds: org_settings, batches, scans
lock table org_settings, batches, scans in access exclusive mode;

alter table scans drop constraint scans_org_id_fkey, drop constraint scans_batch_id_fkey;

create function scans_have_owners() returns trigger language plpgsql as $$
declare
  v_orgs text[];
  v_batches uuid[];
  v_found integer;
begin
  select array_agg(distinct a.org_id), array_remove(array_agg(distinct a.batch_id), null) into v_orgs, v_batches
    from (select distinct added.org_id, added.batch_id from added) a;
  select count(*) into v_found from (select from org_settings o where o.org_id = any (v_orgs) for key share) o;
  if v_found < cardinality(v_orgs) then
    raise foreign_key_violation using message = 'a scan is of no organization', table = 'scans', column = 'org_id';
  end if;
  if cardinality(v_batches) > 0 then
    select count(*) into v_found from (select from batches b where b.batch_id = any (v_batches) for key share) b;
    if v_found < cardinality(v_batches) then
      raise foreign_key_violation using message = 'a scan is of no batch', table = 'scans', column = 'batch_id';
    end if;
  end if;
  return null;
end $$;
create trigger scans_have_owners after insert on scans referencing new table as added
  for each statement execute function scans_have_owners();

create function scans_go_with_organization() returns trigger language plpgsql as $$
begin
  delete from scans where org_id = old.org_id;
  return null;
end $$;
create trigger scans_go_with_organization after delete on org_settings
  for each row execute function scans_go_with_organization();

create function scans_go_with_batch() returns trigger language plpgsql as $$
begin
  delete from scans where batch_id = old.batch_id;
  return null;
end $$;
create trigger scans_go_with_batch after delete on batches
  for each row execute function scans_go_with_batch();

-- One that is given to another is looked up by itself.
create function scan_has_owners() returns trigger language plpgsql as $$
begin
  perform from org_settings o where o.org_id = new.org_id for key share;
  if found and new.batch_id is not null then perform from batches b where b.batch_id = new.batch_id for key share; end if;
  if not found then raise foreign_key_violation using message = 'a scan is of no organization or batch', table = 'scans'; end if;
  return null;
end $$;
create trigger scan_has_owners after update of org_id, batch_id on scans
  for each row when ((old.org_id, old.batch_id) is distinct from (new.org_id, new.batch_id)) execute function scan_has_owners();

-- Nobody does this, and what was promised of it stays.
create function keep_key() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'what scans refer to does not change', table = tg_table_name;
end $$;
create trigger org_settings_keep_key before update of org_id on org_settings
  for each row when (old.org_id <> new.org_id) execute function keep_key();
create trigger batches_keep_key before update of batch_id on batches
  for each row when (old.batch_id <> new.batch_id) execute function keep_key();
