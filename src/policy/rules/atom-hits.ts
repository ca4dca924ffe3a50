import type { CompiledPack } from '../pack/compile-pack.ts'
import { matchesIn } from '../pack/word-edges.ts'
import type { TermHit } from '../text/terms/term-matcher.ts'
import { madeOf, type Span, type TextView } from '../text/text-views.ts'
import { inOtherSense } from './other-sense.ts'
import { inOwnLanguage } from './own-language.ts'

/** What the atoms of a pack find in one view. Terms are found in one pass; a pattern runs only when first asked for. */
export interface AtomHits {
  view: TextView
  /** The names of the lexicons that may have hits. */
  lexicons: ReadonlySet<string>
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
  const terms = compiled[kind].find(view.text)
  const isInOwn = inOwnLanguage(terms, view, compiled)
  const isOther = inOtherSense(terms, compiled)
  const counts = (hit: TermHit): boolean => isInOwn(hit) && !isOther(hit)
  const byAtom = new Map<string, TermHit[]>()
  // By the numbers of lexicons, each of which has a list for each language.
  const byNumber: TermHit[][] = []
  const lexicons = new Set<string>()
  for (const hit of terms) {
    const list = compiled.wordLists[hit.id]
    if (list === undefined) continue
    const known = byNumber[list.number]
    if (known) known.push(hit)
    else {
      const ofLexicon = [hit]
      byNumber[list.number] = ofLexicon
      byAtom.set(`lex.${list.lexicon}`, ofLexicon)
      lexicons.add(list.lexicon)
    }
  }
  const possible = compiled.gate.mayMatch(view)
  return {
    view,
    lexicons,
    atoms: () => [...byAtom.keys(), ...possible.keys()],
    of(atom) {
      const found = hits.get(atom)
      if (found) return found
      const ofLexicon = byAtom.get(atom)
      const may = possible.get(atom)
      if (ofLexicon === undefined && may === undefined) return NONE
      const spans = ofLexicon
        ? onceEach(ofLexicon.filter(counts))
        : patternSpans(compiled, view, atom, may ?? [])
      hits.set(atom, spans)
      return spans
    },
    mayHave(atom) {
      const found = hits.get(atom)
      return found === undefined ? byAtom.has(atom) || possible.has(atom) : found.length > 0
    },
    mayHaveNear(atom, spans, reach) {
      const may = possible.get(atom)
      if (hits.has(atom) || may === undefined) return true
      const wordsOf = compiled.gate.wordsIn(view, atom)
      return may.some((number) => {
        const words = wordsOf(number)
        return words === null || isAnyNear(words, spans, reach)
      })
    },
    namesRelations: (atom) => compiled.pack.lexicons[atom.slice(4)]?.relations === true,
  }
}

/** A word of several languages ("telegram") stands in the list of each, and is one word. Hits that end together are beside each other, the longer first. */
function onceEach(hits: readonly TermHit[]): readonly Span[] {
  return hits.filter(({ start, end }, i) => hits[i - 1]?.start !== start || hits[i - 1]?.end !== end)
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
