-- What reviews and creators know of an ended scan was read out of its report ten times, by two triggers: half of what their rows cost. One trigger
-- reads it once now. What each of the functions of before gives is the same.

-- holds: scans
lock table scans in access exclusive mode;

-- A function in SQL that an index is by is parsed by each statement that writes a row; one in this language is not.
create or replace function mark_hashes(p_org_id text, p_marks text[]) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  v_hashes bigint[] := '{}';
  v_mark text;
begin
  foreach v_mark in array coalesce(p_marks, '{}') loop
    v_hashes := v_hashes || hashtextextended(p_org_id || E'\n' || v_mark, 0);
  end loop;
  return v_hashes;
end $$;

-- What is read of a report, each member of it that is looked for.
create type report_entry as (url text, type text, domain text, binding text);
create type report_finding as (family text, severity text);
create type report_profile as (platform text, handle text, picture_hash text);

create function creator_named(p_platform text, p_handle text, p_target text) returns text language plpgsql immutable as $$
begin
  return coalesce('@' || p_platform || '/' || lower(nullif(p_handle, '')), plain_address(p_target));
end $$;

create function picture_hashed(p_hash text) returns text language plpgsql immutable as $$
begin
  return case when length(p_hash) = 64 and p_hash !~ '[^0-9a-f]' then p_hash end;
end $$;

create function marks_of_creator(p_handle text, p_picture text, p_entries report_entry[], p_target text) returns text[] language plpgsql immutable as $$
declare
  v_at text := plain_address(p_target);
  v_handle text := translate(lower(p_handle), '._-', '');
begin
  return array['at:' || v_at, 'link:' || v_at]
    || case when length(v_handle) >= 4 then array['handle:' || v_handle] end
    || array(
      select distinct 'link:' || plain_address(e.url) collate "C"
        from unnest(p_entries) e
       where e.url <> '' and e.type not in ('screenshot', 'image') and e.binding not in ('same_handle', 'search'))
    || case when p_picture is not null then array(
      select 'look:' || part || ':' || l.bits
        from generate_series(0, 15) part, substr(p_picture, part * 4 + 1, 4) l (bits) where l.bits not in ('0000', 'ffff')) end;
end $$;

-- As they were (0051), for whoever has a part of a report.
create or replace function creator_of(p_profile json, p_target text) returns text language plpgsql immutable as $$
begin
  return creator_named(p_profile ->> 'platform', p_profile ->> 'handle', p_target);
exception when others then
  return plain_address(p_target);
end $$;

create or replace function picture_of(p_profile json) returns text language plpgsql immutable as $$
begin
  return picture_hashed(p_profile ->> 'picture_hash');
exception when others then
  return null;
end $$;

create or replace function creator_marks(p_profile json, p_entries json, p_target text) returns text[] language plpgsql immutable as $$
begin
  return marks_of_creator(p_profile ->> 'handle', picture_of(p_profile),
                          array(select e from json_populate_recordset(null::report_entry, coalesce(p_entries, '[]')) e), p_target);
exception when others then
  return array['at:' || plain_address(p_target), 'link:' || plain_address(p_target)];
end $$;

create function facts_of_end(
  p_report json, p_target text,
  out creator text, out marks text[], out picture text, out reason_codes text[], out domains text[], out minor_safety boolean, out severe boolean
) language plpgsql immutable as $$
declare
  v_read record;
begin
  select r.reason_codes, r.evidence_index as entries, r.findings, (r.profile).platform, (r.profile).handle, (r.profile).picture_hash into v_read
    from json_to_record(p_report) r (reason_codes text[], evidence_index report_entry[], findings report_finding[], profile report_profile);
  creator := creator_named(v_read.platform, v_read.handle, p_target);
  picture := picture_hashed(v_read.picture_hash);
  marks := marks_of_creator(v_read.handle, picture, v_read.entries, p_target);
  reason_codes := coalesce(v_read.reason_codes, '{}');
  domains := array(select distinct lower(e.domain) from unnest(v_read.entries) e where e.domain <> '' order by 1);
  minor_safety := exists (select from unnest(v_read.findings) f where f.family = 'minor_safety');
  severe := minor_safety or exists (select from unnest(v_read.findings) f where f.severity = 'critical');
end $$;

-- A trigger, because workers of the version before end scans too while an upgrade is under way. A restored copy brings its rows along.
create function note_end() returns trigger language plpgsql as $$
declare
  v_facts record;
begin
  if current_setting('toscan.restoring', true) = 'on' then return null; end if;
  v_facts := facts_of_end(new.report, new.target_url);
  insert into creator_scans (scan_id, org_id, creator, created_at, marks, picture)
    values (new.scan_id, new.org_id, v_facts.creator, new.created_at, mark_hashes(new.org_id, v_facts.marks), ('x' || v_facts.picture)::bit(256))
    on conflict do nothing;
  if new.status = 'completed' then
    insert into scan_reviews (scan_id, org_id, created_at, scan_mode, recommendation, risk_score, ready_at, reason_codes, domains, minor_safety, severe)
      values (new.scan_id, new.org_id, new.created_at, coalesce(new.scan_mode, 'deep'), new.recommendation, new.risk_score,
              coalesce(new.processing_completed_at, clock_timestamp()), v_facts.reason_codes, v_facts.domains, v_facts.minor_safety, v_facts.severe)
      on conflict do nothing;
  end if;
  return null;
end $$;

drop trigger scans_open_review on scans;
drop trigger scans_open_review_at_once on scans;
drop trigger scans_note_creator on scans;
drop trigger scans_note_creator_at_once on scans;
drop function open_review();
drop function note_creator();
drop function review_facts(json);
drop function hard_to_see(json);

create trigger scans_note_end after update of status on scans
  for each row when (
    (new.status <> 'processing' and old.status = 'processing') or (new.status = 'completed' and old.status <> 'completed'))
  execute function note_end();
create trigger scans_note_end_at_once after insert on scans
  for each row when (new.status <> 'processing') execute function note_end();
