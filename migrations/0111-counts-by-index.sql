-- What the home page counts by day is read off indexes. This one knows the scans without a flag whose profile nobody saw; the others are there (0031, 0082,
-- 0098).
-- holds: scans
lock table scans in access exclusive mode;

create index scans_unseen on scans (org_id, created_at)
  where recommendation = 'no_flags' and coalesce(profile_state, case when is_banned then 'gone' else 'read' end) <> 'read';
