-- Pages that some scan fetched lately, so that the next need not ask the site again. The bytes are those of the evidence
-- store: when nothing refers to them any more they go, and a row without bytes is worth nothing. Unlogged: it only saves work.
create unlogged table recent_pages (
  -- SHA-256 over the request and over who asked by which way.
  key text primary key,
  final_url text not null,
  redirects json not null,
  headers json not null,
  sha256 text not null,
  fetched_at timestamptz not null,
  -- When the site last said that this is what it serves, on the clock of the database.
  asked_at timestamptz not null default clock_timestamp()
);
create index recent_pages_by_age on recent_pages (asked_at);
