-- Whose a scan is was asked again by each row that it leaves: its organization was locked by every page and four times by every end, and shared
-- locks of one row by many transactions are a table of their own. These rows go with their scan, and that with its organization (0101).

-- holds: org_settings, captures, creator_scans, scan_manifests, scan_reviews
lock table org_settings, captures, creator_scans, scan_manifests, scan_reviews in access exclusive mode;

alter table captures drop constraint captures_org_id_fkey;
alter table creator_scans drop constraint creator_scans_org_id_fkey;
alter table scan_manifests drop constraint scan_manifests_org_id_fkey;
alter table scan_reviews drop constraint scan_reviews_org_id_fkey;
