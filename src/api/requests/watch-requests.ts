import { z } from 'zod'
import {
  SCAN_MODES,
  type ScanMode,
  WATCH_PERIODS,
  type WatchSchedule,
  WEEKDAYS,
} from '../../../sdk/contract.ts'
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
import { isUuid } from './ids.ts'
import { callbackUrl } from './scan-requests.ts'
import { storableText } from './storable-text.ts'

/** What is sent about watches, with the checks of pydantic. */

type Check = (value: unknown) => Failure | Failure[] | null

export const MAX_WATCHED = 1000

const name: Check = (value) =>
  string({ min: 1, max: 100 })(typeof value === 'string' ? storableText(value).trim() : value)
const nameDocs = { type: 'string', minLength: 1, maxLength: 100 }

const listOf =
  (item: Check, max: number): Check =>
  (value) => {
    if (!Array.isArray(value)) return { type: 'list_type', msg: 'Input should be a valid list' }
    if (value.length === 0) return { type: 'too_short', msg: 'List should have at least 1 item' }
    if (value.length > max) return { type: 'too_long', msg: `List should have at most ${max} items` }
    return value.flatMap((each, index) => below(index, item(each)))
  }

function below(name: string | number, failures: Failure | Failure[] | null): Failure[] {
  return [failures ?? []].flat().map((failure) => ({ ...failure, path: [name, ...(failure.path ?? [])] }))
}

const dayOfMonth: Check = (value) =>
  typeof value === 'number'
    ? integer(1, 31)(value)
    : { type: 'int_type', msg: 'Input should be a valid integer' }

const schedule: Check = (value) => {
  const notDictionary = dictionary(value)
  if (notDictionary || typeof value !== 'object' || value === null) return notDictionary
  const { every, weekdays, days, ...others } = Object(value)
  const missing = { type: 'missing', msg: 'Field required' }
  const misplaced = (period: string) => ({ type: 'value_error', msg: `Value error, only of every ${period}` })
  return [
    ...below('every', every === undefined ? missing : literal(WATCH_PERIODS)(every)),
    ...below(
      'weekdays',
      weekdays === undefined
        ? null
        : every === 'week'
          ? listOf(literal(WEEKDAYS), 7)(weekdays)
          : misplaced('week'),
    ),
    ...below(
      'days',
      days === undefined ? null : every === 'month' ? listOf(dayOfMonth, 31)(days) : misplaced('month'),
    ),
    ...Object.keys(others).flatMap((other) =>
      below(other, { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }),
    ),
  ]
}

const scheduleDocs = {
  type: 'object',
  properties: {
    every: { type: 'string', enum: [...WATCH_PERIODS] },
    weekdays: { type: 'array', items: { type: 'string', enum: [...WEEKDAYS] } },
    days: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 31 } },
  },
  required: ['every'],
  description:
    'When its runs begin. The minute of the day follows from the watch; days that are left out, too.',
}

const urlsDocs = {
  type: 'array',
  items: { type: 'string', format: 'uri', maxLength: 2083 },
  minItems: 1,
  maxItems: MAX_WATCHED,
}

const scanMode = optional<ScanMode>(literal(SCAN_MODES), {
  type: 'string',
  enum: [...SCAN_MODES],
  description: 'Default deep.',
})
const muted = optional<boolean>(boolean, {
  type: 'boolean',
  description: 'Changes are written down and nobody is told. Default false.',
})
const momentOrNull = (description: string) =>
  optional<string | null>(moment, { type: ['string', 'null'], format: 'date-time', description }, true)
const endsAt = momentOrNull(
  'From then on nothing is scanned; a moment that has passed ends it now. Null: never.',
)

export const createWatchRequest = (acceptsHttp: (url: string) => boolean) =>
  z
    .object({
      profile_urls: optional<string[]>(httpUrlList(MAX_WATCHED), {
        ...urlsDocs,
        description: 'What to watch; or give `view_id`.',
      }),
      view_id: optional<string>(string({ min: 1, max: 64 }), {
        type: 'string',
        description: `A saved view: each run scans the profiles that it lists then, the newest ${MAX_WATCHED} at most.`,
      }),
      name: optional<string>(name, { ...nameDocs, description: 'Left out: as what it watches.' }),
      scan_mode: scanMode,
      callback_url: callbackUrl(acceptsHttp),
      schedule: required<WatchSchedule>(schedule, scheduleDocs),
      muted,
      ends_at: endsAt,
      since_scan_id: optional<string>(
        (value) =>
          typeof value === 'string' && isUuid(value)
            ? null
            : { type: 'uuid_parsing', msg: 'Input should be a valid UUID' },
        {
          type: 'string',
          format: 'uuid',
          description:
            'Of one profile: a completed scan of it, which the first one is compared with. The first then comes when the schedule says, else at once.',
        },
      ),
    })
    .meta({ id: 'CreateWatchRequest' })

export const changeWatchRequest = (acceptsHttp: (url: string) => boolean) =>
  z
    .object({
      profile_urls: optional<string[]>(httpUrlList(MAX_WATCHED), {
        ...urlsDocs,
        description: 'Of a list of addresses: these instead. What is known of those that stay is kept.',
      }),
      name: optional<string>(name, nameDocs),
      scan_mode: scanMode,
      callback_url: callbackUrl(acceptsHttp),
      schedule: optional<WatchSchedule>(schedule, scheduleDocs),
      muted,
      snoozed_until: momentOrNull('Nothing is scanned until then. Null: go on.'),
      ends_at: endsAt,
    })
    .meta({ id: 'ChangeWatchRequest' })

const limit = optional<string>(integer(1, 100), { type: 'integer', minimum: 1, maximum: 100, default: 20 })
const after = optional<string>(string(), {
  type: 'string',
  description: 'Cursor: `next_cursor` of the previous page.',
})

export const pageQuery = z.object({ limit, after })

export const listWatchesQuery = z.object({
  limit,
  after,
  profile_url: optional<string>(httpUrl, {
    type: 'string',
    format: 'uri',
    description: 'Only watches of this address.',
  }),
})
