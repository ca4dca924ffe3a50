-- What people say to each other about a scan. It goes with the scan.
create table scan_comments (
  comment_id bigint generated always as identity primary key,
  scan_id uuid not null references scans (scan_id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  body text not null,
  user_id text references auth_user (id) on delete set null,
  email text not null,
  at timestamptz not null default clock_timestamp()
);
create index scan_comments_of_scan on scan_comments (scan_id, comment_id);

create table comment_mentions (
  comment_id bigint not null references scan_comments (comment_id) on delete cascade,
  user_id text not null references auth_user (id) on delete cascade,
  org_id text not null references org_settings (org_id) on delete cascade,
  seen_at timestamptz,
  primary key (comment_id, user_id)
);
create index mentions_of_person on comment_mentions (org_id, user_id, comment_id desc);
