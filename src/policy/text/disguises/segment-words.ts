import type { Vocabulary } from '../vocabulary.ts'

/** Longer runs are no words, and cost what they are long. */
const MAX_RUN = 400
const NUMBER_COST = 4
/** Letters that the words of a run have on average: pieces shorter than that stand in every word. */
const MIN_MEAN = 3

// What one run needs, for all: most runs are words of a language that nobody parts, and have a dozen letters.
const costs = new Float64Array(MAX_RUN + 1)
const from = new Int32Array(MAX_RUN + 1)

/**
 * The likeliest words that `run` is made of, numbers apart, or null where some letters are left that are none. Letters
 * of words, their marks and digits only.
 */
export function segmentWords(run: string, words: Vocabulary): string[] | null {
  if (run.length > MAX_RUN) return null
  costs.fill(Number.POSITIVE_INFINITY, 0, run.length + 1)
  costs[0] = 0
  let start = 0
  const reach = (end: number, cost: number): void => {
    const reached = (costs[start] as number) + cost
    if (reached >= (costs[end] as number)) return
    costs[end] = reached
    from[end] = start
  }
  for (; start < run.length; start++) {
    if (costs[start] === Number.POSITIVE_INFINITY) continue
    const digits = isLetter(run.charCodeAt(start)) ? 0 : digitsAt(run, start)
    if (digits > 0) reach(start + digits, NUMBER_COST)
    else words.costsFrom(run, start, reach)
  }
  if (costs[run.length] === Number.POSITIVE_INFINITY) return null
  const parts: string[] = []
  for (let end = run.length; end > 0; end = from[end] as number) parts.unshift(run.slice(from[end], end))
  const letters = parts.filter((part) => !/^\p{N}/u.test(part))
  return letters.join('').length >= MIN_MEAN * letters.length ? parts : null
}

function digitsAt(run: string, start: number): number {
  return /^\p{N}+/u.exec(run.slice(start, start + 12))?.[0].length ?? 0
}

/** Of the Latin alphabet; others are looked at more closely. */
function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
