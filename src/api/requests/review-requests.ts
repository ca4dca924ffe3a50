import { z } from 'zod'
import {
  ASSIGNED,
  DECISIONS,
  QUEUE_ORDERS,
  RECOMMENDATIONS,
  type ReviewSettings,
  VERDICTS,
} from '../../../sdk/contract.ts'
import { boolean, dictionary, type Failure, integer, literal, optional, required, string } from './checks.ts'
import { type DecisionInput, decided, verdicts } from './decision-requests.ts'
import { isUuid } from './ids.ts'
import { storableText } from './storable-text.ts'

/** What reviewers send, with the checks of pydantic. */

type Check = (value: unknown) => Failure | Failure[] | null

const MOST_REASONS = 20
/** Cases that one request can name. */
const MOST_CASES = 100

const uuid: Check = (value) =>
  typeof value === 'string' && isUuid(value)
    ? null
    : { type: 'uuid_parsing', msg: 'Input should be a valid UUID' }

const listOf =
  (item: Check, { min = 0, max }: { min?: number; max: number }): Check =>
  (value) => {
    if (!Array.isArray(value)) return { type: 'list_type', msg: 'Input should be a valid list' }
    if (value.length < min) return { type: 'too_short', msg: `List should have at least ${min} item` }
    if (value.length > max) return { type: 'too_long', msg: `List should have at most ${max} items` }
    return value.flatMap((each, index) =>
      [item(each) ?? []].flat().map((failure) => ({ ...failure, path: [index, ...(failure.path ?? [])] })),
    )
  }

const recommendationList = `Comma-separated, from ${RECOMMENDATIONS.join(', ')}. Default: all that call for review, the gravest first.`
const orderDocs = {
  type: 'string',
  enum: [...QUEUE_ORDERS],
  default: 'risk',
  description: 'Within each recommendation, the gravest of which comes first.',
}
const assignedDocs = {
  type: 'string',
  enum: [...ASSIGNED],
  description: 'Left out: what is assigned to you or to nobody.',
}
const filter = {
  recommendation: optional<string>(string({ max: 200 }), { type: 'string', description: recommendationList }),
  order_by: optional<string>(literal(QUEUE_ORDERS), orderDocs),
  reason_code: optional<string>(string({ max: 100 }), {
    type: 'string',
    description: 'Only reports with this code.',
  }),
  assigned: optional<string>(literal(ASSIGNED), assignedDocs),
}

