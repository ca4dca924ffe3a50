import type { CompiledPack } from '../pack/compile-pack.ts'
import type { AtomHits } from '../rules/atom-hits.ts'
import type { Span } from '../text/text-views.ts'

/** Longer texts are read by their sentences alone: what is learnt from profiles says nothing of a whole page. */
export const MAX_WHOLE = 800
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

const SENTENCE = /[^.!?。！？\n•|]+[.!?。！？]*/gu
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What the rest of a short text may say of a sentence: "private sessions" are one thing beside "strength coach". */
const SAID_NEARBY = [
  'word plain_trade',
  'word licensed',
  'word prevention_help',
  'word performance_fiction',
  'word journalism_research',
  'word rule_text',
]

/**
 * The passages of one text: the whole of it where it is short, and its sentences where there are several; each once, and
 * none that is `known`.
 */
export function passagesOf(
  compiled: CompiledPack,
  hits: AtomHits,
  wholeToo: boolean,
  known: ReadonlySet<string> = new Set(),
): Passage[] {
  const { text } = hits.view
  const met = compiled.lexiconNames.filter((name) => hits.of(`lex.${name}`).length > 0)
  const sentences = [...text.matchAll(SENTENCE)].flatMap((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length)
    const end = match.index + match[0].trimEnd().length
    const least = DENSE.test(match[0]) ? MIN_DENSE : MIN_SENTENCE
    return end - start >= least && end - start <= MAX_SENTENCE ? [{ start, end, isWhole: false }] : []
  })
  const trimmed = { start: text.length - text.trimStart().length, end: text.trimEnd().length }
  const length = trimmed.end - trimmed.start
  const isShort = wholeToo && length <= MAX_WHOLE && length >= MIN_DENSE
  const spans = [
    ...(isShort ? [{ ...trimmed, isWhole: true }] : []),
    ...(isShort && sentences.length < 2 ? [] : sentences),
  ]
  const seen = new Set(known)
  const nearby = isShort ? wordsAndShapes(compiled, text).filter((name) => SAID_NEARBY.includes(name)) : []
  const fresh = spans.filter(({ start, end }) => {
    const passage = text.slice(start, end)
    const isFresh = !seen.has(passage)
    seen.add(passage)
    return isFresh
  })
  return fresh.map((span) => {
    const passage = text.slice(span.start, span.end)
    const said = [
      ...met.filter((name) =>
        hits.of(`lex.${name}`).some((hit) => hit.start >= span.start && hit.end <= span.end),
      ),
      ...wordsAndShapes(compiled, passage),
    ]
    const around = nearby.filter((name) => !said.includes(name)).map((name) => `nearby ${name}`)
    return { ...span, text: passage, families: [...said, ...around].sort() }
  })
}

const SHAPES: readonly (readonly [string, RegExp])[] = [
  [
    'shape price',
    /[$€£¥₹₽₺]\s?\d|(?:usd|eur|rs)\s?\d|\d+\s?(?:[$€£¥₹₽₺%円]|usd|eur|euros?|dollars?|bucks|zl|tl|руб|р(?!\p{L})|k(?!\p{L})|reais|pesos|rs(?!\p{L}))/u,
  ],
  ['shape phone', /\+?\d[\d\s().-]{7,}\d/u],
  ['shape handle', /@[a-z0-9_.]{3,}/u],
  ['shape number', /\d/u],
  ['shape question', /[?？]/u],
]

function wordsAndShapes(compiled: CompiledPack, text: string): string[] {
  const concepts = new Set(compiled.concepts.find(text).map(({ id }) => `word ${compiled.conceptNames[id]}`))
  return [...concepts, ...SHAPES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)]
}
