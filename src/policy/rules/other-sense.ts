import type { CompiledPack, WordList } from '../pack/compile-pack.ts'
import type { TermHit } from '../text/terms/term-matcher.ts'

/** A sentence, in UTF-16 units of a view. */
const NEAR = 100

/**
 * Which nicknames of goods mean something else where they stand: "tren" is a steroid in English and a train in Spanish. A word has two senses where its lists in two
 * languages have nothing in common and the other's are of no goods, and the other language has words of its own for what the first calls so, without this one. What it means is told by the
 * words around it that only one of the two lists: it is the other's where more of them are, or a third's ("tren" in Turkish). Words that are no nicknames are never asked about.
 */
export function inOtherSense(
  hits: readonly TermHit[],
  { wordLists, pack }: Pick<CompiledPack, 'wordLists' | 'pack'>,
): (hit: TermHit) => boolean {
  let words: Words | null = null
  const areGoods = (lexicons: ReadonlySet<string> = new Set()): boolean =>
    [...lexicons].some((lexicon) => pack.lexicons[lexicon]?.nicknames === true)
  return (hit) => {
    const own = wordLists[hit.id]
    if (own === undefined || own.language === null || !pack.lexicons[own.lexicon]?.nicknames) return false
    words ??= wordsOf(hits, wordLists)
    const { language, lexicon } = own
    const word = words.at(hit)
    if (word === undefined || word.lexicons.size === 1) return false
    const others = [...word.lexicons.keys()].filter(
      (other) =>
        other !== language &&
        isNamedIn(lexicon, other, wordLists) &&
        !haveSomeInCommon(word.lexicons.get(language), word.lexicons.get(other)) &&
        !areGoods(word.lexicons.get(other)),
    )
    if (others.length === 0) return false
    // Of a word with two senses a third language may have the other, where it has words of its own for the goods and this is none of them, and no other goods are named.
    const near = words.near(word)
    const further = near.some(({ lexicons }) => [...lexicons.values()].some(areGoods))
      ? []
      : [...new Set(near.flatMap(({ lexicons }) => [...lexicons.keys()]))].filter(
          (other) => !word.lexicons.has(other) && isNamedIn(lexicon, other, wordLists),
        )
    return [...others, ...further].some((other) => words?.isAmong(word, other, language))
  }
}

/** A word and the lexicons that list it, by language. */
interface Word {
  start: number
  end: number
  lexicons: Map<string, Set<string>>
}

interface Words {
  at(hit: TermHit): Word | undefined
  near(word: Word): Word[]
  /** Whether more of the words near by are of the one language alone than of the other alone. */
  isAmong(word: Word, one: string, other: string): boolean
}

function wordsOf(hits: readonly TermHit[], wordLists: readonly WordList[]): Words {
  const bySpan = new Map<string, Word>()
  for (const { id, start, end } of hits) {
    const { language = null, lexicon } = wordLists[id] ?? {}
    if (language === null || lexicon === undefined) continue
    const key = `${start} ${end}`
    const word = bySpan.get(key) ?? { start, end, lexicons: new Map<string, Set<string>>() }
    bySpan.set(key, word)
    const lexicons = word.lexicons.get(language) ?? new Set()
    word.lexicons.set(language, lexicons.add(lexicon))
  }
  const all = [...bySpan.values()]
  const near = ({ start, end }: Word): Word[] =>
    all.filter(
      (each) =>
        each.end >= start - NEAR && each.start <= end + NEAR && (each.start >= end || each.end <= start),
    )
  return {
    at: ({ start, end }) => bySpan.get(`${start} ${end}`),
    near,
    isAmong(word, one, other) {
      const lead = near(word).map(({ lexicons }) => Number(lexicons.has(one)) - Number(lexicons.has(other)))
      return lead.reduce((sum, vote) => sum + vote, 0) > 0
    },
  }
}

/** Whether a language has words of its own in a lexicon. */
function isNamedIn(lexicon: string, language: string, wordLists: readonly WordList[]): boolean {
  return wordLists.some((list) => list.lexicon === lexicon && list.language === language)
}

function haveSomeInCommon(
  some: ReadonlySet<string> = new Set(),
  others: ReadonlySet<string> = new Set(),
): boolean {
  return !some.isDisjointFrom(others)
}