export const reviewQueueQuery = z.object({
  limit: optional<string>(integer(1, 100), { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  after: optional<string>(string(), {
    type: 'string',
    description: 'Cursor: `next_cursor` of the previous page, of the same filters and order.',
  }),
  ...filter,
})

const scanIds = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: MOST_CASES }

export const claimRequest = z
  .object({
    scan_id: optional<string>(uuid, {
      type: 'string',
      format: 'uuid',
      description: 'This case and no other; renews the claim of whoever has it. Left out: the next one.',
    }),
    except: optional<string[]>(listOf(uuid, { max: MOST_CASES }), {
      ...scanIds,
      description: 'Cases that are not meant although you hold them.',
    }),
    ...filter,
  })
  .meta({ id: 'ClaimRequest' })

export const decideRequest = z
  .object({
    version: optional<unknown>(integer(0, 2 ** 31 - 1), {
      type: 'integer',
      minimum: 0,
      description: 'The version that was looked at: what has changed since then is left alone (409).',
    }),
    decision: required<DecisionInput>(decided, {
      type: 'object',
      properties: {
        decision: { type: 'string', enum: [...DECISIONS] },
        reason: { type: ['string', 'null'], maxLength: 200 },
        note: { type: ['string', 'null'], maxLength: 4000 },
      },
      required: ['decision'],
    }),
    findings: optional<Record<string, (typeof VERDICTS)[number] | null>>(verdicts, {
      type: 'object',
      additionalProperties: { type: ['string', 'null'], enum: [...VERDICTS, null] },
      description: 'Verdicts by code, as in a review. Not of a second decision.',
    }),
  })
  .meta({ id: 'DecideRequest' })

const scanIdList = required<string[]>(listOf(uuid, { min: 1, max: MOST_CASES }), { ...scanIds, minItems: 1 })

export const decideManyRequest = z
  .object({ scan_ids: scanIdList, decision: decideRequest.shape.decision })
  .meta({ id: 'DecideManyRequest' })

export const assignRequest = z
  .object({
    scan_ids: scanIdList,
    user_id: required<string | null>(
      (value) => (value === null ? null : string({ min: 1, max: 200 })(value)),
      {
        type: ['string', 'null'],
        description: 'The id of a member, or `me`; null: nobody.',
      },
    ),
  })
  .meta({ id: 'AssignRequest' })

export const commentRequest = z
  .object({
    body: required<string>(
      (value) =>
        string({ min: 1, max: 4000 })(typeof value === 'string' ? storableText(value).trim() : value),
      { type: 'string', minLength: 1, maxLength: 4000 },
    ),
  })
  .meta({ id: 'CommentRequest' })

const percent: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 100
    ? null
    : { type: 'value_error', msg: 'Value error, a number from 0 to 100' }

const sample: Check = (value) => {
  const notDictionary = dictionary(value)
  if (notDictionary || typeof value !== 'object' || value === null) return notDictionary
  return Object.entries(value).flatMap(([name, given]) =>
    [sampleField(name, given) ?? []].flat().map((failure) => ({
      ...failure,
      path: [name, ...(failure.path ?? [])],
    })),
  )
}

const sampleField = (name: string, given: unknown): Failure | Failure[] | null => {
  if (name === 'percent') return percent(given)
  if (name !== 'codes') return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
  const notDictionary = dictionary(given)
  if (notDictionary || typeof given !== 'object' || given === null) return notDictionary
  return Object.entries(given).flatMap(([code, share]) =>
    [percent(share) ?? []].flat().map((failure) => ({ ...failure, path: [code] })),
  )
}

const reason: Check = (value) =>
  string({ min: 1, max: 60 })(typeof value === 'string' ? storableText(value).trim() : value)

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value)

const WELLBEING: Record<keyof ReviewSettings['wellbeing'], Check> = {
  blur_pictures: boolean,
  severe_in_row: orNull(wholeNumber(1, 100)),
  break_minutes: orNull(wholeNumber(5, 480)),
}

const wellbeing: Check = (value) =>
  dictionary(value) ??
  Object.entries(Object(value)).flatMap(([name, wanted]) => {
    const check = Object.hasOwn(WELLBEING, name) ? WELLBEING[name as keyof typeof WELLBEING] : null
    const failure = check ? check(wanted) : { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    return [failure ?? []].flat().map((each) => ({ ...each, path: [name] }))
  })

/** As it is written in JSON: what is stored needs no reading. */
function wholeNumber(min: number, max: number): Check {
  return (value) =>
    typeof value === 'number'
      ? integer(min, max)(value)
      : { type: 'int_type', msg: 'Input should be a valid integer' }
}

export const reviewSettingsRequest = z
  .object({
    reasons: optional<string[]>(listOf(reason, { max: MOST_REASONS }), {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 60 },
      maxItems: MOST_REASONS,
      description: 'Reasons to choose from, in the order in which they are shown.',
    }),
    reason_required: optional<boolean>(boolean, { type: 'boolean' }),
    note_required: optional<boolean>(boolean, { type: 'boolean' }),
    second_review: optional<Partial<ReviewSettings['second_review']>>(sample, {
      type: 'object',
      properties: {
        percent: { type: 'number', minimum: 0, maximum: 100 },
        codes: { type: 'object', additionalProperties: { type: 'number', minimum: 0, maximum: 100 } },
      },
      additionalProperties: false,
    }),
    wellbeing: optional<Partial<ReviewSettings['wellbeing']>>(wellbeing, {
      type: 'object',
      properties: {
        blur_pictures: { type: 'boolean' },
        severe_in_row: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
        break_minutes: { type: ['integer', 'null'], minimum: 5, maximum: 480 },
      },
      additionalProperties: false,
    }),
  })
  .meta({ id: 'ReviewSettingsUpdate' })

export const statementQuery = (languages: readonly string[]) =>
  z.object({
    language: optional<string>(literal(languages), {
      type: 'string',
      enum: [...languages],
      default: 'en',
      description: 'ISO 639-1.',
    }),
  })
