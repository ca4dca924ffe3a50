-- Reason codes that an organization writes itself. Each change is a version of its own; at most one version of a criterion judges.
create table criteria (
  org_id text not null references org_settings (org_id) on delete cascade,
  code text not null,
  -- draft: does not judge. shadow: is recorded. live: counts.
  state text not null default 'draft' check (state in ('draft', 'shadow', 'live')),
  -- The newest.
  version integer not null default 1,
  -- The version that judges.
  judging integer,
  -- Reports may name it: it stays.
  has_judged boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  -- Of the state.
  changed_at timestamptz not null default clock_timestamp(),
  changed_by_email text not null,
  primary key (org_id, code),
  check ((state = 'draft') = (judging is null))
);

create table criterion_versions (
  org_id text not null,
  code text not null,
  version integer not null,
  definition json not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text references auth_user (id) on delete set null,
  created_by_email text not null,
  primary key (org_id, code, version),
  foreign key (org_id, code) references criteria (org_id, code) on delete cascade
);

-- Of the pack's codes: {"thresholds": {"meetup_hint": 0.5}, "shadow": ["drug_promotion"]}.
alter table org_settings add column policy_tuning json;
