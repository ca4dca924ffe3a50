import { z } from 'zod'
import { ACT_ACTIONS, SCAN_MODES, SCAN_STATUSES } from '../../../sdk/contract.ts'
import { SCAN_FILTERS } from '../../../sdk/scan-filters.ts'
import {
  boolean,
  dictionary,
  type Failure,
  httpUrl,
  integer,
  literal,
  moment,
  optional,
  required,
  string,
} from './checks.ts'
import { choice, momentDocs, pageLimit, text, urlDocs } from './request-parts.ts'
import type { FilterName } from './scan-filter.ts'
import { storableText } from './storable-text.ts'

/** What is sent about an organization: settings, retention, views, its audit trail. */

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

export const listErasuresQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
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

export const statsQuery = z.object({
  days: optional<string>(integer(1, 90), { type: 'integer', minimum: 1, maximum: 90, default: 30 }),
})
