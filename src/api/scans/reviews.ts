import {
  ErrorBody,
  ReviewLog,
  ReviewPrecision,
  ScanReview,
  type TriageReport,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import {
  addToReviewLog,
  countReviewChange,
  lockReview,
  type Reviewer,
  type ReviewRow,
  reviewLogOfScan,
  reviewOfScan,
  setDecision,
  setVerdict,
  verdictCounts,
  verdictsOfScan,
} from '../../db/reviews.ts'
import { type ScanRow, scanOfOrg } from '../../db/scan-reads.ts'
import { toInteger } from '../http/checks.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { isUuid } from '../http/ids.ts'
import { Refusal } from '../http/refusal.ts'
import { type DecisionInput, reviewRequest } from '../http/requests.ts'
import { storableText } from '../http/storable-text.ts'
import { ValidationFailed } from '../http/validate.ts'
import { wilsonInterval } from './wilson-interval.ts'

/** Bytes: a note of 4,000 characters, each of them escaped as two times six. */
const NOTES_LIMIT = 64 * 1024

export const getReview = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/review',
    summary: 'Read what people made of a scan',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ScanReview, 404: ErrorBody },
    async handle({ caller, params }) {
      const scan = await scanOf(ctx, caller, params)
      return readReview(ctx.db, scan.scan_id)
    },
  })

export const putReview = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/scans/:scan_id/review',
    summary: 'Decide on a scan, accept or reject its findings',
    description:
      'The record of the scan stays as it is. What is left out of the body stays too; every change goes into the log.',
    tag: 'Reviews',
    access: 'session',
    body: reviewRequest,
    bodyLimit: NOTES_LIMIT,
    answers: { 200: ScanReview, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, params, body }) {
      if (body.decision === undefined && body.findings === undefined)
        throw new Refusal(400, 'No fields to update')
      const scan = await scanOf(ctx, caller, params)
      if (scan.status !== 'completed') throw new Refusal(409, 'Only completed scans can be reviewed')
      refuseUnknownCodes(scan, body.findings ?? {})
      const by = reviewerOf(caller)
      return ctx.db.transaction().execute(async (tx) => {
        const review = await lockReview(tx, caller.orgId, scan.scan_id)
        if (body.version !== undefined && toInteger(body.version) !== review.version)
          throw new Refusal(409, 'The review was changed meanwhile. Read it again.')
        const decided =
          body.decision !== undefined && (await decide(tx, scan.scan_id, review, body.decision, by))
        const judged = await judge(tx, scan, body.findings ?? {}, by)
        if (decided || judged) await countReviewChange(tx, scan.scan_id)
        return readReview(tx, scan.scan_id)
      })
    },
  })

export const getReviewLog = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/review/log',
    summary: 'Read who changed the review of a scan',
    description: 'The oldest change first.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ReviewLog, 404: ErrorBody },
    async handle({ caller, params }) {
      const scan = await scanOf(ctx, caller, params)
      const entries = await reviewLogOfScan(ctx.db, scan.scan_id)
      return {
        entries: entries.map(({ user_id, email, ...entry }) => ({ ...entry, by: { user_id, email } })),
      }
    },
  })

export const getReviewPrecision = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/review-precision',
    summary: 'Read how often findings of each code were accepted',
    description:
      'Of the verdicts of this organization that stand now. With 95 % the true share lies between `low` and `high`.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ReviewPrecision },
    async handle({ caller }) {
      const counts = await verdictCounts(ctx.db, caller.orgId)
      return {
        codes: counts.map((count) => {
          const judged = count.accepted + count.rejected
          return { ...count, precision: count.accepted / judged, ...wilsonInterval(count.accepted, judged) }
        }),
      }
    },
  })

/** @throws Refusal 404 */
async function scanOf(ctx: ApiContext, caller: OrgCaller, params: Record<string, string>): Promise<ScanRow> {
  const scanId = params.scan_id ?? ''
  const scan = isUuid(scanId) ? await scanOfOrg(ctx.db, caller.orgId, scanId) : undefined
  if (!scan) throw new Refusal(404, 'Scan not found')
  return scan
}

async function readReview(db: Tx, scanId: string): Promise<ScanReview> {
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
  }
}

function decisionOf(review: ReviewRow): ScanReview['decision'] {
  const { decision, reason, note, decided_by, decided_by_email, decided_at } = review
  if (decision === null || decided_by_email === null || decided_at === null) return null
  return { decision, reason, note, by: { user_id: decided_by, email: decided_by_email }, at: decided_at }
}

/** Sessions only: the endpoint lets nobody else in. */
function reviewerOf(caller: OrgCaller): Reviewer {
  if (caller.kind !== 'session') throw new Refusal(403, 'A review takes a person')
  return { userId: caller.userId, email: caller.email }
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

/** Whether anything changed. */
async function decide(
  tx: Tx,
  scanId: string,
  review: ReviewRow,
  wanted: DecisionInput | null,
  by: Reviewer,
): Promise<boolean> {
  const decision = wanted && {
    decision: wanted.decision,
    reason: wordsOf(wanted.reason),
    note: wordsOf(wanted.note),
  }
  const isSame =
    review.decision === (decision?.decision ?? null) &&
    review.reason === (decision?.reason ?? null) &&
    review.note === (decision?.note ?? null)
  if (isSame) return false
  await setDecision(tx, scanId, decision, by)
  const { reason = null, note = null } = decision ?? {}
  const change = { from: review.decision, to: decision?.decision ?? null, reason, note }
  await addToReviewLog(tx, scanId, { what: 'decision', code: null, ...change }, by)
  return true
}

/** Whether anything changed. */
async function judge(
  tx: Tx,
  scan: ScanRow,
  wanted: Record<string, 'accepted' | 'rejected' | null>,
  by: Reviewer,
): Promise<boolean> {
  const { scan_id: scanId, org_id: orgId } = scan
  const standing = new Map((await verdictsOfScan(tx, scanId)).map(({ code, verdict }) => [code, verdict]))
  const changes = Object.entries(wanted).filter(([code, verdict]) => (standing.get(code) ?? null) !== verdict)
  for (const [code, verdict] of changes) {
    await setVerdict(tx, { orgId, scanId, code, verdict }, by)
    const change = { from: standing.get(code) ?? null, to: verdict, reason: null, note: null }
    await addToReviewLog(tx, scanId, { what: 'finding', code, ...change }, by)
  }
  return changes.length > 0
}

function wordsOf(text: string | null | undefined): string | null {
  return storableText(text ?? '').trim() || null
}
