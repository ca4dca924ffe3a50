-- Filters of the list of scans under a name, for everybody in the organization. `filter` holds the parameters of the list.
create table org_views (
  view_id text primary key,
  org_id text not null references org_settings (org_id) on delete cascade,
  name text not null,
  filter json not null,
  created_by text references auth_user (id) on delete set null,
  created_by_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- Names that differ in case only are refused before this: what case is differs between programs.
create unique index org_views_by_name on org_views (org_id, name);
