import type { Failure } from './checks.ts'

/** The one spelling of an identifier, of any version that RFC 9562 knows. */
const CHOSEN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const GROUPS = [8, 4, 4, 4, 12]

/** An identifier that a caller chose: what pydantic v2 takes for a UUID, in its words; of the spellings only that with hyphens. */
export function chosenId(value: unknown): Failure | null {
  const text = typeof value === 'string' ? value : ''
  if (CHOSEN.test(text)) return null
  const error = uuidFault(text) ?? 'expected a version from 1 to 8 (RFC 9562), written with hyphens'
  return { type: 'uuid_parsing', msg: `Input should be a valid UUID, ${error}`, ctx: { error } }
}

/** What the `uuid` crate, which pydantic asks, says of a text; null of one that it reads. */
function uuidFault(text: string): string | null {
  const [, braced, urn] = /^\{(.*)\}$|^urn:uuid:(.*)$/s.exec(text) ?? []
  const uuid = braced ?? urn ?? text
  const letters = [...uuid]
  const odd = letters.findIndex((letter) => !/^[0-9a-f-]$/i.test(letter))
  if (odd >= 0) return `invalid character: found \`${letters[odd]}\` at ${text.indexOf(uuid) + odd + 1}`
  const groups = uuid.split('-')
  if (groups.length === 1 && uuid === text)
    return text.length === 32
      ? null
      : `invalid length: expected length 32 for simple format, found ${text.length}`
  if (groups.length !== GROUPS.length) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = groups.findIndex((group, index) => group.length !== GROUPS[index])
  return wrong < 0
    ? null
    : `invalid group length in group ${wrong}: expected ${GROUPS[wrong]}, found ${groups[wrong]?.length}`
}
