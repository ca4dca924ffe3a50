import { type RawBuilder, sql } from 'kysely'
import type { Decision, ProfileState, Recommendation } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { profileState } from '../scans/scan-reads.ts'
import { hasMark } from '../statements/has-mark.ts'

/** How long somebody who claims a case has it to themselves, unless they renew. On the database's clock. */
export const CLAIM_SECONDS = 300
/** How long a decision can be undone from the queue. */
export const UNDO_SECONDS = 10
/** What is counted of one recommendation at most, so that counting costs the same however many wait. */
export const MOST_COUNTED = 10_000
/** Cases with a code that are named one by one. */
const FEW = 1000

/** Whose a claim is: of a person, where they are signed in. */
export interface Holder {
  userId: string
  /** Null or undefined: a token that comes from no sign-in. */
  signInId?: string | null
}

/** Who asks: what they decided themselves is not for them to decide a second time. */
export interface QueueFilter extends Holder {
  orgId: string
  /** In this order, each of them whole before the next. */
  recommendations: Recommendation[]
  orderBy: 'risk' | 'age' | 'reason_code'
  reasonCode: string | null
  /** `mine_or_free`: what is assigned to nobody else. `all`: whatever is open. */
  assigned: 'mine_or_free' | 'mine' | 'free' | 'all'
  /** May review minor safety; otherwise such cases are nobody's, for them. */
  mayReviewMinors: boolean
  /** Severe cases are passed over. */
  isMildOnly?: boolean
}

export interface CaseRow {
  scan_id: string
  profile_url: string
  scan_mode: 'deep' | 'quick' | null
  submitted_at: string
  ready_at: string
  recommendation: Recommendation
  risk_score: number
  confidence: 'low' | 'medium' | 'high' | null
  profile_state: ProfileState | null
  reason_codes: string[]
  version: number
  is_second: boolean
  claimed_by: string | null
  claimed_by_email: string | null
  claimed_by_name: string | null
  claimed_until: string | null
  assigned_to: string | null
  assigned_to_email: string | null
}

/** As the indexes of the queue state it. */
const isOpen = sql`(r.decision is null or r.second_review = 'wanted')`
/** Held by another sign-in of the same person that lives; a process of before knows nothing of sign-ins, and leaves there what somebody else's was. */
const isElsewhere = ({ signInId = null }: Holder) => sql`exists (
  select from auth_session s
   where s.id = r.claimed_in and s.id is distinct from ${signInId}::text and s."userId" = r.claimed_by and s."expiresAt" > clock_timestamp())`
const isFree = (by: Holder) =>
  sql`(r.claimed_until is null or r.claimed_until <= clock_timestamp() or r.claimed_by is null
       or (r.claimed_by = ${by.userId} and not ${isElsewhere(by)}))`
const claimFor = ({ userId, signInId = null }: Holder) =>
  sql`claimed_by = ${userId}, claimed_in = ${signInId}::text, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`

/**
 * Claims the first case that nobody else holds; one that this person holds comes again unless it is in `except`, or they hold it on another device.
 * Nobody waits for anybody: what another is claiming in this moment is passed over.
 */
export async function claimNext(
  db: Tx,
  filter: QueueFilter,
  except: readonly string[],
): Promise<string | null> {
  const wanted = await conditions(db, filter)
  for (const recommendation of filter.recommendations) {
    const { rows } = await sql<{ scan_id: string }>`
      with next as materialized (
        select r.scan_id from scan_reviews r
         where ${sql.join([...wanted, sql`r.recommendation = ${recommendation}`], sql` and `)}
           and ${isFree(filter)} and r.scan_id <> all(${[...except]}::uuid[])
         order by ${order(filter.orderBy)} limit 1 for update skip locked)
      update scan_reviews r
         set ${claimFor(filter)}
        from next where r.scan_id = next.scan_id
      returning r.scan_id`.execute(db)
    if (rows[0]) return rows[0].scan_id
  }
  return null
}

/** Claims this very case, or renews the claim. False where it is not open to this person, or somebody else holds it. */
export async function claimCase(
  db: Tx,
  orgId: string,
  scanId: string,
  by: Holder & Pick<QueueFilter, 'mayReviewMinors'>,
): Promise<boolean> {
  const { userId, mayReviewMinors } = by
  const { rows } = await sql`
    update scan_reviews r
       set ${claimFor(by)}
     where r.org_id = ${orgId} and r.scan_id = ${scanId}::uuid and ${isOpen} and ${isFree(by)}
       and r.decided_by is distinct from ${userId} and (${mayReviewMinors} or not r.minor_safety)
    returning r.scan_id`.execute(db)
  return rows.length > 0
}

