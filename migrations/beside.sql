-- Indexes that are made after the migrations, beside whoever serves: on millions of rows that takes minutes, in which a migration would let nobody at the table.
-- A statement a line, run by itself: what is to be there, and what is to be gone once that is there. Not history: who wants another index changes its line.
create index concurrently if not exists scans_words on scans using gin (org_id, (in_lower_case(profile_url || E'\n' || coalesce(username, ''))) gin_trgm_ops) where status <> 'processing';
drop index concurrently if exists scans_search;
create index concurrently if not exists review_queue_open on scan_reviews (org_id, recommendation, ready_at, scan_id) include (decided_by, assigned_to, minor_safety, severe) where decision is null or second_review = 'wanted';
drop index concurrently if exists review_queue_by_age;
