import { z } from 'zod'
import {
  LISTED_DECISIONS,
  RECOMMENDATIONS,
  SCAN_MODES,
  SCAN_STATUSES,
  type ScanMode,
} from '../../../sdk/contract.ts'
import {
  checkUrlsInTurns,
  dictionary,
  httpUrl,
  httpUrlList,
  integer,
  literal,
  optional,
  required,
} from './checks.ts'
import { chosenId } from './chosen-id.ts'
import { checkHttpUrl } from './http-url.ts'
import { choice, pageLimit, text, urlDocs } from './request-parts.ts'

/** What is sent to submit, and to read and choose scans and batches, with pydantic's checks; the metadata travels beside it as its own source text. */

export const MAX_BATCH_URLS = 10_000

const metadata = optional<Record<string, unknown>>(dictionary, {
  type: 'object',
  additionalProperties: true,
  // In words: of a `default` generated clients make a member that must be sent.
  description: 'Default {}. Arbitrary JSON, echoed unchanged. At most 16 KiB and 32 levels.',
})

/** `http` is accepted only for hosts that the operator allows although they are private. */
export function callbackUrl(acceptsHttp: (url: string) => boolean) {
  return optional<string | null>(
    (value) => {
      const anyScheme = checkHttpUrl(value)
      if (anyScheme.ok && acceptsHttp(anyScheme.href)) return null
      const result = checkHttpUrl(value, ['https'])
      return result.ok ? null : result
    },
    {
      ...urlDocs('HTTPS endpoint for the result; the organization default when left out.'),
      type: ['string', 'null'],
    },
    true,
  )
}

export const scanRequest = (acceptsHttp: (url: string) => boolean) =>
  z
    .object({
      profile_url: required<string>(httpUrl, urlDocs('The profile to scan.')),
      callback_url: callbackUrl(acceptsHttp),
      metadata,
    })
    .meta({ id: 'ScanRequest' })

/** For `prepareBody` of what takes a batch. */
export function checkProfileUrls(body: unknown): Promise<void> {
  const urls = typeof body === 'object' && body !== null && 'profile_urls' in body ? body.profile_urls : null
  return checkUrlsInTurns(urls, MAX_BATCH_URLS)
}

export const batchRequest = (acceptsHttp: (url: string) => boolean) =>
  z
    .object({
      profile_urls: required<string[]>(httpUrlList(MAX_BATCH_URLS), {
        type: 'array',
        items: { type: 'string', format: 'uri', maxLength: 2083 },
        minItems: 1,
        maxItems: MAX_BATCH_URLS,
        description: 'The profiles to scan, in the order in which the daily limit is spent.',
      }),
      callback_url: callbackUrl(acceptsHttp),
      metadata,
    })
    .meta({ id: 'BatchRequest' })

const scanMode = optional<ScanMode>(literal(SCAN_MODES), {
  type: 'string',
  enum: [...SCAN_MODES],
  description: 'Default deep. Where POST has a path for each.',
})

export const putScanRequest = (acceptsHttp: (url: string) => boolean) =>
  scanRequest(acceptsHttp).extend({ scan_mode: scanMode }).meta({ id: 'PutScanRequest' })

export const putBatchRequest = (acceptsHttp: (url: string) => boolean) =>
  batchRequest(acceptsHttp).extend({ scan_mode: scanMode }).meta({ id: 'PutBatchRequest' })

const idOf = (what: string) =>
  required<string>(chosenId, {
    type: 'string',
    format: 'uuid',
    description: `The id that the ${what} is to have: a UUID that you made, and use for nothing else.`,
  })

export const chosenScan = z.object({ scan_id: idOf('scan') })

export const chosenBatch = z.object({ batch_id: idOf('batch') })

/** The order of the fields is the order of errors. */
export const listScansQuery = z.object({
  limit: optional<string>(integer(1, 100), { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  after: text('Cursor: `next_cursor` of the previous page.'),
  recommendation: text(
    `Comma-separated, from ${RECOMMENDATIONS.join(', ')}. Only completed scans are returned then.`,
  ),
  scan_mode: choice(SCAN_MODES.toReversed(), '`deep` also matches scans without a mode.'),
  q: text('Case-insensitive substring of profile URL or username.'),
  from_date: text('YYYY-MM-DD, UTC, inclusive.'),
  to_date: text('YYYY-MM-DD, UTC, inclusive.'),
  status: choice(SCAN_STATUSES, 'Only scans in this state.'),
  decision: text(
    `Comma-separated, from ${LISTED_DECISIONS.join(', ')}. Only completed scans are returned then, as with the next four.`,
  ),
  reviewer: text('Who decided: the id of a person, or `me`.'),
  assigned: text('To whom it is assigned: the id of a person, `me` or `nobody`.'),
  reason_code: text('Only reports with this code.'),
  domain: text('Only reports that cite a page of this domain, the profile’s own among them.'),
  batch_id: text('Only scans of this batch.'),
  sort_by: choice(['created_at', 'risk_score'], 'Scans without a score count as lowest.', 'created_at'),
  sort_order: choice(['desc', 'asc'], 'Direction.', 'desc'),
})

const { limit: _limit, after: _after, ...scanFilters } = listScansQuery.shape

export const exportScansQuery = z.strictObject({
  format: choice(['ndjson', 'csv'], 'One scan a line as in the list, or a table.', 'ndjson'),
  ...scanFilters,
})

export const listBatchesQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
})

export const getBatchQuery = z.object({
  limit: optional<string>(integer(0, 1000), {
    type: 'integer',
    minimum: 0,
    maximum: 1000,
    description: 'Profiles in the answer; 0 for the counts alone. Left out: all of them.',
  }),
  after: text('Cursor: `next_cursor` of the previous page.'),
})
