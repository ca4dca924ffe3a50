import type { Vocabulary } from '../vocabulary.ts'

/** Longer runs are no words, and cost what they are long. */
const MAX_RUN = 400
const NUMBER_COST = 4
/** Letters that the words of a run have on average: pieces shorter than that stand in every word. */
const MIN_MEAN = 3
/** The same of words that no language has all of. */
const MIN_MIXED_MEAN = 4

// What one run needs, for all: most runs are words of a language that nobody parts, and have a dozen letters.
const costs = new Float64Array(MAX_RUN + 1)
const from = new Int32Array(MAX_RUN + 1)

/**
 * The likeliest words that `run` is made of, numbers apart, or null where some letters are left that are none. Letters
 * of words, their marks and digits only.
 */
export function segmentWords(run: string, words: Vocabulary): string[] | null {
  return run.length > MAX_RUN ? null : likeliest(run, words, ANY_LANGUAGE)
}

/**
 * The same for a run that nothing marks. Short words of several languages are found in everyday words by chance ("poten ti al"): there they have
 * to be of one.
 */
export function segmentPlain(run: string, words: Vocabulary): string[] | null {
  const parts = segmentWords(run, words)
  if (parts === null || meanLength(parts) >= MIN_MIXED_MEAN || areOfOneLanguage(parts, words)) return parts
  const rest = likeliest(run, words, mainLanguage(parts, words))
  return rest !== null && areOfOneLanguage(rest, words) ? rest : null
}

const ANY_LANGUAGE = -1

/** Numbers are of any language, and so are words that patterns alone spell. */
function areOfOneLanguage(parts: readonly string[], words: Vocabulary): boolean {
  return (
    parts.reduce((shared, part) => shared & (words.languagesOf(part) || ANY_LANGUAGE), ANY_LANGUAGE) !== 0
  )
}

/** The language of most letters, as its bit. */
function mainLanguage(parts: readonly string[], words: Vocabulary): number {
  const letters = new Uint32Array(32)
  for (const part of parts) {
    const spoken = words.languagesOf(part)
    for (let bit = 0; bit < 32; bit++)
      if ((spoken & (1 << bit)) !== 0) letters[bit] = (letters[bit] ?? 0) + part.length
  }
  return 1 << letters.indexOf(Math.max(...letters))
}

function likeliest(run: string, words: Vocabulary, languages: number): string[] | null {
  costs.fill(Number.POSITIVE_INFINITY, 0, run.length + 1)
  costs[0] = 0
  let start = 0
  const reach = (end: number, cost: number, spoken = ANY_LANGUAGE): void => {
    if (((spoken || ANY_LANGUAGE) & languages) === 0) return
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
  return meanLength(parts) >= MIN_MEAN ? parts : null
}

/** Letters of a word, numbers left out. */
function meanLength(parts: readonly string[]): number {
  const letters = parts.filter((part) => !/^\p{N}/u.test(part))
  return letters.length === 0 ? 0 : letters.join('').length / letters.length
}

function digitsAt(run: string, start: number): number {
  return /^\p{N}+/u.exec(run.slice(start, start + 12))?.[0].length ?? 0
}

/** Of the Latin alphabet; others are looked at more closely. */
function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
