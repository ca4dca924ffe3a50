import { z } from 'zod'
import { CRITERION_STATES } from '../../../sdk/contract.ts'
import { type Criterion, criterionSchema, OWN_CODE } from '../../policy/pack/criterion.ts'
import { type Failure, integer, literal, optional, required, string } from './checks.ts'

/** What administrators send of the organization's own criteria, with the checks of pydantic. */

/** Letters of a text that a criterion is tried on. */
const MOST_LETTERS = 50_000
/** Scans that one request tries a criterion on. */
export const MOST_TRIED = 100

const definitionCheck = (value: unknown): Failure[] => {
  const read = criterionSchema.safeParse(value)
  if (read.success) return []
  return read.error.issues.map(({ message, path }) => ({
    type: 'value_error',
    msg: message,
    path: path.filter((part) => typeof part !== 'symbol'),
  }))
}

const definition = required<Criterion>(definitionCheck, {
  ...z.toJSONSchema(criterionSchema, { io: 'input' }),
  $schema: undefined,
})

const codeCheck = (value: unknown): Failure | null =>
  typeof value === 'string' && OWN_CODE.test(value)
    ? null
    : {
        type: 'string_pattern_mismatch',
        msg: 'Write own_ and a name of small letters, digits and underscores, such as own_course_resale',
      }
const codeDocs = {
  type: 'string',
  pattern: OWN_CODE.source,
  description: 'Stands in `reason_codes`, and is never changed.',
}
const version = (description: string) =>
  optional<unknown>(integer(1, 1_000_000), { type: 'integer', minimum: 1, description })

export const createCriterionRequest = z
  .object({ code: required<string>(codeCheck, codeDocs), definition })
  .meta({ id: 'CreateCriterionRequest' })

export const changeCriterionRequest = z
  .object({
    definition,
    version: version(
      'The newest version that was looked at: where there is a newer one, nothing changes (409).',
    ),
  })
  .meta({ id: 'ChangeCriterionRequest' })

export const criterionStateRequest = z
  .object({
    state: required<(typeof CRITERION_STATES)[number]>(literal(CRITERION_STATES), {
      type: 'string',
      enum: [...CRITERION_STATES],
      description: '`draft` judges nothing, `shadow` is recorded in reports, `live` counts.',
    }),
    version: version('The version that judges then. Left out: the newest.'),
  })
  .meta({ id: 'CriterionStateRequest' })

const triedCode = optional<string>(codeCheck, {
  ...codeDocs,
  description: 'Of a criterion that there is: tried in its place. Left out: beside all others.',
})

export const tryOnTextRequest = z
  .object({
    definition,
    code: triedCode,
    text: required<string>(string({ max: MOST_LETTERS }), {
      type: 'string',
      maxLength: MOST_LETTERS,
      description: 'Judged as the bio of a profile.',
    }),
    platform: optional<string | null>(
      string({ max: 60 }),
      { type: ['string', 'null'], maxLength: 60, description: 'Where the profile is.' },
      true,
    ),
  })
  .meta({ id: 'TryOnTextRequest' })

export const tryOnScansRequest = z
  .object({
    definition,
    code: triedCode,
    limit: optional<unknown>(integer(1, MOST_TRIED), {
      type: 'integer',
      minimum: 1,
      maximum: MOST_TRIED,
      default: MOST_TRIED,
    }),
    after: optional<string | null>(
      string({ max: 256 }),
      { type: ['string', 'null'], description: 'Cursor: `next_cursor` of the answer before.' },
      true,
    ),
  })
  .meta({ id: 'TryOnScansRequest' })
