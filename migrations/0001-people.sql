-- Tables of better-auth (its own column names), plus what we keep beside them.
create table auth_user (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table auth_session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth_user (id) on delete cascade,
  "activeOrganizationId" text
);
create index auth_session_user on auth_session ("userId");

create table auth_account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth_user (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index auth_account_user on auth_account ("userId");

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index auth_verification_identifier on auth_verification (identifier);

create table auth_organization (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  "createdAt" timestamptz not null,
  metadata text
);

create table auth_member (
  id text primary key,
  "organizationId" text not null references auth_organization (id) on delete cascade,
  "userId" text not null references auth_user (id) on delete cascade,
  role text not null,
  "createdAt" timestamptz not null,
  unique ("organizationId", "userId")
);
create index auth_member_user on auth_member ("userId");

create table auth_invitation (
  id text primary key,
  "organizationId" text not null references auth_organization (id) on delete cascade,
  email text not null,
  role text,
  status text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "inviterId" text not null references auth_user (id) on delete cascade
);
create index auth_invitation_organization on auth_invitation ("organizationId");
create index auth_invitation_email on auth_invitation (email);

create table org_settings (
  org_id text primary key references auth_organization (id) on delete cascade,
  default_callback_url text,
  daily_scan_limit integer check (daily_scan_limit >= 0),
  total_scans_completed bigint not null default 0,
  total_scans_dropped bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- Only the SHA-256 of a key is kept; the key itself is shown once.
create table api_keys (
  key_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  key_prefix text not null,
  key_last4 text not null,
  created_by text references auth_user (id) on delete set null,
  created_by_email text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
create index api_keys_org on api_keys (org_id, created_at desc);

-- Short-lived bearer tokens that the dashboard trades its cookie for.
create table api_sessions (
  token_hash text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  auth_session_id text references auth_session (id) on delete cascade,
  org_id text references auth_organization (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index api_sessions_expiry on api_sessions (expires_at);
