import { DailyLimitErrorBody, ErrorBody, type ScanMode, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Granted } from '../../db/submissions.ts'
import type { ApiContext } from '../http/endpoint.ts'
import { measureJson } from '../http/json-text.ts'
import { Refusal } from '../http/refusal.ts'
import { storableUrl } from '../http/storable-text.ts'
import { ValidationFailed } from '../http/validate.ts'

/** What the four submission endpoints share. */

const MAX_METADATA_BYTES = 16 * 1024
const MAX_METADATA_LEVELS = 32

/** Seconds that one scan takes, as announced. */
export const TYPICAL_SECONDS: Record<ScanMode, number> = { deep: 120, quick: 30 }

export const submissionErrors = { 404: ErrorBody, 422: ValidationErrorBody, 429: DailyLimitErrorBody }

/** The metadata as it was written, or `{}`. @throws ValidationFailed when it is too large or too deep. */
export function metadataSource(sourceOf: (member: string) => string | undefined): string {
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
export async function refusePrivateCallback(
  ctx: ApiContext,
  callbackUrl: string | null | undefined,
): Promise<string | null> {
  if (!callbackUrl) return null
  const reason = await ctx.checkCallbackUrl(callbackUrl, { resolve: false })
  if (reason) throw new Refusal(422, `Invalid callback URL: ${reason}`)
  return storableUrl(callbackUrl)
}

/** The submitted text for echoing, and the normalised address for fetching. Both can be stored by PostgreSQL. */
export function profileOf(url: string) {
  return { url: storableUrl(url), target: new URL(url).href }
}

/** @throws Refusal 429 when not even one profile fits into the day. */
export function refuseOverLimit(granted: Granted) {
  if (granted.granted > 0) return
  throw new Refusal(429, {
    error: 'daily_scan_limit_exceeded',
    limit: granted.daily_limit,
    used: granted.used,
  })
}

/** `seconds` after a database timestamp, keeping its microseconds. */
export function laterBy(timestamp: string, seconds: number): string {
  const micros = timestamp.slice(19, 26)
  return (
    new Date(Date.parse(`${timestamp.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19) +
    micros +
    timestamp.slice(26)
  )
}
