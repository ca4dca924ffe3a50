import type { CompiledPack, WordList } from '../pack/compile-pack.ts'
import { matchesIn } from '../pack/word-edges.ts'
import type { TermsFound } from '../text/terms/term-matcher.ts'
import { madeOf, type Span, type TextView } from '../text/text-views.ts'
import { inOtherSense } from './other-sense.ts'
import { inOwnLanguage } from './own-language.ts'

/** What the atoms of a pack find in one view. Terms are found in one pass; a pattern runs only when first asked for. */
export interface AtomHits {
  view: TextView
  /** The names of the lexicons that may have hits. */
  lexicons(): readonly string[]
  /** All atoms but those that surely have no hit. */
  atoms(): readonly string[]
  of(atom: string): readonly Span[]
  /** False only where an atom surely has no hit; runs nothing. */
  mayHave(atom: string): boolean
  /** False only where no hit of an atom can stand within `reach` UTF-16 units of some of `spans`, which are in order; runs nothing. */
  mayHaveNear(atom: string, spans: readonly Span[], reach: number): boolean
  /** Whether an atom names people whom an author may have ("my teacher"). */
  namesRelations(atom: string): boolean
}

const NONE: readonly Span[] = []
const MAX_PATTERN_HITS = 200

/** The same answers for the same view, for as long as that is remembered. */
export function atomHits(compiled: CompiledPack, view: TextView, kind: 'native' | 'folded'): AtomHits {
  return madeOf(view, compiled, () => findAtoms(compiled, view, kind))
}

function findAtoms(compiled: CompiledPack, view: TextView, kind: 'native' | 'folded'): AtomHits {
  const hits = new Map<string, readonly Span[]>()
  const terms = compiled[kind].read(view.text)
  const isInOwn = inOwnLanguage(terms, view, compiled)
  const isOther = inOtherSense(terms, compiled)
  const counts = (hit: number): boolean => isInOwn(hit) && !isOther(hit)
  const ofLexicons = byLexicon(terms, compiled)
  const possible = compiled.gate.mayMatch(view)
  return {
    view,
    lexicons: () => ofLexicons.atoms.map((atom) => atom.slice(LEXICON.length)),
    atoms: () => [...ofLexicons.atoms, ...possible.atoms()],
    of(atom) {
      const found = hits.get(atom)
      if (found) return found
      const isOfLexicon = ofLexicons.has(atom)
      if (!isOfLexicon && !possible.has(atom)) return NONE
      const spans = isOfLexicon
        ? onceEach(ofLexicons.of(atom).filter(counts), terms)
        : patternSpans(compiled, view, atom, possible.alternatives(atom))
      hits.set(atom, spans)
      return spans
    },
    mayHave(atom) {
      const found = hits.get(atom)
      return found === undefined ? ofLexicons.has(atom) || possible.has(atom) : found.length > 0
    },
    mayHaveNear(atom, spans, reach) {
      if (hits.has(atom) || !possible.has(atom)) return true
      const wordsOf = compiled.gate.wordsIn(view, atom)
      return possible.alternatives(atom).some((number) => {
        const words = wordsOf(number)
        return words === null || isAnyNear(words, spans, reach)
      })
    },
    namesRelations: (atom) => compiled.pack.lexicons[atom.slice(LEXICON.length)]?.relations === true,
  }
}

const LEXICON = 'lex.'

/** The hits of each lexicon, by their numbers among all, in order. */
interface LexiconHits {
  atoms: readonly string[]
  has(atom: string): boolean
  of(atom: string): Int32Array
}

function byLexicon({ ids }: TermsFound, { wordLists, lexicons }: CompiledPack): LexiconHits {
  const counts = new Int32Array(lexicons.atoms.length)
  const numbers: number[] = []
  const lexiconOf = (hit: number): number => (wordLists[ids[hit] as number] as WordList).number
  for (let hit = 0; hit < ids.length; hit++) {
    const number = lexiconOf(hit)
    if (counts[number] === 0) numbers.push(number)
    counts[number] = (counts[number] as number) + 1
  }
  // Where the next hit of each lexicon is laid; in the end, where its hits end.
  const next = new Int32Array(counts.length)
  let from = 0
  for (const number of numbers) {
    next[number] = from
    from += counts[number] as number
  }
  const laid = new Int32Array(ids.length)
  for (let hit = 0; hit < ids.length; hit++) {
    const number = lexiconOf(hit)
    const place = next[number] as number
    laid[place] = hit
    next[number] = place + 1
  }
  const countOf = (number: number | undefined): number =>
    number === undefined ? 0 : (counts[number] as number)
  return {
    atoms: numbers.map((number) => lexicons.atoms[number] as string),
    has: (atom) => countOf(lexicons.numbers.get(atom)) > 0,
    of(atom) {
      const number = lexicons.numbers.get(atom)
      const end = number === undefined ? 0 : (next[number] as number)
      return laid.subarray(end - countOf(number), end)
    },
  }
}

/** A word of several languages ("telegram") stands in the list of each, and is one word. Hits that end together are beside each other, the longer first. */
function onceEach(hits: Int32Array, { starts, ends }: TermsFound): readonly Span[] {
  const spans: Span[] = []
  for (const [i, hit] of hits.entries()) {
    const [start, end] = [starts[hit] as number, ends[hit] as number]
    const before = hits[i - 1]
    if (before === undefined || starts[before] !== start || ends[before] !== end) spans.push({ start, end })
  }
  return spans
}

function patternSpans(
  { patterns, gate }: CompiledPack,
  view: TextView,
  atom: string,
  may: readonly number[],
): readonly Span[] {
  const pattern = patterns.get(atom.slice(3))
  if (!pattern) return NONE
  const startsOf = gate.startsIn(view, atom)
  return matchesIn(pattern, view.text, { may, most: MAX_PATTERN_HITS, startsOf }).map(
    ({ index, 0: found }) => ({ start: index, end: index + found.length }),
  )
}

/** Whether one of the places, which are in order as the spans are, is within reach of one of these. */
function isAnyNear(places: Int32Array, spans: readonly Span[], reach: number): boolean {
  let i = 0
  for (const { start } of spans) {
    while (i < places.length && (places[i] as number) < start - reach) i++
    if (i === places.length) return false
    if ((places[i] as number) <= start + reach) return true
  }
  return false
}