/** Gives back what this person holds here; whoever else holds it, or they elsewhere, keeps it. */
export async function releaseCase(db: Tx, orgId: string, scanId: string, by: Holder): Promise<boolean> {
  const { rows } = await sql`
    update scan_reviews r set claimed_by = null, claimed_until = null
     where r.org_id = ${orgId} and r.scan_id = ${scanId}::uuid and r.claimed_by = ${by.userId} and not ${isElsewhere(by)}
    returning r.scan_id`.execute(db)
  return rows.length > 0
}

/** Whether this person holds it on another device. */
export async function isHeldElsewhere(db: Tx, scanId: string, by: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from scan_reviews r
     where r.scan_id = ${scanId}::uuid and r.claimed_by = ${by.userId} and r.claimed_until > clock_timestamp()
       and ${isElsewhere(by)}`.execute(db)
  return rows.length > 0
}

/** Gives open cases to a person, or to nobody. @returns those that changed hands, and whose they were */
export async function assignOpen(
  tx: Tx,
  orgId: string,
  scanIds: readonly string[],
  { userId, mayReviewMinors }: { userId: string | null; mayReviewMinors: boolean },
): Promise<{ scan_id: string; before: string | null }[]> {
  const { rows } = await sql<{ scan_id: string; before: string | null }>`
    with open as materialized (
      select r.scan_id, u.email as before from scan_reviews r left join auth_user u on u.id = r.assigned_to
       where r.org_id = ${orgId} and r.scan_id = any(${[...scanIds]}::uuid[]) and ${isOpen}
         and r.assigned_to is distinct from ${userId} and (${mayReviewMinors} or not r.minor_safety)
       order by r.scan_id for update of r)
    update scan_reviews r set assigned_to = ${userId} from open where r.scan_id = open.scan_id
    returning r.scan_id, open.before`.execute(tx)
  return rows
}

/** The place behind a case of the queue. */
export interface QueuePosition {
  recommendation: Recommendation
  risk: number
  readyAt: string
  scanId: string
  /** The weightiest. */
  code: string | null
}

export function positionOf({
  recommendation,
  risk_score,
  ready_at,
  scan_id,
  reason_codes,
}: CaseRow): QueuePosition {
  return {
    recommendation,
    risk: risk_score,
    readyAt: ready_at,
    scanId: scan_id,
    code: reason_codes[0] ?? null,
  }
}

/** Cases in their order, with who is looking at each. @param after null: the first of them */
export async function openCases(
  db: Tx,
  filter: QueueFilter,
  limit: number,
  after: QueuePosition | null = null,
): Promise<CaseRow[]> {
  const wanted = await conditions(db, filter)
  const ids: string[] = []
  const from = after ? filter.recommendations.indexOf(after.recommendation) : 0
  for (const recommendation of filter.recommendations.slice(Math.max(0, from))) {
    const stretches = after?.recommendation === recommendation ? behind(filter.orderBy, after) : [sql`true`]
    for (const stretch of stretches) {
      const parts = [...wanted, sql`r.recommendation = ${recommendation}`, stretch]
      const { rows } = await sql<{ scan_id: string }>`
        select r.scan_id from scan_reviews r
         where ${sql.join(parts, sql` and `)}
         order by ${order(filter.orderBy)} limit ${limit - ids.length}`.execute(db)
      ids.push(...rows.map((row) => row.scan_id))
      if (ids.length >= limit) return casesOf(db, filter.orgId, ids)
    }
  }
  return casesOf(db, filter.orgId, ids)
}

/** In the order of the ids. */
export async function casesOf(db: Tx, orgId: string, scanIds: readonly string[]): Promise<CaseRow[]> {
  if (scanIds.length === 0) return []
  const { rows } = await sql<CaseRow>`
    select r.scan_id, s.profile_url, s.scan_mode, s.created_at as submitted_at, r.ready_at, r.recommendation, r.risk_score,
           s.confidence, ${profileState} as profile_state, r.reason_codes, r.version,
           r.decision is not null as is_second, c.id as claimed_by, c.email as claimed_by_email, c.name as claimed_by_name,
           case when c.id is not null then r.claimed_until end as claimed_until, a.id as assigned_to, a.email as assigned_to_email
      from unnest(${[...scanIds]}::uuid[]) with ordinality as wanted (scan_id, place)
      join scan_reviews r using (scan_id) join scans s using (scan_id)
      left join auth_user c on c.id = r.claimed_by and r.claimed_until > clock_timestamp()
      left join auth_user a on a.id = r.assigned_to
     where r.org_id = ${orgId} order by wanted.place`.execute(db)
  return rows
}

export interface QueueCounts {
  review_high: number
  review_medium: number
  review_low: number
  no_flags: number
}

/** Of each recommendation what is open to this person, no further than `MOST_COUNTED`. */
export async function countOpen(
  db: Tx,
  filter: Omit<QueueFilter, 'recommendations' | 'orderBy'>,
): Promise<QueueCounts> {
  const wanted = await conditions(db, filter)
  const count = (recommendation: Recommendation) => sql`
    (select count(*) from (
      select from scan_reviews r
       where ${sql.join([...wanted, sql`r.recommendation = ${recommendation}`], sql` and `)}
       limit ${MOST_COUNTED}) counted)`
  const { rows } = await sql<QueueCounts>`
    select ${count('review_high')} as review_high, ${count('review_medium')} as review_medium,
           ${count('review_low')} as review_low, ${count('no_flags')} as no_flags`.execute(db)
  return rows[0] ?? { review_high: 0, review_medium: 0, review_low: 0, no_flags: 0 }
}

async function conditions(
  db: Tx,
  filter: Omit<QueueFilter, 'recommendations' | 'orderBy'>,
): Promise<RawBuilder<unknown>[]> {
  const { orgId, userId, reasonCode, assigned, mayReviewMinors, isMildOnly = false } = filter
  const parts = [sql`r.org_id = ${orgId}`, isOpen, sql`r.decided_by is distinct from ${userId}`]
  if (!mayReviewMinors) parts.push(sql`not r.minor_safety`)
  if (isMildOnly) parts.push(sql`not r.severe`)
  if (reasonCode !== null) parts.push(await withCode(db, orgId, reasonCode))
  if (assigned === 'mine_or_free') parts.push(sql`(r.assigned_to is null or r.assigned_to = ${userId})`)
  if (assigned === 'mine') parts.push(sql`r.assigned_to = ${userId}`)
  if (assigned === 'free') parts.push(sql`r.assigned_to is null`)
  return parts
}

/** A code that few cases have is looked up: walking the queue would meet it late or never. Of one that many have the first is near. */
async function withCode(db: Tx, orgId: string, code: string): Promise<RawBuilder<unknown>> {
  const hasCode = sql`r.reason_codes @> array[${code}::text]`
  const { rows } = await sql<{ scan_id: string }>`
    select r.scan_id from scan_reviews r
     where r.org_id = ${orgId} and ${hasMark(orgId, 'reason_codes', code)} and ${hasCode} and ${isOpen} limit ${FEW + 1}`.execute(
    db,
  )
  return rows.length > FEW ? hasCode : sql`r.scan_id = any(${rows.map((row) => row.scan_id)}::uuid[])`
}

/** As the indexes have it. */
function order(orderBy: QueueFilter['orderBy']): RawBuilder<unknown> {
  if (orderBy === 'age') return sql`r.ready_at, r.scan_id`
  const byRisk = sql`r.risk_score desc, r.ready_at, r.scan_id`
  return orderBy === 'reason_code' ? sql`r.reason_codes[1], ${byRisk}` : byRisk
}

/**
 * Of one recommendation, what `order` puts behind this place, in stretches that are each a piece of the index: said as one condition with "or", all
 * before the place would be read. Codes come last where there is none.
 */
function behind(
  orderBy: QueueFilter['orderBy'],
  { risk, readyAt, scanId, code }: QueuePosition,
): RawBuilder<unknown>[] {
  const byAge = sql`(r.ready_at, r.scan_id) > (${readyAt}::timestamptz, ${scanId}::uuid)`
  if (orderBy === 'age') return [byAge]
  const byRisk = [sql`r.risk_score = ${risk} and ${byAge}`, sql`r.risk_score < ${risk}`]
  if (orderBy === 'risk') return byRisk
  const none = sql`r.reason_codes[1] is null`
  if (code === null) return byRisk.map((stretch) => sql`${none} and ${stretch}`)
  return [
    ...byRisk.map((stretch) => sql`r.reason_codes[1] = ${code} and ${stretch}`),
    sql`r.reason_codes[1] > ${code}`,
    none,
  ]
}

export interface ClaimRow {
  claimed_by: string
  email: string
  name: string
  claimed_until: string
}

/** Who looks at a case just now. */
export async function claimOfScan(db: Tx, scanId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select r.claimed_by, u.email, u.name, r.claimed_until
      from scan_reviews r join auth_user u on u.id = r.claimed_by
     where r.scan_id = ${scanId}::uuid and r.claimed_until > clock_timestamp()`.execute(db)
  return rows[0]
}

