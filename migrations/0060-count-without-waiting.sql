-- Completed scans, counted in as many rows as there are backends that meet (32 at most): ends of one organization do not wait for each other. What was
-- counted before stays in `org_settings`, and so does what workers of the version before count.
create table org_completions (
  org_id text not null references org_settings (org_id) on delete cascade,
  shard smallint not null,
  scans bigint not null,
  primary key (org_id, shard)
) with (fillfactor = 50);

create function scans_completed(p_org_id text) returns bigint language sql stable as $$
  select s.total_scans_completed + coalesce((select sum(c.scans) from org_completions c where c.org_id = s.org_id), 0)::bigint
    from org_settings s where s.org_id = p_org_id
$$;

-- Keeps a page for as long as a scan refers to its bytes; does nothing when none does any more. The lock is a statement of its own, so that the
-- next sees what was freed meanwhile.
create function keep_recent_page(
  p_key text, p_final_url text, p_redirects json, p_headers json, p_sha256 text, p_fetched_at timestamptz
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_sha256, 0));
  insert into recent_pages (key, final_url, redirects, headers, sha256, fetched_at)
    select p_key, p_final_url, p_redirects, p_headers, p_sha256, p_fetched_at
     where exists (select from captures c where c.sha256 = p_sha256 and not c.withheld)
    on conflict (key) do update
      set final_url = excluded.final_url, redirects = excluded.redirects, headers = excluded.headers,
          sha256 = excluded.sha256, fetched_at = excluded.fetched_at, asked_at = clock_timestamp();
end $$;
