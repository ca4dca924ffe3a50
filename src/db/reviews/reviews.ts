import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { type Actor, recordAct } from '../people/acts.ts'

export interface Reviewer {
  userId: string
  email: string
}

/** As whom the audit trail knows them, too. */
export type ActingReviewer = Reviewer & {
  actor: Actor
  mayReviewMinors: boolean
  /** Where they are signed in. */
  signInId: string | null
}

export interface ReviewRow {
  version: number
  decision: 'cleared' | 'escalated' | 'false_alarm' | null
  reason: string | null
  note: string | null
  decided_by: string | null
  decided_by_email: string | null
  decided_at: string | null
}

const columns = sql`version, decision, reason, note, decided_by, decided_by_email, decided_at`

export async function reviewOfScan(db: Tx, scanId: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${columns} from scan_reviews where scan_id = ${scanId}::uuid`.execute(db)
  return rows[0]
}

/** The review, made if there was none. Until the transaction ends nobody else changes it. */
export async function lockReview(tx: Tx, orgId: string, scanId: string): Promise<ReviewRow> {
  await sql`insert into scan_reviews (scan_id, org_id) values (${scanId}::uuid, ${orgId})
            on conflict do nothing`.execute(tx)
  const { rows } = await sql<ReviewRow>`
    select ${columns} from scan_reviews where scan_id = ${scanId}::uuid for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a review that was just made is gone')
  return row
}

/** Null takes the decision back: the scan waits for one again. Nobody looks at it any more, and nobody has to a second time. */
export async function setDecision(
  tx: Tx,
  scanId: string,
  decision: { decision: string; reason: string | null; note: string | null } | null,
  by: Reviewer,
) {
  await sql`
    update scan_reviews
       set decision = ${decision?.decision ?? null}, reason = ${decision?.reason ?? null}, note = ${decision?.note ?? null},
           decided_by = ${decision && by.userId}, decided_by_email = ${decision && by.email},
           decided_at = case when ${decision !== null} then clock_timestamp() end,
           claimed_by = null, claimed_until = null, second_review = null
     where scan_id = ${scanId}::uuid`.execute(tx)
}

/** Puts a decided scan before a second person. */
export async function wantSecondReview(tx: Tx, scanId: string) {
  await sql`update scan_reviews set second_review = 'wanted' where scan_id = ${scanId}::uuid`.execute(tx)
}

/** What a second person made of it, who has not seen the first decision, which stands. */
export async function setSecondDecision(
  tx: Tx,
  scanId: string,
  { decision, reason, note }: { decision: string; reason: string | null; note: string | null },
  by: Reviewer,
) {
  await sql`
    insert into second_reviews (scan_id, org_id, first_decision, first_by, decision, reason, note, decided_by, decided_by_email)
    select scan_id, org_id, decision, decided_by, ${decision}, ${reason}, ${note}, ${by.userId}, ${by.email}
      from scan_reviews where scan_id = ${scanId}::uuid
    on conflict (scan_id) do update
      set first_decision = excluded.first_decision, first_by = excluded.first_by, decision = excluded.decision,
          reason = excluded.reason, note = excluded.note, decided_by = excluded.decided_by,
          decided_by_email = excluded.decided_by_email, decided_at = clock_timestamp()`.execute(tx)
  await sql`
    update scan_reviews set second_review = 'given', claimed_by = null, claimed_until = null
     where scan_id = ${scanId}::uuid`.execute(tx)
}

export interface SecondDecisionRow {
  decision: string
  decided_by: string | null
  /** Given so lately that it can be undone. */
  is_fresh: boolean
}

export async function secondDecision(
  tx: Tx,
  scanId: string,
  freshSeconds: number,
): Promise<SecondDecisionRow | undefined> {
  const { rows } = await sql<SecondDecisionRow>`
    select decision, decided_by, decided_at > clock_timestamp() - make_interval(secs => ${freshSeconds}) as is_fresh
      from second_reviews where scan_id = ${scanId}::uuid`.execute(tx)
  return rows[0]
}

