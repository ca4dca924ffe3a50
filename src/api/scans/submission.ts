import { createHash } from 'node:crypto'
import {
  type BatchAccepted,
  DailyLimitErrorBody,
  ErrorBody,
  type ScanMode,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import type { Granted } from '../../db/scans/submissions.ts'
import type { ApiContext } from '../http/endpoint.ts'
import { measureJson } from '../http/json-text.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import { hrefsOf } from '../requests/checks.ts'
import { isPlainUrl } from '../requests/http-url.ts'
import { meaningOf } from '../requests/meaning-of.ts'
import { storableUrl } from '../requests/storable-text.ts'

/** What the submission endpoints share. */

const MAX_METADATA_BYTES = 16 * 1024
const MAX_METADATA_LEVELS = 32

/** Seconds that one scan takes, as announced. */
const TYPICAL_SECONDS: Record<ScanMode, number> = { deep: 120, quick: 30 }

/** Bytes of a body. */
export const BODY_LIMITS = { scan: 1024 * 1024, batch: 32 * 1024 * 1024 }

export const submissionErrors = { 404: ErrorBody, 422: ValidationErrorBody, 429: DailyLimitErrorBody }

/** Why the audit trail says nothing of submissions. */
export const SUBMISSIONS = 'the scan is its own record, and there may be a million a day'

export const CHOSEN_ID =
  'The same body under the same id is the same submission: it is answered as the first time, and nothing is queued or counted again. ' +
  'Another body, or an id that stands for something else, is refused (409).'

interface Sent {
  body: { callback_url?: string | null }
  sourceOf: (member: string) => string | undefined
}

/** How scans are to be done, checked. @throws ValidationFailed, Refusal */
export async function readTerms(ctx: ApiContext, scanMode: ScanMode, { body, sourceOf }: Sent) {
  const metadata = metadataSource(sourceOf)
  const callbackUrl = await refusePrivateCallback(ctx, body.callback_url)
  return { scanMode, callbackUrl, metadata }
}

/** What is to be scanned and how, checked. @throws ValidationFailed, Refusal */
export async function readSubmission(ctx: ApiContext, scanMode: ScanMode, urls: string[], sent: Sent) {
  return { ...(await readTerms(ctx, scanMode, sent)), profiles: profilesOf(urls) }
}

/** A long list has been checked beforehand, in turns, and is not read once more. */
function profilesOf(urls: string[]) {
  const hrefs = hrefsOf(urls)
  return urls.map((url, index) => profileOf(url, hrefs?.[index]))
}

/** The same for what means the same. */
export function hashOf({
  scanMode,
  callbackUrl,
  metadata,
  profiles,
}: Awaited<ReturnType<typeof readSubmission>>) {
  const meant = [scanMode, callbackUrl, meaningOf(metadata), ...profiles.map(({ url }) => url)]
  return createHash('sha256').update(JSON.stringify(meant)).digest()
}

/** The answer to a single submission. @throws Refusal 429 */
export function scanAccepted(granted: Granted, scanMode: ScanMode) {
  refuseOverLimit(granted)
  return {
    scan_id: granted.scan_id,
    status: 'processing',
    submitted_at: granted.submitted_at,
    estimated_completion: laterBy(granted.submitted_at, TYPICAL_SECONDS[scanMode]),
    scan_mode: scanMode,
  }
}

/** The answer to a batch of `requested` profiles. @throws Refusal 429 */
export function batchAccepted(
  batchId: string,
  granted: Granted,
  requested: number,
  scanMode: ScanMode,
): BatchAccepted {
  refuseOverLimit(granted)
  const rounds = Math.ceil(granted.granted / granted.scan_concurrency)
  const skipped = requested - granted.granted
  return {
    batch_id: batchId,
    status: 'processing',
    total_profiles: granted.granted,
    submitted_at: granted.submitted_at,
    estimated_completion: laterBy(granted.submitted_at, rounds * TYPICAL_SECONDS[scanMode]),
    scan_mode: scanMode,
    ...(skipped > 0 && { daily_limit_truncated: true, profiles_skipped: skipped }),
  }
}

/** The metadata as it was written, or `{}`. @throws ValidationFailed when it is too large or too deep. */
function metadataSource(sourceOf: (member: string) => string | undefined): string {
  const source = sourceOf('metadata') ?? '{}'
  const problem =
    Buffer.byteLength(source) > MAX_METADATA_BYTES
      ? `metadata must be at most ${MAX_METADATA_BYTES} bytes of JSON`
      : measureJson(source).depth > MAX_METADATA_LEVELS
        ? `metadata must be nested at most ${MAX_METADATA_LEVELS} levels deep`
        : null
  if (!problem) return source
  const entry = {
    type: 'value_error',
    loc: ['body', 'metadata'],
    msg: `Value error, ${problem}`,
    input: null,
    ctx: { error: {} },
  }
  throw new ValidationFailed([entry])
}

/** A private address written as such is refused at once; names are resolved and checked at every delivery. */
async function refusePrivateCallback(
  ctx: ApiContext,
  callbackUrl: string | null | undefined,
): Promise<string | null> {
  if (!callbackUrl) return null
  const reason = await ctx.checkCallbackUrl(callbackUrl, { resolve: false })
  if (reason) throw new Refusal(422, `Invalid callback URL: ${reason}`)
  return storableUrl(callbackUrl)
}

/** The submitted text for echoing, and the normalised address for fetching, where that is not known yet. Both can be stored by PostgreSQL. */
export function profileOf(url: string, href = isPlainUrl(url) ? url : new URL(url).href) {
  return { url: url === href ? url : storableUrl(url), target: href }
}

/** @throws Refusal 429 when not even one profile fits into the day. */
function refuseOverLimit(granted: Granted) {
  if (granted.granted > 0) return
  throw new Refusal(429, {
    error: 'daily_scan_limit_exceeded',
    limit: granted.daily_limit,
    used: granted.used,
  })
}

/** `seconds` after a database timestamp, keeping its microseconds. */
function laterBy(timestamp: string, seconds: number): string {
  const micros = timestamp.slice(19, 26)
  return (
    new Date(Date.parse(`${timestamp.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19) +
    micros +
    timestamp.slice(26)
  )
}
