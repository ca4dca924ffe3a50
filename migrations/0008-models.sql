-- What a model brings to a scan costs money: a ceiling for each organization and day, and what each scan took.
alter table org_settings add column daily_model_budget_usd numeric(12, 6) check (daily_model_budget_usd >= 0);

create table org_model_spending (
  org_id text not null references org_settings (org_id) on delete cascade,
  day date not null,
  -- Settled costs and what requests under way may still cost.
  spent_usd numeric(14, 6) not null,
  primary key (org_id, day)
);

alter table scans add column model_usage json;

-- A model's verified opinion under the hash of everything it was asked. Places in evidence only, never words.
create table model_opinions (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  opinion json not null,
  expires_at timestamptz not null
);
create index model_opinions_by_expiry on model_opinions (expires_at);