/** Takes the second decision back: a second person is wanted again. */
export async function dropSecondDecision(tx: Tx, scanId: string) {
  await sql`delete from second_reviews where scan_id = ${scanId}::uuid`.execute(tx)
  await wantSecondReview(tx, scanId)
}

export async function countReviewChange(tx: Tx, scanId: string) {
  await sql`update scan_reviews set version = version + 1 where scan_id = ${scanId}::uuid`.execute(tx)
}

export interface VerdictRow {
  code: string
  verdict: 'accepted' | 'rejected'
  judged_by: string | null
  judged_by_email: string
  judged_at: string
}

export async function verdictsOfScan(db: Tx, scanId: string): Promise<VerdictRow[]> {
  const { rows } = await sql<VerdictRow>`
    select code, verdict, judged_by, judged_by_email, judged_at
      from finding_verdicts where scan_id = ${scanId}::uuid order by code`.execute(db)
  return rows
}

/** Null takes the verdict back. */
export async function setVerdict(
  tx: Tx,
  finding: { orgId: string; scanId: string; code: string; verdict: string | null },
  by: Reviewer,
) {
  const { orgId, scanId, code, verdict } = finding
  if (verdict === null) {
    await sql`delete from finding_verdicts where scan_id = ${scanId}::uuid and code = ${code}`.execute(tx)
    return
  }
  await sql`
    insert into finding_verdicts (scan_id, code, org_id, verdict, judged_by, judged_by_email)
    values (${scanId}::uuid, ${code}, ${orgId}, ${verdict}, ${by.userId}, ${by.email})
    on conflict (scan_id, code) do update
      set verdict = excluded.verdict, judged_by = excluded.judged_by, judged_by_email = excluded.judged_by_email,
          judged_at = clock_timestamp()`.execute(tx)
}

export interface ReviewChangeEntry {
  what: 'decision' | 'finding' | 'second_decision' | 'assignment'
  code: string | null
  from: string | null
  to: string | null
  reason: string | null
  note: string | null
}

/** The audit trail is told as well, without the words of a reason or a note: these go when the scan goes. */
export async function addToReviewLog(
  tx: Tx,
  { orgId, scanId }: { orgId: string; scanId: string },
  entry: ReviewChangeEntry,
  by: ActingReviewer,
) {
  await sql`
    insert into review_log (scan_id, what, code, from_value, to_value, reason, note, user_id, email)
    values (${scanId}::uuid, ${entry.what}, ${entry.code}, ${entry.from}, ${entry.to}, ${entry.reason}, ${entry.note},
            ${by.userId}, ${by.email})`.execute(tx)
  const { what, code, from, to } = entry
  const facts = (value: string | null) => ({ ...(code !== null && { code }), [what]: value })
  await recordAct(tx, by.actor, {
    action: `review.${what}`,
    orgId,
    subject: scanId,
    before: facts(from),
    after: facts(to),
  })
}

export type ReviewLogRow = ReviewChangeEntry & { user_id: string | null; email: string; at: string }

/** The oldest first. */
export async function reviewLogOfScan(db: Tx, scanId: string): Promise<ReviewLogRow[]> {
  const { rows } = await sql<ReviewLogRow>`
    select what, code, from_value as "from", to_value as "to", reason, note, user_id, email, at
      from review_log where scan_id = ${scanId}::uuid order by entry_id`.execute(db)
  return rows
}

/** Verdicts that stand now, by code. */
export async function verdictCounts(
  db: Tx,
  orgId: string,
): Promise<{ code: string; accepted: number; rejected: number }[]> {
  const { rows } = await sql<{ code: string; accepted: number; rejected: number }>`
    select code, count(*) filter (where verdict = 'accepted') as accepted,
           count(*) filter (where verdict = 'rejected') as rejected
      from finding_verdicts where org_id = ${orgId} group by code order by code`.execute(db)
  return rows
}
