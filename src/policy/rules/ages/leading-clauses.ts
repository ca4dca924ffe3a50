import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import type { Span } from '../../text/text-views.ts'

const CLAUSE_END =
  /[,;:|•·()–—、]|\p{Extended_Pictographic}| - | (?:and|y|e|et|und|en|i|и|та|och|και|dan|और) (?=\p{L})/gu
/** What the last clause is an apposition to the next one with: "my sister Ana, 15 years old". */
const APPOSITION = /[,:(–—]|^ - $/u
const LISTED = /[|•·]/

const NEAR_WORDS = 3

/**
 * The clause that leads up to a place, and the one before it: `before` where what follows is an apposition to it, `beside` where it is another
 * entry of a list.
 */
export function clausesBefore(
  text: string,
  from: number,
  to: number,
): { lead: Span; before: Span | null; beside: Span | null } {
  const left = text.slice(from, to)
  // "and" goes on with the subject before it, unless another one follows: "my daughter is 14 and started 9th grade".
  const ends = [...left.matchAll(CLAUSE_END)].filter(
    ({ index, 0: end }) => !/\p{L}/u.test(end) || FIRST_PERSON.test(left.slice(index + end.length)),
  )
  const last = ends.at(-1)
  if (last === undefined) return { lead: { start: from, end: to }, before: null, beside: null }
  const lead = { start: from + last.index + last[0].length, end: to }
  const previous = ends.at(-2)
  const start = previous === undefined ? from : from + previous.index + previous[0].length
  const before = { start, end: from + last.index }
  const isApposition = APPOSITION.test(last[0]) && text.slice(before.start, before.end).trim() !== ''
  const beside = LISTED.test(last[0]) && text.slice(before.start, before.end).trim() !== '' ? before : null
  return {
    lead,
    before: isApposition ? { start, end: before.end + (last[0] === ':' ? 1 : 0) } : null,
    beside,
  }
}

/** The end of the next few words, or of the clause. */
export function nearEnd(text: string, from: number, to: number): number {
  const rest = text.slice(from, to)
  const [end] = rest.matchAll(CLAUSE_END)
  const clause = rest.slice(0, end?.index ?? rest.length)
  return (
    from +
    (clause.match(new RegExp(String.raw`^(?: ?[\p{L}\p{M}\p{N}'’-]{1,30}){0,${NEAR_WORDS}}`, 'u'))?.[0]
      .length ?? 0)
  )
}
