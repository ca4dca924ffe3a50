import type { Vocabulary } from './vocabulary.ts'

/** Longer runs are no words, and cost what they are long. */
const MAX_RUN = 400
const NUMBER_COST = 4
/** Letters that the words of a run have on average: pieces shorter than that stand in every word. */
const MIN_MEAN = 3

/**
 * The likeliest words that `run` is made of, numbers apart, or null where some letters are left that are none. Letters
 * of words, their marks and digits only.
 */
export function segmentWords(run: string, words: Vocabulary): string[] | null {
  if (run.length > MAX_RUN) return null
  const costs = new Float64Array(run.length + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(run.length + 1)
  costs[0] = 0
  for (let start = 0; start < run.length; start++) {
    const before = costs[start] as number
    if (before === Number.POSITIVE_INFINITY) continue
    const reach = (end: number, cost: number): void => {
      if (before + cost >= (costs[end] as number)) return
      costs[end] = before + cost
      from[end] = start
    }
    const digits = /^\p{N}+/u.exec(run.slice(start, start + 12))?.[0].length ?? 0
    if (digits > 0) reach(start + digits, NUMBER_COST)
    else words.costsFrom(run, start, reach)
  }
  if (costs[run.length] === Number.POSITIVE_INFINITY) return null
  const parts: string[] = []
  for (let end = run.length; end > 0; end = from[end] as number) parts.unshift(run.slice(from[end], end))
  const letters = parts.filter((part) => !/^\p{N}/u.test(part))
  return letters.join('').length >= MIN_MEAN * letters.length ? parts : null
}
