-- The row that holds what people make of a scan is also its place in the queue of reviewers, as a scan is its own queue entry. So
-- every completed scan has one from the start, with what the queue is ordered by and the list of scans is filtered by.
alter table scan_reviews
  add column recommendation text,
  add column risk_score integer,
  -- When it could first be reviewed.
  add column ready_at timestamptz,
  -- The weightiest first, as the report has them.
  add column reason_codes text[] not null default '{}',
  -- Of the pages that the report cites, the profile's own among them.
  add column domains text[] not null default '{}',
  -- Who is looking at it, until when. No index knows these, so that a claim and its renewal write one row version.
  add column claimed_by text references auth_user (id) on delete set null,
  add column claimed_until timestamptz,
  add column assigned_to text references auth_user (id) on delete set null,
  -- Of a decided scan that is in the sample which a second person decides without seeing the first decision.
  add column second_review text check (second_review in ('wanted', 'given'));
alter table scan_reviews set (fillfactor = 85);

create function review_facts(p_report json)
returns table (reason_codes text[], domains text[]) language sql immutable as $$
  select array(select c.code from json_array_elements_text(coalesce(p_report -> 'reason_codes', '[]')) with ordinality c (code, place)
                order by c.place),
         array(select distinct lower(e.entry ->> 'domain') from json_array_elements(coalesce(p_report -> 'evidence_index', '[]')) e (entry)
                where e.entry ->> 'domain' <> '' order by 1)
$$;

-- A trigger, because workers of the version before end scans too while an upgrade is under way. A restored copy brings its rows along.
create function open_review() returns trigger language plpgsql as $$
begin
  if current_setting('toscan.restoring', true) = 'on' then return null; end if;
  insert into scan_reviews (scan_id, org_id, recommendation, risk_score, ready_at, reason_codes, domains)
    select new.scan_id, new.org_id, new.recommendation, new.risk_score, coalesce(new.processing_completed_at, clock_timestamp()),
           f.reason_codes, f.domains
      from review_facts(new.report) f
    on conflict do nothing;
  return null;
end $$;
create trigger scans_open_review after update of status on scans
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function open_review();
create trigger scans_open_review_at_once after insert on scans
  for each row when (new.status = 'completed') execute function open_review();

insert into scan_reviews (scan_id, org_id) select scan_id, org_id from scans where status = 'completed' on conflict do nothing;
update scan_reviews r
   set recommendation = s.recommendation, risk_score = s.risk_score, ready_at = coalesce(s.processing_completed_at, s.created_at),
       reason_codes = f.reason_codes, domains = f.domains
  from scans s cross join lateral review_facts(s.report) f
 where s.scan_id = r.scan_id;

-- One walk for each recommendation and order: the next case costs the same however many wait. All state what is open.
create index review_queue_by_risk on scan_reviews (org_id, recommendation, risk_score desc, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index review_queue_by_age on scan_reviews (org_id, recommendation, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index review_queue_by_code on scan_reviews (org_id, recommendation, (reason_codes[1]), risk_score desc, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index reviews_by_code on scan_reviews using gin (org_id, reason_codes);
create index reviews_by_domain on scan_reviews using gin (org_id, domains);
create index reviews_decided on scan_reviews (org_id, decided_at desc, scan_id) where decision is not null;
create index reviews_assigned on scan_reviews (org_id, assigned_to) where assigned_to is not null;

-- How an organization reviews, as JSON; null: as it comes.
alter table org_settings add column review_settings json;

alter table review_log drop constraint review_log_what_check;
alter table review_log add constraint review_log_what_check
  check (what in ('decision', 'finding', 'second_decision', 'assignment'));

-- What a second person made of a scan, who did not see the first decision. Both as they stood then.
create table second_reviews (
  scan_id uuid primary key references scan_reviews (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  first_decision text not null,
  first_by text references auth_user (id) on delete set null,
  decision text not null check (decision in ('cleared', 'escalated', 'false_alarm')),
  reason text,
  note text,
  decided_by text references auth_user (id) on delete set null,
  decided_by_email text not null,
  decided_at timestamptz not null default clock_timestamp()
);
create index second_reviews_newest on second_reviews (org_id, decided_at desc);
