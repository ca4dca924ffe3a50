import { z } from 'zod'
import type { Warning } from '../../../sdk/contract.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { nearestName } from './nearest-name.ts'

const MOST_WARNINGS = 20
const MOST_LETTERS = 100

/** What may be sent by name. */
interface KnownNames {
  body: readonly string[]
  query: readonly string[]
}

/** The names that an endpoint knows; null where the contract has no place for warnings in its answer. */
export function namesKnownTo({ answers, body, query }: Endpoint): KnownNames | null {
  if (!namesOf(answers[200]).includes('warnings')) return null
  return { body: namesOf(body), query: namesOf(query) }
}

/** The answer with what of the request is known to nobody; as it is where all is known. */
export function withWarnings(
  answer: unknown,
  known: KnownNames,
  sent: { body: unknown; query: Record<string, string> },
): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  const found = [...ignored('body', sent.body, known.body), ...ignored('query', sent.query, known.query)]
  return found.length === 0 ? answer : { ...answer, warnings: found.slice(0, MOST_WARNINGS) }
}

function ignored(place: 'body' | 'query', sent: unknown, known: readonly string[]): Warning[] {
  const unknown = Object.keys(sent ?? {}).filter((name) => !known.includes(name))
  return unknown.slice(0, MOST_WARNINGS).map((name) => {
    const short = name.slice(0, MOST_LETTERS).toWellFormed()
    const meant = name.length > MOST_LETTERS ? null : nearestName(name, known)
    const hint = meant === null ? '' : ` Did you mean \`${meant}\`?`
    return {
      type: 'ignored',
      loc: [place, short],
      msg: `\`${short}\` is not known here and was ignored.${hint}`,
      ...(meant !== null && { meant }),
    }
  })
}

function namesOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
