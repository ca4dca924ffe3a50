import type { CompiledPack, WordList } from '../pack/compile-pack.ts'
import { madeOnce } from '../text/made-once.ts'
import type { TermsFound } from '../text/terms/term-matcher.ts'

/** A sentence, in UTF-16 units of a view. */
const NEAR = 100

/**
 * Which nicknames of goods mean something else where they stand: "tren" is a steroid in English and a train in Spanish. A word has two senses where its lists in two
 * languages have nothing in common and the other's are of no goods, and the other language has words of its own for what the first calls so, without this one. What it means is told by the
 * words around it that only one of the two lists: it is the other's where more of them are, or a third's ("tren" in Turkish). Words that are no nicknames are never asked about. Hits go by their
 * numbers.
 */
export function inOtherSense(
  found: TermsFound,
  { wordLists, pack }: Pick<CompiledPack, 'wordLists' | 'pack'>,
): (hit: number) => boolean {
  let words: Words | null = null
  const areGoods = (lexicons: Iterable<string>): boolean =>
    [...lexicons].some((lexicon) => pack.lexicons[lexicon]?.nicknames === true)
  return (hit) => {
    const own = wordLists[found.ids[hit] as number]
    if (own === undefined || own.language === null || !pack.lexicons[own.lexicon]?.nicknames) return false
    words ??= wordsOf(found, wordLists)
    const { language, lexicon } = own
    const senses = words.sensesOf(hit)
    const lexicons = senses.get(language)
    if (lexicons === undefined || senses.size === 1) return false
    const named = languagesOf(wordLists).get(lexicon)
    const others = [...senses].flatMap(([other, theirs]) =>
      other !== language && named?.has(other) && lexicons.isDisjointFrom(theirs) && !areGoods(theirs)
        ? other
        : [],
    )
    if (others.length === 0) return false
    const near = words.near(hit)
    return [...others, ...furtherLanguages(near, senses, named)].some((other) =>
      isAmong(near, other, language),
    )
  }
  /** Of a word with two senses a third language may have the other, where it has words of its own for the goods and this is none of them, and no other goods are named. */
  function furtherLanguages(
    near: readonly Senses[],
    senses: Senses,
    named: ReadonlySet<string> | undefined,
  ): string[] {
    if (near.some((each) => [...each.values()].some(areGoods))) return []
    const spoken = new Set(near.flatMap((each) => [...each.keys()]))
    return [...spoken].filter((other) => !senses.has(other) && named?.has(other))
  }
}

/** By language the lexicons that list a word. */
type Senses = ReadonlyMap<string, ReadonlySet<string>>

interface Words {
  sensesOf(hit: number): Senses
  /** The words near by. */
  near(hit: number): readonly Senses[]
}

function wordsOf(found: TermsFound, wordLists: readonly WordList[]): Words {
  const { ids, starts, ends } = found
  const { last, before } = chainsOf(starts)
  const sensesOf = (hit: number): Senses => {
    const senses = new Map<string, Set<string>>()
    for (let same = last[starts[hit] as number] as number; same >= 0; same = before[same] as number) {
      const { language = null, lexicon } = wordLists[ids[same] as number] ?? {}
      if (ends[same] !== ends[hit] || language === null || lexicon === undefined) continue
      const lexicons = senses.get(language) ?? new Set()
      senses.set(language, lexicons.add(lexicon))
    }
    return senses
  }
  // Of few texts anybody asks.
  let all: { start: number; end: number; senses: Senses }[] | null = null
  const eachWord = () => {
    const places = Map.groupBy(
      starts.keys(),
      (hit) => (starts[hit] as number) * UNITS + (ends[hit] as number),
    )
    return Array.from(places.values(), ([hit = 0]) => ({
      start: starts[hit] as number,
      end: ends[hit] as number,
      senses: sensesOf(hit),
    }))
  }
  return {
    sensesOf,
    near(hit) {
      const [start, end] = [starts[hit] as number, ends[hit] as number]
      all ??= eachWord()
      return all
        .filter((each) => each.end >= start - NEAR && each.start <= end + NEAR)
        .filter((each) => each.start >= end || each.end <= start)
        .map(({ senses }) => senses)
    },
  }
}

/** Whether more words are of the one language alone than of the other alone. */
function isAmong(words: readonly Senses[], one: string, other: string): boolean {
  return words.reduce((lead, senses) => lead + Number(senses.has(one)) - Number(senses.has(other)), 0) > 0
}

/** More than any text has. */
const UNITS = 2 ** 26

/** Of each place the last hit that begins there, and of each hit the one before it that begins with it; -1: none. */
function chainsOf(starts: Int32Array): { last: Int32Array; before: Int32Array } {
  const last = new Int32Array(starts.reduce((most, start) => Math.max(most, start), 0) + 1).fill(-1)
  const before = starts.map((start, hit) => {
    const known = last[start] as number
    last[start] = hit
    return known
  })
  return { last, before }
}

/** The languages that have words of their own in a lexicon, by its name. */
const languagesOf = madeOnce((wordLists: readonly WordList[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const languages = new Map<string, Set<string>>()
  for (const { lexicon, language } of wordLists)
    if (language !== null) languages.set(lexicon, (languages.get(lexicon) ?? new Set()).add(language))
  return languages
})
