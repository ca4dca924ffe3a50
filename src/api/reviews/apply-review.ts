import type { ReviewSettings, ScanReview, TriageReport } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import type { Actor } from '../../db/people/acts.ts'
import { claimOfScan } from '../../db/reviews/case-claims.ts'
import { lockCase, sameDecision } from '../../db/reviews/locked-case.ts'
import {
  type ActingReviewer,
  addToReviewLog,
  type ReviewRow,
  reviewOfScan,
  setDecision,
  setSecondDecision,
  setVerdict,
  verdictsOfScan,
  wantSecondReview,
} from '../../db/reviews/reviews.ts'
import { type ScanRow, scanOfOrg } from '../../db/scans/scan-reads.ts'
import type { OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import { toInteger } from '../requests/checks.ts'
import type { DecisionInput } from '../requests/decision-requests.ts'
import { isUuid } from '../requests/ids.ts'
import { storableText } from '../requests/storable-text.ts'

/** What deciding and judging means, whichever endpoint it comes through. */

/** Bytes of a body: a note of 4,000 characters, each of them escaped as two times six, and a hundred ids. */
export const NOTES_LIMIT = 64 * 1024

/** @throws Refusal 404 */
export async function scanToReview(db: Tx, orgId: string, scanId = ''): Promise<ScanRow> {
  const scan = isUuid(scanId) ? await scanOfOrg(db, orgId, scanId) : undefined
  if (!scan) throw new Refusal(404, 'Scan not found')
  return scan
}

/** A scan whose review this person may change, and knows the codes that are judged. @throws Refusal 403, 404, 409, 422 */
export async function reviewableScan(
  db: Tx,
  orgId: string,
  scanId: string | undefined,
  findings: Record<string, string | null>,
  by: ActingReviewer,
): Promise<ScanRow> {
  const scan = await scanToReview(db, orgId, scanId)
  refuseMinorSafety(scan, by)
  if (scan.status !== 'completed') throw new Refusal(409, 'Only completed scans can be reviewed')
  refuseUnknownCodes(scan, findings)
  return scan
}

/** Of a review that is locked. @throws Refusal 409 where another version was looked at */
export function refuseIfChanged(review: ReviewRow, version: unknown) {
  if (version !== undefined && toInteger(version) !== review.version)
    throw new Refusal(409, 'The review was changed meanwhile. Read it again.')
}

/** Whether all that somebody sends stands there by themselves: its answer was lost, and to be told of a conflict with oneself would be wrong. */
export async function standsByThem(
  tx: Tx,
  scanId: string,
  review: ReviewRow,
  { decision, findings = {} }: { decision?: DecisionInput | null; findings?: Record<string, string | null> },
  userId: string,
): Promise<boolean> {
  if (decision === null && review.decision !== null) return false
  if (decision) {
    const same = await sameDecision(tx, scanId, decisionOfInput(decision), userId)
    if (!same || same.is_second) return false
  }
  const verdicts = await verdictsOfScan(tx, scanId)
  return Object.entries(findings).every(([code, wanted]) => {
    const standing = verdicts.find((verdict) => verdict.code === code)
    return wanted === null
      ? standing === undefined
      : standing?.verdict === wanted && standing.judged_by === userId
  })
}

/** @param userId who reads it; null: nobody in person */
export async function readReview(db: Tx, scanId: string, userId: string | null): Promise<ScanReview> {
  const claim = await claimOfScan(db, scanId)
  const review = await reviewOfScan(db, scanId)
  const verdicts = await verdictsOfScan(db, scanId)
  return {
    scan_id: scanId,
    version: review?.version ?? 0,
    decision: review ? decisionOf(review) : null,
    findings: verdicts.map(({ code, verdict, judged_by, judged_by_email, judged_at }) => ({
      code,
      verdict,
      by: { user_id: judged_by, email: judged_by_email },
      at: judged_at,
    })),
    claim: claim
      ? {
          by: { user_id: claim.claimed_by, email: claim.email, name: claim.name },
          until: claim.claimed_until,
          is_you: claim.claimed_by === userId,
        }
      : null,
  }
}

function decisionOf(review: ReviewRow): ScanReview['decision'] {
  const { decision, reason, note, decided_by, decided_by_email, decided_at } = review
  if (decision === null || decided_by_email === null || decided_at === null) return null
  return { decision, reason, note, by: { user_id: decided_by, email: decided_by_email }, at: decided_at }
}

/** Sessions only: the endpoint lets nobody else in. */
export function reviewerOf({ caller, by }: { caller: OrgCaller; by: Actor }): ActingReviewer {
  if (caller.kind !== 'session') throw new Refusal(403, 'A review takes a person')
  const { userId, email, mayReviewMinors, signInId } = caller
  return { userId, email, actor: by, mayReviewMinors, signInId }
}

export const DECIDED_BY_YOU = 'You have decided on it already'
export const HELD_BY_YOU = 'You have it in hand in another browser'

export const TAKES_A_RIGHT =
  'Cases of minor safety take a right that you do not have: an administrator can give it (Team)'

/** By the report itself: every scan has had one since before the queue knew. @throws Refusal 403 */
export function refuseMinorSafety({ report }: Pick<ScanRow, 'report'>, by: ActingReviewer) {
  if (by.mayReviewMinors) return
  // Written by this program only.
  const { findings = [] } = JSON.parse(report ?? '{}') as Partial<TriageReport>
  if (findings.some(({ family }) => family === 'minor_safety')) throw new Refusal(403, TAKES_A_RIGHT)
}

function refuseUnknownCodes(scan: ScanRow, findings: Record<string, string | null>) {
  // Written by this program only.
  const report = JSON.parse(scan.report ?? '{}') as Partial<TriageReport>
  const known = new Set([...(report.reason_codes ?? []), ...(report.findings ?? []).map(({ code }) => code)])
  const unknown = Object.entries(findings).filter(([code]) => !known.has(code))
  if (unknown.length === 0) return
  throw new ValidationFailed(
    unknown.map(([code, verdict]) => ({
      type: 'value_error',
      loc: ['body', 'findings', code],
      msg: 'Value error, the report has no such finding',
      input: verdict,
      ctx: { error: {} },
    })),
  )
}

/**
 * Decides on a scan whose review is locked, or takes the decision back; some are then put before a second person.
 * @returns whether anything changed
 * @throws Refusal 409 while somebody else looks at it; 422 where words are missing that the organization asks for
 */
export async function decide(
  tx: Tx,
  { scan_id: scanId, org_id: orgId }: ScanRow,
  review: ReviewRow,
  wanted: DecisionInput | null,
  by: ActingReviewer,
  settings: ReviewSettings,
): Promise<boolean> {
  const decision = wanted && decisionOfInput(wanted)
  const isSame =
    review.decision === (decision?.decision ?? null) &&
    review.reason === (decision?.reason ?? null) &&
    review.note === (decision?.note ?? null)
  if (isSame) return false
  const open = await lockCase(tx, orgId, scanId, by.userId)
  refuseWhileHeld(open)
  if (decision) refuseMissingWords(decision, open?.recommendation ?? null, settings)
  await setDecision(tx, scanId, decision, by)
  if (decision && review.decision === null && isInSample(open?.reason_codes ?? [], settings))
    await wantSecondReview(tx, scanId)
  const { reason = null, note = null } = decision ?? {}
  const change = { from: review.decision, to: decision?.decision ?? null, reason, note }
  await addToReviewLog(tx, { orgId, scanId }, { what: 'decision', code: null, ...change }, by)
  return true
}

/**
 * Decides a second time on a scan whose review is locked, beside the first decision.
 * @throws Refusal 409; 422 as `decide`
 */
export async function decideSecond(
  tx: Tx,
  { scan_id: scanId, org_id: orgId }: ScanRow,
  wanted: DecisionInput,
  by: ActingReviewer,
  settings: ReviewSettings,
) {
  const decision = decisionOfInput(wanted)
  const open = await lockCase(tx, orgId, scanId, by.userId)
  refuseWhileHeld(open)
  refuseMissingWords(decision, open?.recommendation ?? null, settings)
  await setSecondDecision(tx, scanId, decision, by)
  const { decision: to, reason, note } = decision
  const entry = { what: 'second_decision', code: null, from: null, to, reason, note } as const
  await addToReviewLog(tx, { orgId, scanId }, entry, by)
}

/** Whether anything changed. */
export async function judge(
  tx: Tx,
  scan: ScanRow,
  wanted: Record<string, 'accepted' | 'rejected' | null>,
  by: ActingReviewer,
): Promise<boolean> {
  const { scan_id: scanId, org_id: orgId } = scan
  const standing = new Map((await verdictsOfScan(tx, scanId)).map(({ code, verdict }) => [code, verdict]))
  const changes = Object.entries(wanted).filter(([code, verdict]) => (standing.get(code) ?? null) !== verdict)
  for (const [code, verdict] of changes) {
    await setVerdict(tx, { orgId, scanId, code, verdict }, by)
    const change = { from: standing.get(code) ?? null, to: verdict, reason: null, note: null }
    await addToReviewLog(tx, { orgId, scanId }, { what: 'finding', code, ...change }, by)
  }
  return changes.length > 0
}

/** @throws Refusal 409 that says who looks at it */
export function refuseWhileHeld(
  open: { held_by_name: string | null; held_by_email: string | null } | undefined,
) {
  const who = open?.held_by_name || open?.held_by_email
  if (who) throw new Refusal(409, `${who} is looking at it`)
}

/** To clear what nobody flagged takes no words. @throws ValidationFailed */
function refuseMissingWords(
  { decision, reason, note }: { decision: string; reason: string | null; note: string | null },
  recommendation: string | null,
  { reason_required, note_required }: ReviewSettings,
) {
  if (decision === 'cleared' && recommendation === 'no_flags') return
  const missing = [
    ...(reason_required && reason === null ? ['reason'] : []),
    ...(note_required && note === null ? ['note'] : []),
  ]
  if (missing.length === 0) return
  throw new ValidationFailed(
    missing.map((name) => ({ type: 'missing', loc: ['body', 'decision', name], msg: 'Field required' })),
  )
}

/** By chance, so that nobody can tell which of their decisions will be looked at again. */
function isInSample(codes: readonly string[], { second_review }: ReviewSettings): boolean {
  const percent = Math.max(second_review.percent, ...codes.map((code) => second_review.codes[code] ?? 0))
  return Math.random() * 100 < percent
}

export function decisionOfInput({ decision, reason, note }: DecisionInput) {
  return { decision, reason: wordsOf(reason), note: wordsOf(note) }
}

function wordsOf(text: string | null | undefined): string | null {
  return storableText(text ?? '').trim() || null
}
