-- What somebody else says of when manifests were there (RFC 3161): one token for all that came within a minute.
create table time_stamps (
  stamp_id uuid primary key default gen_random_uuid(),
  -- SHA-256 of each manifest, one a line, in order. It is the SHA-256 of this text that is stamped.
  hashes text not null,
  -- Base64 of the token.
  token text not null,
  -- As the token says.
  stamped_at timestamptz not null
);
alter table scan_manifests add column stamp_id uuid references time_stamps (stamp_id);
create index scan_manifests_by_stamp on scan_manifests (stamp_id);
