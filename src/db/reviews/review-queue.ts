import { sql } from 'kysely'
import type { ProfileState, Recommendation } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { profileState } from '../scans/scan-reads.ts'
import { behind, conditions, isOpen, order, type QueueFilter, type QueuePosition } from './queue-order.ts'

/** What is counted of one recommendation at most, so that counting costs the same however many wait. */
export const MOST_COUNTED = 10_000

/** A case as the queue lists it. */
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

/** Where a case stands in the queue. */
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

/** Cases of each recommendation, up to `MOST_COUNTED`. */
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