/** A review that is locked, with what the queue knows of it. */
export interface LockedCase {
  version: number
  decision: Decision | null
  decided_by: string | null
  recommendation: Recommendation | null
  reason_codes: string[]
  second_review: 'wanted' | 'given' | null
  minor_safety: boolean
  /** Of somebody else than who asks. */
  held_by_email: string | null
  held_by_name: string | null
  /** Decided so lately that it can be undone. */
  is_fresh: boolean
}

/** Until the transaction ends nobody else changes it. */
export async function lockCase(
  tx: Tx,
  orgId: string,
  scanId: string,
  userId: string,
): Promise<LockedCase | undefined> {
  const { rows } = await sql<LockedCase>`
    select r.version, r.decision, r.decided_by, r.recommendation, r.reason_codes, r.second_review, r.minor_safety,
           c.email as held_by_email, c.name as held_by_name,
           coalesce(r.decided_at > clock_timestamp() - make_interval(secs => ${UNDO_SECONDS}), false) as is_fresh
      from scan_reviews r
      left join auth_user c on c.id = r.claimed_by and c.id <> ${userId} and r.claimed_until > clock_timestamp()
     where r.org_id = ${orgId} and r.scan_id = ${scanId}::uuid for update of r`.execute(tx)
  return rows[0]
}

