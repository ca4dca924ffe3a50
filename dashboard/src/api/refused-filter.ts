import { BadRequest, ValidationFailed } from '../../../sdk/client.ts'
import { showPlainly } from '../text/show-plainly.ts'

/** A part of the address that the service cannot use. */
export interface RefusedFilter {
  name: string
  /** What is wrong with it, for people. */
  words: string
}

const NAMES: Record<string, string> = {
  recommendation: 'the recommendation',
  scan_mode: 'the mode',
  q: 'the search',
  from_date: 'the first day',
  to_date: 'the last day',
  from: 'the beginning',
  to: 'the end',
  status: 'the state',
  decision: 'the decision',
  reviewer: 'the reviewer',
  assigned: 'the assignment',
  reason_code: 'the reason code',
  domain: 'the domain',
  batch_id: 'the batch',
  scan_id: 'the scan',
  language: 'the language',
}
const LONGEST = 60

/** How a part of a filter is called in a sentence. */
export function filterName(name: string): string {
  return NAMES[name] ?? 'the filter'
}

/**
 * Which parts of an address the service has refused: a link may be old, cut short or mistyped. Empty for every other failure.
 * @param search what the address asks for
 */
export function refusedFilters(
  error: unknown,
  search: Partial<Record<string, string>>,
): [RefusedFilter, ...RefusedFilter[]] | [] {
  const places = placesOf(error)
  const [first, ...rest] = Object.keys(NAMES)
    .filter((name) => search[name] && places.includes(name))
    .map((name) => ({ name, words: wordsFor(name, search[name] ?? '') }))
  return first ? [first, ...rest] : []
}

/** The service names a parameter in its sentence, or in the place of each fault. */
function placesOf(error: unknown): string[] {
  if (error instanceof ValidationFailed && error.errors.length > 0)
    return error.errors.flatMap(({ loc }) => loc.map(String))
  if (error instanceof BadRequest || error instanceof ValidationFailed)
    return error.message.match(/[a-z]+(?:_[a-z]+)*/g) ?? []
  return []
}

function wordsFor(name: string, value: string): string {
  const shown = showPlainly(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
  const isMoment = name.startsWith('from') || name.startsWith('to')
  return `${isMoment ? 'No such day' : 'Not known'}: “${shown}”, as ${filterName(name)}.`
}
