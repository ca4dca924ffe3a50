import type { CompiledPack } from '../pack/compile-pack.ts'
import { type AtomHits, atomHits } from '../rules/atom-hits.ts'
import { LONGEST_PROFILE } from '../text/sentences.ts'
import { type Span, textViews } from '../text/text-views.ts'

const MAX_SENTENCE = 300
const MIN_SENTENCE = 12
/** Han and kana say in four signs what other scripts say in twelve. */
const MIN_DENSE = 6

/** One passage of a view with the families of words that it meets: what the small classifier judges. */
export interface Passage extends Span {
  text: string
  families: string[]
  isWhole: boolean
}

interface Asked {
  /** Of the text as it was written, see `languageOf`. */
  language: string | null
  wholeToo: boolean
  /** Passages that are not wanted again. */
  known?: ReadonlySet<string>
  /** Passages for which this does not hold are not wanted either. */
  isWanted?: (text: string) => boolean
}

/** A point before a digit stands in a number. */
const SENTENCE = /(?:[^.!?。！？\n•|]|\.(?=\d))+[.!?。！？]*/gu
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * The passages of one text: the whole of it where it is short, its sentences where there are several, and there each with the
 * next, for what is said in two sentences is still said where a third stands beside them; each once, and none that is known.
 */
export function passagesOf(
  compiled: CompiledPack,
  hits: AtomHits,
  { language, wholeToo, known = new Set(), isWanted = () => true }: Asked,
): Passage[] {
  const { text } = hits.view
  const sentences = [...text.matchAll(SENTENCE)].flatMap((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length)
    const end = match.index + match[0].trimEnd().length
    const least = DENSE.test(match[0]) ? MIN_DENSE : MIN_SENTENCE
    return end - start >= least && end - start <= MAX_SENTENCE ? [{ start, end, isWhole: false }] : []
  })
  const trimmed = { start: text.length - text.trimStart().length, end: text.trimEnd().length }
  const length = trimmed.end - trimmed.start
  // Longer texts are read by their sentences alone: what is learnt from profiles says nothing of a whole page.
  const isShort = wholeToo && length <= LONGEST_PROFILE && length >= MIN_DENSE
  const spans = [
    ...(isShort ? [{ ...trimmed, isWhole: true }] : []),
    ...(isShort
      ? sentences.filter(({ start, end }) => start > trimmed.start || end < trimmed.end)
      : sentences),
    ...(isShort && sentences.length > 2 ? inPairs(sentences) : []),
  ]
  const seen = new Set(known)
  const fresh = spans.filter(({ start, end }) => {
    const passage = text.slice(start, end)
    const isFresh = !seen.has(passage)
    seen.add(passage)
    return isFresh && isWanted(passage)
  })
  const metIn = lexiconsMet(compiled, hits)
  return fresh.map((span) => {
    const said = [...metIn(span), ...wordsAndShapes(compiled, text, span, language)]
    return { ...span, text: text.slice(span.start, span.end), families: said.sort() }
  })
}

/** The sentences of which something can be said. */
export function sentencesIn(text: string, isWanted: (text: string) => boolean): readonly string[] {
  return text.match(SENTENCE)?.filter(isWanted) ?? []
}

/** Says which lexicons have a term within a span. A page has hundreds of spans and as many hits, so that only hits that begin in a span are looked at. */
function lexiconsMet({ pack }: CompiledPack, hits: AtomHits): (span: Span) => Set<string> {
  const all = hits
    .lexicons()
    .filter((name) => pack.lexicons[name]?.form !== true)
    .flatMap((name) => hits.of(`lex.${name}`).map(({ start, end }) => ({ name, start, end })))
    .sort((a, b) => a.start - b.start)
  return (span) => {
    const met = new Set<string>()
    for (let i = firstFrom(all, span.start); i < all.length; i++) {
      const hit = all[i]
      if (hit === undefined || hit.start >= span.end) break
      if (hit.end <= span.end) met.add(hit.name)
    }
    return met
  }
}

/** The first of them, in their order, that begins at `start` or behind it. */
function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

/** A text as the classifier reads it: disguises undone where there are any. */
export function hitsIn(compiled: CompiledPack, text: string): AtomHits {
  return hitsOf(compiled, textViews(text))
}

/** The same, of views that were made before. */
export function hitsOf(compiled: CompiledPack, { native, folded }: ReturnType<typeof textViews>): AtomHits {
  return folded === null ? atomHits(compiled, native, 'native') : atomHits(compiled, folded, 'folded')
}

type Stretch = Omit<Passage, 'text' | 'families'>

function inPairs(sentences: readonly Stretch[]): Stretch[] {
  return sentences.flatMap(({ start }, i) => {
    const next = sentences[i + 1]
    return next ? [{ start, end: next.end, isWhole: false }] : []
  })
}

const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['shape handle', /@[a-z0-9_.]{3,}/u],
  ['shape question', /[?？]/u],
]
/** What holds a digit: most passages hold none, and looking for one takes little. */
const SHAPES_OF_DIGITS: typeof SHAPES = [
  [
    'shape price',
    /[$€£¥₹₽₺]\s?\d|(?:usd|eur|rs)\s?\d|\d+\s?(?:[$€£¥₹₽₺%円]|usd|eur|euros?|dollars?|bucks|zl|tl|руб|р(?!\p{L})|k(?!\p{L})|reais|pesos|rs(?!\p{L}))/u,
  ],
  ['shape phone', /\+?\d[\d\s().-]{7,}\d/u],
  ['shape number', /\d/u],
]

/** Said in whatever a text is written in: half of what is offered to strangers is. */
const EVERYWHERE = 'en'

/** Families count where the text is in their language, for words of thirteen languages look alike; everywhere where nobody can tell. */
function wordsAndShapes(
  compiled: CompiledPack,
  text: string,
  { start, end }: Span,
  language: string | null,
): Set<string> {
  const said = new Set<string>()
  for (const id of compiled.concepts.read(text, start, end).ids) {
    const family = compiled.families[id]
    const counts = language === null || family?.language === language || family?.language === EVERYWHERE
    if (family && counts) said.add(`word ${family.name}`)
  }
  const passage = text.slice(start, end)
  const shapes = /\d/.test(passage) ? [...SHAPES_OF_DIGITS, ...SHAPES] : SHAPES
  for (const [name, pattern] of shapes) if (pattern.test(passage)) said.add(name)
  return said
}
