-- What a scan rests on, signed when it ends: its report and every page, in the order of capture. As text, for it is these bytes that are
-- signed. docs/evidence.md says how to read it.
create table scan_manifests (
  scan_id uuid primary key references scans (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  manifest text not null,
  -- Base64.
  signature text not null,
  key_id text not null
);
create index scan_manifests_org on scan_manifests (org_id);

alter table deployment
  -- The private key that signs, sealed with the instance key.
  add column evidence_key text,
  -- Scans that were completed before have no manifest.
  add column manifests_since timestamptz not null default clock_timestamp();
