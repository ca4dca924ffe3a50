-- Every order that a list can be asked for in, with a mode or without, is a walk of few indexes that are merged. So all that end in a mode's rows
-- know the mode: without one, both modes are merged.
create index scans_by_mode_and_risk
  on scans (org_id, (coalesce(scan_mode, 'deep')), (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc);
create index scans_by_recommendation_and_mode
  on scans (org_id, recommendation, (coalesce(scan_mode, 'deep')), created_at desc, scan_id desc) where recommendation is not null;
create index scans_by_recommendation_mode_and_risk
  on scans (org_id, recommendation, (coalesce(scan_mode, 'deep')), (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc)
  where recommendation is not null;
drop index scans_by_risk;
drop index scans_by_recommendation;
drop index scans_by_recommendation_and_risk;

-- What hardly ever is, so that a list of one status need not look for it: a verdict on what has not completed, and none on what has.
create index scans_weighed_early on scans (org_id) where status <> 'completed' and coalesce(risk_score::text, recommendation) is not null;
create index scans_unweighed on scans (org_id) where status = 'completed' and recommendation is null;

-- What people made of scans, where it is rare.
create index reviews_by_decision on scan_reviews (org_id, decision) where decision is not null;
create index reviews_by_reviewer on scan_reviews (org_id, decided_by) where decision is not null;