/** This very decision, where the same person has made it already, whether first or second: until when it can be undone. */
export async function sameDecision(
  tx: Tx,
  scanId: string,
  { decision, reason, note }: { decision: Decision; reason: string | null; note: string | null },
  userId: string,
): Promise<{ undo_until: string; is_second: boolean } | undefined> {
  const isSame = sql`d.decided_by = ${userId} and d.decision = ${decision}
    and d.reason is not distinct from ${reason} and d.note is not distinct from ${note}`
  const { rows } = await sql<{ undo_until: string; is_second: boolean }>`
    select d.decided_at + make_interval(secs => ${UNDO_SECONDS}) as undo_until, false as is_second
      from scan_reviews d where d.scan_id = ${scanId}::uuid and ${isSame}
    union all
    select d.decided_at + make_interval(secs => ${UNDO_SECONDS}), true
      from second_reviews d join scan_reviews r using (scan_id)
     where d.scan_id = ${scanId}::uuid and r.second_review = 'given' and ${isSame}`.execute(tx)
  return rows[0]
}

/** A pause that ends a row of severe cases. */
const REST_SECONDS = 900

/**
 * How many severe cases somebody had in a row and without a pause, those that they hold among them, no further than `most`.
 * @param held of these, what is theirs now, in the order in which they look at them
 */
export async function severeInRow(
  db: Tx,
  { orgId, userId }: Pick<QueueFilter, 'orgId' | 'userId'>,
  held: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ severe: boolean; ago: number }>`
    with decided as (
      (select r.severe, r.decided_at from scan_reviews r
        where r.org_id = ${orgId} and r.decision is not null and r.decided_by = ${userId}
          and r.decided_at > clock_timestamp() - make_interval(secs => ${most * REST_SECONDS})
        order by r.decided_at desc limit ${most})
      union all
      (select r.severe, s.decided_at from second_reviews s join scan_reviews r using (scan_id)
        where s.org_id = ${orgId} and s.decided_by = ${userId}
          and s.decided_at > clock_timestamp() - make_interval(secs => ${most * REST_SECONDS})
        order by s.decided_at desc limit ${most})
      union all
      select r.severe, clock_timestamp() + make_interval(secs => h.place)
        from unnest(${[...held]}::uuid[]) with ordinality h (scan_id, place) join scan_reviews r using (scan_id)
       where r.org_id = ${orgId} and r.claimed_by = ${userId} and r.claimed_until > clock_timestamp())
    select severe, extract(epoch from clock_timestamp() - decided_at)::float8 as ago
      from decided order by decided_at desc limit ${most}`.execute(db)
  let before = 0
  const end = rows.findIndex(({ severe, ago }) => {
    const hasRested = ago - before > REST_SECONDS
    before = ago
    return !severe || hasRested
  })
  return end === -1 ? rows.length : end
}
