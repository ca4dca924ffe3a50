import { z } from 'zod'
import { DECISIONS, VERDICTS } from '../../../sdk/contract.ts'
import { dictionary, type Failure, integer, literal, optional, string } from './checks.ts'

/** What is sent to decide about a scan. */

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
