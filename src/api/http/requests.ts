import { z } from 'zod'
import {
  ACT_ACTIONS,
  DECISIONS,
  DELIVERY_STATUSES,
  LISTED_DECISIONS,
  RECOMMENDATIONS,
  ROLES,
  SCAN_MODES,
  SCAN_STATUSES,
  type ScanMode,
  VERDICTS,
} from '../../../sdk/contract.ts'
import { SCAN_FILTERS } from '../../../sdk/scan-filters.ts'
import {
  boolean,
  dictionary,
  type Failure,
  httpUrl,
  httpUrlList,
  integer,
  literal,
  moment,
  optional,
  required,
  string,
} from './checks.ts'
import { chosenId } from './chosen-id.ts'
import { checkHttpUrl } from './http-url.ts'
import type { FilterName } from './scan-filter.ts'
import { storableText } from './storable-text.ts'

/** Everything that a caller may send, with pydantic's checks; the metadata travels beside it as its own source text. */

export const MAX_BATCH_URLS = 10_000

const urlDocs = (description: string) => ({ type: 'string', format: 'uri', maxLength: 2083, description })

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

export const settingsRequest = z
  .object({
    default_callback_url: optional<string | null>(
      string(),
      {
        type: ['string', 'null'],
        description: 'Used when a submission names no callback; null or "" clears it.',
      },
      true,
    ),
  })
  .meta({ id: 'OrgSettingsUpdate' })

const CODE_CHANGES = ['off', 'info', 'low', 'medium', 'high', 'critical'] as const

export const policyRequest = z
  .object({
    codes: required<Record<string, (typeof CODE_CHANGES)[number]>>(
      (value) => {
        const failure = dictionary(value)
        if (failure) return failure
        return Object.entries(Object(value)).flatMap(([code, wanted]) => {
          const failures = [literal(CODE_CHANGES)(wanted) ?? []].flat()
          return failures.map((each) => ({ ...each, path: [code] }))
        })
      },
      {
        type: 'object',
        additionalProperties: { type: 'string', enum: [...CODE_CHANGES] },
        description: 'By reason code: `off`, or the severity that it has for this organization.',
      },
    ),
    thresholds: optional<Record<string, number>>(
      (value) =>
        dictionary(value) ??
        Object.entries(Object(value))
          .filter(([, threshold]) => typeof threshold !== 'number')
          .map(([code]) => ({ type: 'float_type', msg: 'Input should be a valid number', path: [code] })),
      {
        type: 'object',
        additionalProperties: { type: 'number', minimum: 0.2, maximum: 0.97 },
        description: 'By reason code: the probability from which on it is heard. Left out: as it is.',
      },
    ),
    shadow: optional<string[]>(
      (value) =>
        Array.isArray(value) && value.every((code) => typeof code === 'string')
          ? null
          : { type: 'list_type', msg: 'Input should be a valid list of reason codes' },
      {
        type: 'array',
        items: { type: 'string' },
        description: 'Reason codes that are recorded and do not count. Left out: as it is.',
      },
    ),
  })
  .meta({ id: 'OrgPolicyUpdate' })

/** Days that the operator keeps pages, and scans; null: for ever. */
export const retentionRequest = (longest: { evidence: number; scans: number | null }) =>
  z
    .object({
      evidence_days: daysOfKeeping(longest.evidence, 'Of stored pages.'),
      scan_days: daysOfKeeping(longest.scans ?? MOST_DAYS, 'Of ended scans, with all that hangs on them.'),
      dry_run: optional<boolean>(boolean, { type: 'boolean', default: false, description: 'Only count.' }),
    })
    .meta({ id: 'OrgRetentionUpdate' })

const MOST_DAYS = 36_500

function daysOfKeeping(longest: number, what: string) {
  return optional<unknown>(
    integer(1, longest),
    {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: longest,
      description: `${what} Null: as long as the operator keeps them. Left out: as it is.`,
    },
    true,
  )
}

export const erasureRequest = z
  .object({
    profile_url: optional<string>(httpUrl, urlDocs('Any address of the creator that was scanned.')),
    before: optional<string>(
      moment,
      momentDocs(
        'ISO 8601 moment or day (UTC), instead of `profile_url`: all scans that were submitted before.',
      ),
    ),
    dry_run: optional<boolean>(boolean, { type: 'boolean', default: false, description: 'Only count.' }),
  })
  .meta({ id: 'ErasureRequest' })

export const rotateRequest = z
  .object({
    grace_period_seconds: optional<unknown>(integer(0, 604_800), {
      type: 'integer',
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the previous secret keeps signing; 0 cuts it off at once.',
    }),
  })
  .meta({ id: 'RotateWebhookSecretRequest' })

