-- How long an organization keeps what its scans have stored; null: as long as the operator does, who has the last word.
alter table org_settings add column evidence_retention_days integer check (evidence_retention_days >= 1);
drop index captures_of_org;
create index captures_of_org on captures (org_id, fetched_at);
