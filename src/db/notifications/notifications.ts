import { sql } from 'kysely'
import type { ScanChange } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

export type RuleKind = 'mail' | 'slack' | 'teams'

/** What is to be told, and how often. */
export interface RuleTerms {
  changes: boolean
  high_risk: boolean
  queue_hours: number | null
  pace: 'at_once' | 'daily'
}

export interface RuleRow extends RuleTerms {
  rule_id: string
  org_id: string
  kind: RuleKind
  user_id: string | null
  name: string | null
  url_sealed: string | null
  told_until: string
  failures: number
  last_error: string | null
  created_at: string
}

const columns = sql`rule_id, org_id, kind, user_id, name, url_sealed, changes, high_risk, queue_hours, pace, told_until, failures,
  last_error, created_at`

/** The channels, and the rule of this person; the oldest first. */
export async function rulesOfOrg(db: Tx, orgId: string, userId: string): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select ${columns} from notification_rules
     where org_id = ${orgId} and (user_id is null or user_id = ${userId}) order by created_at, rule_id`.execute(
    db,
  )
  return rows
}

/** From now on: what has been is not told of again. */
export async function setOwnRule(
  db: Tx,
  { ruleId, orgId, userId }: { ruleId: string; orgId: string; userId: string },
  terms: RuleTerms,
) {
  await sql`
    insert into notification_rules (rule_id, org_id, kind, user_id, changes, high_risk, queue_hours, pace)
    values (${ruleId}, ${orgId}, 'mail', ${userId}, ${terms.changes}, ${terms.high_risk}, ${terms.queue_hours}, ${terms.pace})
    on conflict (org_id, user_id) do update
       set changes = excluded.changes, high_risk = excluded.high_risk, queue_hours = excluded.queue_hours, pace = excluded.pace,
           told_until = clock_timestamp(), next_at = clock_timestamp()`.execute(db)
}

export async function insertChannel(
  db: Tx,
  channel: { ruleId: string; orgId: string; kind: 'slack' | 'teams'; name: string; urlSealed: string },
  terms: RuleTerms,
) {
  await sql`
    insert into notification_rules (rule_id, org_id, kind, name, url_sealed, changes, high_risk, queue_hours, pace)
    values (${channel.ruleId}, ${channel.orgId}, ${channel.kind}, ${channel.name}, ${channel.urlSealed}, ${terms.changes},
            ${terms.high_risk}, ${terms.queue_hours}, ${terms.pace})`.execute(db)
}

/** Undefined where there is none. Until the transaction ends nobody else changes it. */
export async function lockChannel(tx: Tx, orgId: string, ruleId: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select ${columns} from notification_rules
     where org_id = ${orgId} and rule_id = ${ruleId} and user_id is null for update`.execute(tx)
  return rows[0]
}

/** A new address has failed nobody yet, and is tried at once; what it is told stays what has happened since. */
export async function updateChannel(
  tx: Tx,
  { rule_id, kind, name, url_sealed, changes, high_risk, queue_hours, pace }: RuleRow,
  isElsewhere: boolean,
) {
  await sql`
    update notification_rules
       set kind = ${kind}, name = ${name}, url_sealed = ${url_sealed}, changes = ${changes}, high_risk = ${high_risk},
           queue_hours = ${queue_hours}, pace = ${pace},
           failures = case when ${isElsewhere} then 0 else failures end,
           last_error = case when ${isElsewhere} then null else last_error end,
           next_at = case when ${isElsewhere} or pace is distinct from ${pace} then clock_timestamp() else next_at end
     where rule_id = ${rule_id}`.execute(tx)
}

/** It takes what it is sent: what was held back for it goes now. */
export async function retryChannel(db: Tx, ruleId: string) {
  await sql`update notification_rules set next_at = clock_timestamp() where rule_id = ${ruleId} and failures > 0`.execute(
    db,
  )
}