const MOST_PER_MINUTE = 1_000_000
const REQUESTS_PER_MINUTE = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: MOST_PER_MINUTE,
  description: 'Requests that the key may make a minute; null: as many as it likes.',
}

export const createKeyRequest = z
  .object({
    name: optional<string>(
      (value) => string({ min: 1, max: 64 })(typeof value === 'string' ? storableText(value).trim() : value),
      {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        default: 'API key',
        description: 'To recognise the key by.',
      },
    ),
    requests_per_minute: optional<number | null>(integer(1, MOST_PER_MINUTE), REQUESTS_PER_MINUTE, true),
  })
  .meta({ id: 'CreateApiKeyRequest' })

export const changeKeyRequest = z
  .object({
    requests_per_minute: required<number | null>(
      (value) => (value === null ? null : integer(1, MOST_PER_MINUTE)(value)),
      REQUESTS_PER_MINUTE,
    ),
  })
  .meta({ id: 'ChangeApiKeyRequest' })

const text = (description: string) => optional<string>(string(), { type: 'string', description })
const choice = (allowed: readonly string[], description: string, fallback?: string) =>
  optional<string>(literal(allowed), { type: 'string', enum: [...allowed], description, default: fallback })

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

const viewName = (value: unknown) =>
  string({ min: 1, max: 60 })(typeof value === 'string' ? storableText(value).trim() : value)
const viewNameDocs = {
  type: 'string',
  minLength: 1,
  maxLength: 60,
  description: 'Once in the organization, however it is capitalised.',
}

/** What is written as the parameters of the list are; what they mean is read by `readScanFilter`. */
const viewFilter: (value: unknown) => Failure | Failure[] | null = (value) => {
  const notDictionary = dictionary(value)
  if (notDictionary || typeof value !== 'object' || value === null) return notDictionary
  return Object.entries(value).flatMap(([name, text]) => {
    const known = SCAN_FILTERS.find((each) => each === name)
    const failure = known
      ? (VIEW_WORDS[known] ?? string({ max: 500 }))(text)
      : { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    return [failure ?? []].flat().map((each) => ({ ...each, path: [name] }))
  })
}

const VIEW_WORDS: Partial<Record<FilterName, ReturnType<typeof literal>>> = {
  status: literal(SCAN_STATUSES),
  scan_mode: literal(SCAN_MODES.toReversed()),
  sort_by: literal(['created_at', 'risk_score']),
  sort_order: literal(['desc', 'asc']),
}
const viewFilterDocs = {
  type: 'object',
  properties: Object.fromEntries(SCAN_FILTERS.map((name) => [name, { type: 'string' }])),
  additionalProperties: false,
  description: 'Parameters of `GET /org/scans`, in their own words.',
}

export const createViewRequest = z
  .object({
    name: required<string>(viewName, viewNameDocs),
    filter: required<Partial<Record<FilterName, string>>>(viewFilter, viewFilterDocs),
  })
  .meta({ id: 'CreateViewRequest' })

export const changeViewRequest = z
  .object({
    name: optional<string>(viewName, viewNameDocs),
    filter: optional<Partial<Record<FilterName, string>>>(viewFilter, viewFilterDocs),
  })
  .meta({ id: 'ChangeViewRequest' })

export const listKeysQuery = z.object({
  include_revoked: optional<string>(literal(['true', 'false']), { type: 'string', enum: ['true', 'false'] }),
})

export const removeMemberQuery = z.object({
  keys: optional<string>(literal(['revoke', 'hand_over']), { type: 'string', enum: ['revoke', 'hand_over'] }),
})

const pageLimit = optional<string>(integer(1, 100), {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 20,
})
function momentDocs(description: string) {
  return { type: 'string', format: 'date-time', description }
}

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

export const listErasuresQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
})

export const listDeliveriesQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
  status: choice(DELIVERY_STATUSES, 'Only deliveries in this state.'),
  scan_id: text('Only deliveries about this scan.'),
  from: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), inclusive.')),
  to: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), exclusive.')),
})

const actFilter = {
  actor: text('Only acts of this person (id or e-mail address), key (id) or command (account).'),
  action: choice(ACT_ACTIONS, 'Only acts of this kind.'),
  from: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), inclusive.')),
  to: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), exclusive.')),
}

export const listActsQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
  ...actFilter,
})

export const exportActsQuery = z.object({
  format: choice(['ndjson', 'csv'], 'One JSON object a line, or a table.', 'ndjson'),
  ...actFilter,
})

