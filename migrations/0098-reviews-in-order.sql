-- Lists by what people made of scans, by code and by domain walked scans in their order and looked up the review of each, thousands where few of the
-- newest were what was sought. A review knows now when its scan was submitted and by which mode, so that such a list reads reviews in its order, and
-- of the scans only those that it shows.

alter table scan_reviews
  add column created_at timestamptz,
  -- A scan without a mode is a deep one.
  add column scan_mode text;

-- Every row is written: the indexes are cheaper made anew than kept meanwhile.
drop index review_queue_by_risk, review_queue_by_age, review_queue_by_code, reviews_by_code, reviews_by_domain, reviews_decided, reviews_assigned,
  reviews_by_decision, reviews_by_reviewer;
update scan_reviews r set created_at = s.created_at, scan_mode = coalesce(s.scan_mode, 'deep') from scans s where s.scan_id = r.scan_id;
alter table scan_reviews alter column created_at set not null, alter column scan_mode set not null;

create index review_queue_by_risk on scan_reviews (org_id, recommendation, risk_score desc, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index review_queue_by_age on scan_reviews (org_id, recommendation, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index review_queue_by_code on scan_reviews (org_id, recommendation, (reason_codes[1]), risk_score desc, ready_at, scan_id)
  where decision is null or second_review = 'wanted';
create index reviews_by_code on scan_reviews using gin (org_id, reason_codes);
create index reviews_by_domain on scan_reviews using gin (org_id, domains);
create index reviews_decided on scan_reviews (org_id, decided_at desc, scan_id) where decision is not null;

-- One walk for each recommendation and mode, and these are merged, as with the indexes of `scans`.
create index reviews_newest on scan_reviews (org_id, recommendation, scan_mode, created_at desc, scan_id desc);
create index reviews_by_risk on scan_reviews (org_id, recommendation, scan_mode, (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc);
create index reviews_by_decision on scan_reviews (org_id, decision, recommendation, scan_mode, created_at desc, scan_id desc) where decision is not null;
create index reviews_by_decision_and_risk
  on scan_reviews (org_id, decision, recommendation, scan_mode, (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc) where decision is not null;
create index reviews_by_reviewer on scan_reviews (org_id, decided_by, recommendation, scan_mode, created_at desc, scan_id desc) where decision is not null;
create index reviews_by_reviewer_and_risk
  on scan_reviews (org_id, decided_by, recommendation, scan_mode, (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc) where decision is not null;
create index reviews_assigned on scan_reviews (org_id, assigned_to, recommendation, scan_mode, created_at desc, scan_id desc) where assigned_to is not null;

analyze scan_reviews;

create or replace function open_review() returns trigger language plpgsql as $$
begin
  if current_setting('toscan.restoring', true) = 'on' then return null; end if;
  insert into scan_reviews (scan_id, org_id, created_at, scan_mode, recommendation, risk_score, ready_at, reason_codes, domains, minor_safety, severe)
    select new.scan_id, new.org_id, new.created_at, coalesce(new.scan_mode, 'deep'), new.recommendation, new.risk_score,
           coalesce(new.processing_completed_at, clock_timestamp()), f.reason_codes, f.domains, h.minor_safety, h.severe
      from review_facts(new.report) f cross join hard_to_see(new.report) h
    on conflict do nothing;
  return null;
end $$;

-- Whoever locks a review that is not there makes it, and says no more than whose it is.
create function place_review() returns trigger language plpgsql as $$
begin
  select s.created_at, coalesce(s.scan_mode, 'deep'), s.recommendation, s.risk_score
    into new.created_at, new.scan_mode, new.recommendation, new.risk_score
    from scans s where s.scan_id = new.scan_id;
  return new;
end $$;
create trigger reviews_place before insert on scan_reviews for each row when (new.created_at is null) execute function place_review();
