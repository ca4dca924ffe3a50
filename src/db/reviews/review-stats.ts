import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface OpenByAgeRow {
  recommendation: string
  hour: number
  day: number
  three_days: number
  week: number
  older: number
}

/** Of what is undecided and calls for review: how long it waits. A scan counts once, in the shortest span that holds it. */
export async function openByAge(db: Tx, orgId: string): Promise<OpenByAgeRow[]> {
  const { rows } = await sql<OpenByAgeRow>`
    select recommendation,
           count(*) filter (where age < interval '1 hour') as hour,
           count(*) filter (where age >= interval '1 hour' and age < interval '1 day') as day,
           count(*) filter (where age >= interval '1 day' and age < interval '3 days') as three_days,
           count(*) filter (where age >= interval '3 days' and age < interval '7 days') as week,
           count(*) filter (where age >= interval '7 days') as older
      from (select recommendation, statement_timestamp() - ready_at as age from scan_reviews
             where org_id = ${orgId} and decision is null and recommendation = any('{review_high,review_medium,review_low}')) open
     group by recommendation order by recommendation`.execute(db)
  return rows
}

export interface ReviewerRow {
  user_id: string | null
  email: string
  cleared: number
  escalated: number
  false_alarm: number
  second: number
}

/** Who decided how much in the last days; the busiest first. */
export async function decisionsByPerson(db: Tx, orgId: string, days: number): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    with made as (
      select decided_by, decided_by_email, decision, false as is_second from scan_reviews
       where org_id = ${orgId} and decision is not null and decided_at > ${since(days)}
      union all
      select decided_by, decided_by_email, decision, true from second_reviews
       where org_id = ${orgId} and decided_at > ${since(days)})
    select decided_by as user_id, decided_by_email as email,
           count(*) filter (where decision = 'cleared' and not is_second) as cleared,
           count(*) filter (where decision = 'escalated' and not is_second) as escalated,
           count(*) filter (where decision = 'false_alarm' and not is_second) as false_alarm,
           count(*) filter (where is_second) as second
      from made group by decided_by, decided_by_email order by count(*) desc, decided_by_email`.execute(db)
  return rows
}

/** Decisions of each of the last days, UTC, the oldest first; no day is left out. */
export async function decisionsByDay(
  db: Tx,
  orgId: string,
  days: number,
): Promise<{ day: string; decided: number }[]> {
  const { rows } = await sql<{ day: string; decided: number }>`
    with today as (select (clock_timestamp() at time zone 'UTC')::date as day)
    select to_char(d.day, 'YYYY-MM-DD') as day, count(r.scan_id) as decided
      from today cross join lateral generate_series(today.day - ${days - 1}::integer, today.day, interval '1 day') as d (day)
      left join scan_reviews r on r.org_id = ${orgId} and r.decision is not null
       and r.decided_at >= d.day at time zone 'UTC' and r.decided_at < (d.day + interval '1 day') at time zone 'UTC'
     group by d.day order by d.day`.execute(db)
  return rows
}

/** Of second reviews in the last days: how often both decided alike, in all (code null) and for each code of the report. */
export async function agreement(
  db: Tx,
  orgId: string,
  days: number,
): Promise<{ code: string | null; both: number; agreed: number }[]> {
  const { rows } = await sql<{ code: string | null; both: number; agreed: number }>`
    with pairs as (
      select t.scan_id, t.decision = t.first_decision as agreed, r.reason_codes
        from second_reviews t join scan_reviews r using (scan_id)
       where t.org_id = ${orgId} and t.decided_at > ${since(days)})
    select null as code, count(*) as both, count(*) filter (where agreed) as agreed from pairs
    union all
    (select c.code, count(*), count(*) filter (where agreed) from pairs cross join lateral unnest(reason_codes) c (code)
      group by c.code order by c.code)`.execute(db)
  return rows
}

/** The newest pairs of decisions that differ. */
export async function disagreements(
  db: Tx,
  orgId: string,
  days: number,
  limit: number,
): Promise<{ scan_id: string; profile_url: string; first: string; second: string; at: string }[]> {
  const { rows } = await sql<{
    scan_id: string
    profile_url: string
    first: string
    second: string
    at: string
  }>`
    select t.scan_id, s.profile_url, t.first_decision as first, t.decision as second, t.decided_at as at
      from second_reviews t join scans s using (scan_id)
     where t.org_id = ${orgId} and t.decided_at > ${since(days)} and t.decision <> t.first_decision
     order by t.decided_at desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Of the newest decided scans, by rule: on how many the rule spoke, and on how many of these somebody called the report a false alarm or
 * rejected the code that the rule spoke for. What was cleared says nothing of the rule.
 */
export async function falseAlarmsByRule(
  db: Tx,
  orgId: string,
  days: number,
  mostScans: number,
): Promise<{ rule: string; judged: number; false_alarms: number }[]> {
  const { rows } = await sql<{ rule: string; judged: number; false_alarms: number }>`
    with newest as materialized (
      select scan_id, decision from scan_reviews
       where org_id = ${orgId} and decision is not null and decided_at > ${since(days)}
       order by decided_at desc limit ${mostScans}),
    spoken as (
      select distinct n.scan_id, e.hit ->> 'rule' as rule,
             case when v.verdict is not null then v.verdict = 'rejected'
                  when n.decision <> 'cleared' then n.decision = 'false_alarm' end as is_false
        from newest n join scans s using (scan_id)
       cross join lateral json_array_elements(coalesce(s.report -> 'findings', '[]')) f (finding)
       cross join lateral json_array_elements(coalesce(f.finding -> 'evidence', '[]')) e (hit)
        left join finding_verdicts v on v.scan_id = n.scan_id and v.code = f.finding ->> 'code')
    select rule, count(*) as judged, count(*) filter (where is_false) as false_alarms
      from spoken where is_false is not null and rule is not null
     group by rule order by count(*) filter (where is_false) desc, count(*) desc, rule limit 50`.execute(db)
  return rows
}

function since(days: number) {
  return sql`statement_timestamp() - make_interval(days => ${days})`
}
