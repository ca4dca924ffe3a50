import { sql } from 'kysely'
import type { Decision, Recommendation } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

/** How long a decision can be undone from the queue. */
export const UNDO_SECONDS = 10

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
