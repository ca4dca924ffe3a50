-- Links that an administrator of the installation makes; like every credential each is known by its hash only.
create table password_resets (
  token_hash text primary key,
  -- One link at a time: a new one replaces the one before.
  user_id text not null unique references auth_user (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