export const recoverRequest = z
  .object({
    since: required<string>(moment, momentDocs('ISO 8601 moment or day (UTC): what was made since then.')),
    dry_run: optional<boolean>(boolean, { type: 'boolean', default: false, description: 'Only count.' }),
  })
  .meta({ id: 'RecoverWebhooksRequest' })

export const statsQuery = z.object({
  days: optional<string>(integer(1, 90), { type: 'integer', minimum: 1, maximum: 90, default: 30 }),
})

const role = required<'admin' | 'member'>(literal(ROLES), { type: 'string', enum: [...ROLES] })

export const changeMemberRequest = z
  .object({
    role: optional<'admin' | 'member'>(literal(ROLES), { type: 'string', enum: [...ROLES] }),
    minor_safety: optional<boolean>(boolean, {
      type: 'boolean',
      description: 'May review cases of minor safety. Until it is said: administrators may, members may not.',
    }),
  })
  .meta({ id: 'ChangeMemberRequest' })

const email: (value: unknown) => Failure | Failure[] | null = (value) => {
  const failure = string({ max: 254 })(value)
  if (failure) return failure
  if (typeof value === 'string' && /^[^\s@\0]+@[^\s@\0]+$/.test(value.trim())) return null
  return { type: 'value_error', msg: 'value is not a valid email address' }
}

export const inviteRequest = z
  .object({ email: required<string>(email, { type: 'string', format: 'email' }), role })
  .meta({ id: 'InviteRequest' })

const invitationToken = required<string>(string({ min: 1, max: 200 }), { type: 'string' })

export const openInvitationRequest = z.object({ token: invitationToken })

export const acceptInvitationRequest = z.object({
  token: invitationToken,
  password: optional<string>(string({ max: 256 }), { type: 'string' }),
  name: optional<string>(string({ max: 100 }), { type: 'string' }),
})

const resetToken = required<string>(string({ min: 1, max: 200 }), { type: 'string' })

export const requestResetRequest = z.object({
  email: required<string>(email, { type: 'string', format: 'email' }),
})

/** `next`: the page of ours that was wanted. */
export const companySignInRequest = z.object({
  next: required<string>(string({ min: 1, max: 2000 }), { type: 'string' }),
})

export const openResetRequest = z.object({ token: resetToken })

export const finishResetRequest = z.object({
  token: resetToken,
  password: required<string>(string({ max: 256 }), { type: 'string' }),
})

export const decided: (value: unknown) => Failure | Failure[] | null = (value) => {
  const notDictionary = dictionary(value)
  if (notDictionary || typeof value !== 'object' || value === null) return notDictionary
  const at = (path: string, failures: Failure | Failure[] | null) =>
    [failures ?? []].flat().map((failure) => ({ ...failure, path: [path] }))
  const decision: unknown = Reflect.get(value, 'decision')
  const missing = { type: 'missing', msg: 'Field required' }
  return [
    ...at('decision', decision === undefined ? missing : literal(DECISIONS)(decision)),
    ...[['reason', 200] as const, ['note', 4000] as const].flatMap(([name, max]) => {
      const text: unknown = Reflect.get(value, name)
      return at(name, text === undefined || text === null ? null : string({ max })(text))
    }),
  ]
}

export const verdicts: (value: unknown) => Failure | Failure[] | null = (value) => {
  const notDictionary = dictionary(value)
  if (notDictionary || typeof value !== 'object' || value === null) return notDictionary
  return Object.entries(value).flatMap(([code, verdict]) =>
    [verdict === null ? [] : (literal(VERDICTS)(verdict) ?? [])]
      .flat()
      .map((failure) => ({ ...failure, path: [code] })),
  )
}

export interface DecisionInput {
  decision: (typeof DECISIONS)[number]
  reason?: string | null
  note?: string | null
}

export const reviewRequest = z
  .object({
    version: optional<unknown>(integer(0, 2 ** 31 - 1), {
      type: 'integer',
      minimum: 0,
      description:
        'The version that was looked at: a review that has changed since then is left alone (409).',
    }),
    decision: optional<DecisionInput | null>(
      decided,
      {
        type: ['object', 'null'],
        properties: {
          decision: { type: 'string', enum: [...DECISIONS] },
          reason: { type: ['string', 'null'], maxLength: 200 },
          note: { type: ['string', 'null'], maxLength: 4000 },
        },
        required: ['decision'],
        description: 'Null takes the decision back; left out, it stays.',
      },
      true,
    ),
    findings: optional<Record<string, (typeof VERDICTS)[number] | null>>(verdicts, {
      type: 'object',
      additionalProperties: { type: ['string', 'null'], enum: [...VERDICTS, null] },
      description: 'Verdicts by code; null takes one back; codes that are left out stay.',
    }),
  })
  .meta({ id: 'ReviewRequest' })
