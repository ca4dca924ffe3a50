-- Failed scans are few among many: whoever asks for them must not walk the others.
create index scans_failed on scans (org_id, created_at desc, scan_id desc) where status = 'failed';
