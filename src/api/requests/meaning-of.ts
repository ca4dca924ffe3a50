import { parseExact } from '../http/read-body.ts'

/** A JSON text without what carries no meaning: blanks, escapes, the order of names. Numbers stay as they were written. */
export function meaningOf(source: string): string {
  return JSON.stringify(parseExact(source), (_name, value: unknown) =>
    // Of what was read, only a number that is kept as it was written is frozen.
    typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.isFrozen(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}
