-- Whose scan an ended scan is, and by what other creators of the organization may be tied to it. One row a scan, which goes with it.
create table creator_scans (
  scan_id uuid primary key references scans (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  -- `@platform/handle` where the scan knows them, else the address without what does not change whom it shows.
  creator text not null,
  -- When the scan was submitted.
  created_at timestamptz not null,
  -- Hashes of what `creator_marks` names, with the organization in them: so the index is small, and says nothing.
  marks bigint[] not null,
  -- What the profile's own picture looks like: of 256 bits those of the same picture differ in some 20.
  picture bit(256)
);
-- An address without what does not change whom it shows: scheme, `www.`, last slash, what only counts whoever follows it. A scan ends with
-- some hundred of these: the slow expression is for those that need it.
create function plain_address(p_url text) returns text language plpgsql immutable parallel safe as $$
declare
  v_plain text := split_part(lower(p_url), '#', 1);
begin
  v_plain := substr(v_plain, strpos(v_plain, '://') + 3);
  if v_plain like any ('{www.%,m.%,mobile.%}') then v_plain := substr(v_plain, strpos(v_plain, '.') + 1); end if;
  if strpos(v_plain, '?') > 0 then
    v_plain := regexp_replace(v_plain,
      '([?&])((utm_\w+|fbclid|igshid|igsh|gclid|ref|ref_src|si|feature|hl|lang)=[^&]*&?)+', '\1', 'g');
  end if;
  return left(rtrim(v_plain, '/?&'), 800);
end $$;

-- Reports hold what strangers wrote, and JSON holds more than text may: U+0000, half a surrogate pair. No scan is kept from its end by that,
-- and no service from its start: what cannot be read is left out, by each of these three. (Not for parallel workers, who may catch nothing.)
create function creator_of(p_profile json, p_target text) returns text language plpgsql immutable as $$
begin
  return coalesce('@' || (p_profile ->> 'platform') || '/' || lower(nullif(p_profile ->> 'handle', '')), plain_address(p_target));
exception when others then
  return plain_address(p_target);
end $$;

create function picture_of(p_profile json) returns text language plpgsql immutable as $$
declare
  v_hash text;
begin
  v_hash := p_profile ->> 'picture_hash';
  return case when length(v_hash) = 64 and v_hash !~ '[^0-9a-f]' then v_hash end;
exception when others then
  return null;
end $$;

-- What may tie creators: `at:` where the profile was read, `link:` where it leads, itself among them, `handle:` what it is called, without
-- the signs that differ between sites, and `look:` sixteen parts of what its picture looks like, of which the same picture shares most.
-- What only shares the name, or a search found, is nobody's.
create function creator_marks(p_profile json, p_entries json, p_target text) returns text[] language plpgsql immutable as $$
declare
  v_at text := plain_address(p_target);
  v_handle text;
  v_picture text;
begin
  v_handle := translate(lower(p_profile ->> 'handle'), '._-', '');
  v_picture := picture_of(p_profile);
  return array['at:' || v_at, 'link:' || v_at]
    || case when length(v_handle) >= 4 then array['handle:' || v_handle] end
    || array(
      select distinct 'link:' || plain_address(e.url) collate "C"
        from json_to_recordset(coalesce(p_entries, '[]')) e (url text, type text, binding text)
       where e.url <> '' and e.type not in ('screenshot', 'image') and e.binding not in ('same_handle', 'search'))
    || array(
      select 'look:' || part || ':' || l.bits
        from generate_series(0, 15) part, substr(v_picture, part * 4 + 1, 4) l (bits) where l.bits not in ('0000', 'ffff'));
exception when others then
  return array['at:' || v_at, 'link:' || v_at];
end $$;

create function mark_hashes(p_org_id text, p_marks text[]) returns bigint[] language sql immutable parallel safe as $$
  select array(select hashtextextended(p_org_id || E'\n' || m, 0) from unnest(p_marks) m)
$$;

-- A trigger, because workers of the version before end scans too while an upgrade is under way. A restored copy brings its rows along.
create function note_creator() returns trigger language plpgsql as $$
declare
  v_profile json := new.report -> 'profile';
begin
  if current_setting('toscan.restoring', true) = 'on' then return null; end if;
  insert into creator_scans (scan_id, org_id, creator, created_at, marks, picture)
    values (new.scan_id, new.org_id, creator_of(v_profile, new.target_url), new.created_at,
            mark_hashes(new.org_id, creator_marks(v_profile, new.report -> 'evidence_index', new.target_url)),
            ('x' || picture_of(v_profile))::bit(256))
    on conflict do nothing;
  return null;
end $$;
create trigger scans_note_creator after update of status on scans
  for each row when (new.status <> 'processing' and old.status = 'processing') execute function note_creator();
create trigger scans_note_creator_at_once after insert on scans
  for each row when (new.status <> 'processing') execute function note_creator();

-- Reports of before hold no `picture_hash`.
insert into creator_scans (scan_id, org_id, creator, created_at, marks)
  select s.scan_id, s.org_id, creator_of(p.profile, s.target_url), s.created_at,
         mark_hashes(s.org_id, creator_marks(p.profile, s.report -> 'evidence_index', s.target_url))
    from scans s cross join lateral (select s.report -> 'profile') p (profile)
   where s.status <> 'processing';

-- Behind the rows of before: sorted at once they cost a fraction.
create index creator_scans_newest on creator_scans (org_id, creator, created_at desc, scan_id desc);
-- Each of a creator's marks is looked up by itself, and each time all is read that the index has not sorted in yet: that must be little.
create index creator_scans_by_mark on creator_scans using gin (marks) with (gin_pending_list_limit = 256);
