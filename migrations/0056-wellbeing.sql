-- Which cases are hard to look at: what may endanger a child, for those only who have the right, and what is severe, of which the queue gives
-- nobody more in a row than the organization wants.
alter table scan_reviews
  add column minor_safety boolean not null default false,
  -- A code that counts as critical, or minor safety.
  add column severe boolean not null default false;

-- May review minor safety. Null: as the role has it, administrators yes, members no. Who is a member today goes on as before.
alter table auth_member add column minor_safety boolean;
update auth_member set minor_safety = true;

create function hard_to_see(p_report json)
returns table (minor_safety boolean, severe boolean) language sql immutable as $$
  select coalesce(bool_or(f.finding ->> 'family' = 'minor_safety'), false),
         coalesce(bool_or(f.finding ->> 'family' = 'minor_safety' or f.finding ->> 'severity' = 'critical'), false)
    from json_array_elements(coalesce(p_report -> 'findings', '[]')) f (finding)
$$;

create or replace function open_review() returns trigger language plpgsql as $$
begin
  if current_setting('toscan.restoring', true) = 'on' then return null; end if;
  insert into scan_reviews (scan_id, org_id, recommendation, risk_score, ready_at, reason_codes, domains, minor_safety, severe)
    select new.scan_id, new.org_id, new.recommendation, new.risk_score, coalesce(new.processing_completed_at, clock_timestamp()),
           f.reason_codes, f.domains, h.minor_safety, h.severe
      from review_facts(new.report) f cross join hard_to_see(new.report) h
    on conflict do nothing;
  return null;
end $$;

-- A minor-safety finding calls for review: high. Of what is decided and lies below, nobody is kept away.
update scan_reviews r
   set minor_safety = h.minor_safety, severe = h.severe
  from scans s cross join lateral hard_to_see(s.report) h
 where s.scan_id = r.scan_id and h.severe
   and (r.decision is null or r.second_review = 'wanted' or r.recommendation = 'review_high');
