import type { Languages } from '../pack/pack-schema.ts'
import { languageOf } from '../text/language-of.ts'
import { lineAround } from '../text/sentences.ts'
import { languageOfView, type Span, type TextView } from '../text/text-views.ts'

/** A term that was found, with the lexicon that it stands in and its language there (ISO 639-1). */
export interface SpokenHit extends Span {
  lexicon: string
  /** Null where it counts in all of them. */
  language: string | null
}

/** Shorter texts are bios and captions, which mix languages. UTF-16 units of a view, like all below. */
const LEAST_TEXT = 120
/** The language of a shorter line is a guess. */
const LEAST_LINE = 60
/** Lines whose language is asked for; words of further ones count. */
const MOST_LINES = 20
/** A sentence. */
const NEAR = 100
/** Terms that lie in one another: few. */
const MOST_OVER = 8
/** Its words are said in all of them. */
const EVERYWHERE = 'en'

/**
 * Which words count, those of other languages left out. A list is read in texts of its own language, or "app", which is a messenger in Dutch, and "wp", which
 * is one in Turkish, would be met on every English page. English words count everywhere; so does a word in a line of its language, or beside another word of
 * that, for people mix languages. Where nobody can tell what a text is written in, or no list is, all count. Most words are never asked about.
 * @param covered the languages that have lists
 */
export function inOwnLanguage(
  hits: readonly SpokenHit[],
  view: TextView,
  covered: Readonly<Languages>,
): (hit: SpokenHit) => boolean {
  if (view.text.length < LEAST_TEXT) return () => true
  const isEverywhere = ({ language }: SpokenHit): boolean =>
    language === null || language === EVERYWHERE || covered[language]?.rules !== true
  let reading: Reading | null = null
  return (hit) => {
    if (isEverywhere(hit)) return true
    reading ??= readIn(hits, view, isEverywhere, covered)
    return hit.language === reading.spoken || reading.isAtHome(hit)
  }
}

interface Reading {
  spoken: string | null
  /** Whether a word of another language stands among its own. */
  isAtHome(hit: SpokenHit): boolean
}

function readIn(
  hits: readonly SpokenHit[],
  view: TextView,
  isEverywhere: (hit: SpokenHit) => boolean,
  covered: Readonly<Languages>,
): Reading {
  const { text } = view
  const spoken = languageOfView(view)
  if (spoken === null || covered[spoken]?.rules !== true) return { spoken, isAtHome: () => true }
  // What is a word of the spoken language too says nothing of another.
  const known = new Uint8Array(text.length)
  for (const hit of hits) if (hit.language === spoken || isEverywhere(hit)) known[hit.start] = 1
  const telling = hits.filter(({ start }) => known[start] === 0)
  const company = inCompany(telling)
  const isInItsLine = linesOf(text)
  return { spoken, isAtHome: (hit) => company.has(hit) || (known[hit.start] === 0 && isInItsLine(hit)) }
}

/** Those that stand beside another word of their language. */
function inCompany(telling: readonly SpokenHit[]): ReadonlySet<SpokenHit> {
  const company = new Set<SpokenHit>()
  for (const all of Map.groupBy(telling, ({ language }) => language).values()) {
    const inOrder = all.toSorted((a, b) => a.start - b.start)
    let last = Number.NEGATIVE_INFINITY
    for (const [i, hit] of inOrder.entries()) {
      if (hit.start >= last && hit.start - last <= NEAR) company.add(hit)
      const next = nextBehind(inOrder, i, hit.end)
      if (next !== undefined && next.start - hit.end <= NEAR) company.add(hit)
      last = Math.max(last, hit.end)
    }
  }
  return company
}

/** Several terms may lie in one another. */
function nextBehind(inOrder: readonly SpokenHit[], from: number, end: number): SpokenHit | undefined {
  for (let i = from + 1; i <= from + MOST_OVER; i++) {
    const next = inOrder[i]
    if (next === undefined || next.start >= end) return next
  }
  return undefined
}

function linesOf(text: string): (hit: SpokenHit) => boolean {
  const told = new Map<number, string | null>()
  return (hit) => {
    const line = lineAround(text, hit)
    if (line.end - line.start < LEAST_LINE) return false
    let language = told.get(line.start)
    if (language === undefined) {
      if (told.size >= MOST_LINES) return true
      language = languageOf(text.slice(line.start, line.end))
      told.set(line.start, language)
    }
    return language === hit.language
  }
}
