import { type RawBuilder, sql } from 'kysely'
import type { Recommendation } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { hasMark } from '../statements/has-mark.ts'

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

/** As the indexes of the queue state it. */
export const isOpen = sql`(r.decision is null or r.second_review = 'wanted')`

/** The place behind a case of the queue. */
export interface QueuePosition {
  recommendation: Recommendation
  risk: number
  readyAt: string
  scanId: string
  /** The weightiest. */
  code: string | null
}

/** What a case has to be, to be in somebody's queue. */
export async function conditions(
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
export function order(orderBy: QueueFilter['orderBy']): RawBuilder<unknown> {
  if (orderBy === 'age') return sql`r.ready_at, r.scan_id`
  const byRisk = sql`r.risk_score desc, r.ready_at, r.scan_id`
  return orderBy === 'reason_code' ? sql`r.reason_codes[1], ${byRisk}` : byRisk
}

/**
 * Of one recommendation, what `order` puts behind this place, in stretches that are each a piece of the index: said as one condition with "or", all
 * before the place would be read. Codes come last where there is none.
 */
export function behind(
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
