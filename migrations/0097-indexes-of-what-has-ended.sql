-- A batch of 10,000 wrote 10,000 rows into each index of `scans`, and spent half its time on the words. What only lists and searches need of a scan is
-- written when it ends, as it was anyway, and no more when it is submitted: those that wait or run are few, or of few orders, and are found by
-- `scans_open`. Lists merge both. Processes of the version before find the same, slower.

-- At once what it needs: whoever had begun to read would wait for us otherwise, and we for them.
lock table scans in access exclusive mode;

drop index scans_by_mode;
drop index scans_by_mode_and_risk;
drop index scans_search;
create index scans_by_mode on scans (org_id, (coalesce(scan_mode, 'deep')), created_at desc, scan_id desc) where status <> 'processing';
create index scans_by_mode_and_risk
  on scans (org_id, (coalesce(scan_mode, 'deep')), (coalesce(risk_score, -1)) desc, created_at desc, scan_id desc) where status <> 'processing';
create index scans_search on scans using gin (org_id, (lower(profile_url || E'\n' || coalesce(username, ''))) gin_trgm_ops) where status <> 'processing';

-- The planner takes no statistics from indexes of a part of the rows, and without any it sorts them all.
create statistics scans_mode on (coalesce(scan_mode, 'deep')) from scans;
create statistics scans_risk on (coalesce(risk_score, -1)) from scans;
analyze scans;
