-- What each person has seen of an organization's notices: all up to a moment, and single ones behind it.
create table notices_seen_until (
  org_id text not null references org_settings (org_id) on delete cascade,
  user_id text not null references auth_user (id) on delete cascade,
  seen_until timestamptz not null,
  primary key (org_id, user_id)
);
create table notices_seen (
  org_id text not null references org_settings (org_id) on delete cascade,
  user_id text not null references auth_user (id) on delete cascade,
  notice_id text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (org_id, user_id, notice_id)
);
