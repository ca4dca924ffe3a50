-- Passkeys of people, with better-auth's own column names. Only public keys: what signs stays in the person's device.
create table auth_passkey (
  id text primary key,
  name text,
  "publicKey" text not null,
  "userId" text not null references auth_user (id) on delete cascade,
  "credentialID" text not null unique,
  -- Unsigned 32 bits, which neither integer holds nor bigint hands over as a number.
  counter double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  "createdAt" timestamptz,
  aaguid text
);
create index auth_passkey_user on auth_passkey ("userId");