export async function deleteChannel(db: Tx, orgId: string, ruleId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from notification_rules where org_id = ${orgId} and rule_id = ${ruleId} and user_id is null returning rule_id`.execute(
    db,
  )
  return rows.length > 0
}

export interface DueRule extends RuleRow {
  org_name: string
  /** Of a person who is still a member. */
  email: string | null
  /** What happened until then is told of: what is being written at this moment comes next time. */
  until: string
  is_queue_due: boolean
}

/** Behind the present, for transactions that are not committed yet. */
const LAG_SECONDS = 30

/** The rule that is due longest, for whoever takes it: nobody else has it for `holdSeconds`. None in a copy that is held. */
export async function takeDueRule(db: Tx, holdSeconds: number): Promise<DueRule | undefined> {
  const { rows } = await sql<DueRule>`
    with due as materialized (
      select rule_id from notification_rules
       where next_at <= clock_timestamp() and (select held_since from deployment) is null
       order by next_at limit 1 for update skip locked),
    taken as (
      update notification_rules r set next_at = clock_timestamp() + make_interval(secs => ${holdSeconds})
        from due where r.rule_id = due.rule_id returning r.*)
    select ${columns}, (select o.name from auth_organization o where o.id = taken.org_id) as org_name,
           (select u.email from auth_member m join auth_user u on u.id = m."userId"
             where m."organizationId" = taken.org_id and m."userId" = taken.user_id) as email,
           greatest(told_until, clock_timestamp() - make_interval(secs => ${LAG_SECONDS})) as until,
           queue_hours is not null and coalesce(queue_told_at < clock_timestamp() - interval '1 day', true) as is_queue_due
      from taken`.execute(db)
  return rows[0]
}

/** @param told whether there was something to tell, and whether the queue was a part of it */
export async function settleRule(
  db: Tx,
  ruleId: string,
  { until, nextInSeconds, toldOfQueue }: { until: string; nextInSeconds: number; toldOfQueue: boolean },
) {
  await sql`
    update notification_rules
       set told_until = ${until}::timestamptz, next_at = clock_timestamp() + make_interval(secs => ${nextInSeconds}),
           queue_told_at = case when ${toldOfQueue} then clock_timestamp() else queue_told_at end, failures = 0, last_error = null
     where rule_id = ${ruleId}`.execute(db)
}

/** Nothing was told: the same again later, with what has come meanwhile. */
export async function postponeRule(db: Tx, ruleId: string, error: string, seconds: number) {
  await sql`
    update notification_rules
       set next_at = clock_timestamp() + make_interval(secs => ${seconds}), failures = failures + 1, last_error = ${error}
     where rule_id = ${ruleId}`.execute(db)
}

export async function deleteRule(db: Tx, ruleId: string) {
  await sql`delete from notification_rules where rule_id = ${ruleId}`.execute(db)
}

export interface Told<Item> {
  /** The newest. */
  items: Item[]
  /** In all, no more than `MOST_COUNTED`. */
  count: number
}

const MOST_NAMED = 10
export const MOST_COUNTED = 1000

export interface ToldChange {
  scan_id: string
  url: string
  watch_name: string
  changes: ScanChange[]
}

/** What has changed of profiles whose watch is not muted. */
export async function changesBetween(
  db: Tx,
  orgId: string,
  from: string,
  until: string,
): Promise<Told<ToldChange>> {
  const { rows } = await sql<Omit<ToldChange, 'changes'> & { changes: string; count: number }>`
    with found as materialized (
      select c.scan_id, c.profile_url as url, w.name as watch_name, c.changes, c.created_at
        from scan_changes c join watches w using (watch_id)
       where c.org_id = ${orgId} and c.created_at > ${from}::timestamptz and c.created_at <= ${until}::timestamptz and not w.muted
       order by c.created_at desc limit ${MOST_COUNTED})
    select scan_id, url, watch_name, changes, (select count(*) from found) as count
      from found order by created_at desc limit ${MOST_NAMED}`.execute(db)
  const items = rows.map(({ count: _count, ...row }) => ({ ...row, changes: JSON.parse(row.changes) }))
  return { items, count: rows[0]?.count ?? 0 }
}

export interface ToldScan {
  scan_id: string
  url: string
  risk_score: number
}

/** Completed scans that call for review most, on which nobody has decided. */
export async function highRiskBetween(
  db: Tx,
  orgId: string,
  from: string,
  until: string,
): Promise<Told<ToldScan>> {
  const { rows } = await sql<ToldScan & { count: number }>`
    with found as materialized (
      select r.scan_id, r.risk_score, r.ready_at from scan_reviews r
       where r.org_id = ${orgId} and r.recommendation = 'review_high' and r.decision is null
         and r.ready_at > ${from}::timestamptz and r.ready_at <= ${until}::timestamptz
       order by r.ready_at desc limit ${MOST_COUNTED})
    select f.scan_id, s.profile_url as url, f.risk_score, (select count(*) from found) as count
      from found f join scans s using (scan_id) order by f.ready_at desc limit ${MOST_NAMED}`.execute(db)
  return { items: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** How many undecided cases that call for review wait longer than this; no more than `MOST_COUNTED`. */
export async function waitingLongerThan(db: Tx, orgId: string, hours: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from scan_reviews r
       where r.org_id = ${orgId} and r.recommendation in ('review_low', 'review_medium', 'review_high') and r.decision is null
         and r.ready_at < clock_timestamp() - make_interval(hours => ${hours}) limit ${MOST_COUNTED}) waiting`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
