import type { CompiledPack } from '../pack/compile-pack.ts'
import { languageOf } from '../text/languages/language-of.ts'
import { LONGEST_PROFILE, lineAround } from '../text/sentences.ts'
import type { TermHit } from '../text/terms/term-matcher.ts'
import { languageOfView, type TextView } from '../text/text-views.ts'

/** The language of a shorter line is a guess. In UTF-16 units of a view, like all below. */
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
 * that, for people mix languages. So does any in a bio or a post, where names of one country stand in the words of another, and where nobody can tell what a text is
 * written in, or no list is. Most words are never asked about.
 */
export function inOwnLanguage(
  hits: readonly TermHit[],
  view: TextView,
  { wordLists, pack }: Pick<CompiledPack, 'wordLists' | 'pack'>,
): (hit: TermHit) => boolean {
  if (view.text.length <= LONGEST_PROFILE) return () => true
  const isListed = (language: string | null): boolean =>
    language !== null && pack.languages[language]?.rules === true
  const languageOfHit = ({ id }: TermHit): string | null => wordLists[id]?.language ?? null
  const isEverywhere = (language: string | null): boolean => language === EVERYWHERE || !isListed(language)
  let reading: Reading | null = null
  return (hit) => {
    const language = languageOfHit(hit)
    if (isEverywhere(language)) return true
    reading ??= readIn(hits, view, { languageOfHit, isEverywhere, isListed })
    return language === reading.spoken || reading.isAtHome(hit)
  }
}

interface Reading {
  spoken: string | null
  /** Whether a word of another language stands among its own. */
  isAtHome(hit: TermHit): boolean
}

interface Languages {
  /** Null where it counts in all of them. */
  languageOfHit(hit: TermHit): string | null
  isEverywhere(language: string | null): boolean
  isListed(language: string | null): boolean
}

function readIn(hits: readonly TermHit[], view: TextView, languages: Languages): Reading {
  const { languageOfHit, isEverywhere, isListed } = languages
  const { text } = view
  const spoken = languageOfView(view)
  if (!isListed(spoken)) return { spoken, isAtHome: () => true }
  // What is a word of the spoken language too says nothing of another.
  const known = new Uint8Array(text.length)
  for (const hit of hits) {
    const language = languageOfHit(hit)
    if (language === spoken || isEverywhere(language)) known[hit.start] = 1
  }
  const company = inCompany(
    hits.filter(({ start }) => known[start] === 0),
    languageOfHit,
  )
  const languageOfLine = linesOf(text, (line) => (isAllOf(line, view) ? spoken : languageOf(line)))
  const isInItsLine = (hit: TermHit): boolean => {
    const told = languageOfLine(hit)
    return told === undefined || told === languageOfHit(hit)
  }
  return { spoken, isAtHome: (hit) => company.has(hit) || (known[hit.start] === 0 && isInItsLine(hit)) }
}

/** Those that stand beside another word of their language. */
function inCompany(
  telling: readonly TermHit[],
  languageOfHit: (hit: TermHit) => string | null,
): ReadonlySet<TermHit> {
  const company = new Set<TermHit>()
  for (const all of Map.groupBy(telling, languageOfHit).values()) {
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
function nextBehind(inOrder: readonly TermHit[], from: number, end: number): TermHit | undefined {
  for (let i = from + 1; i <= from + MOST_OVER; i++) {
    const next = inOrder[i]
    if (next === undefined || next.start >= end) return next
  }
  return undefined
}

/** What the line of a word is written in; undefined beyond the number of lines that are asked about, null where nobody can tell. */
function linesOf(
  text: string,
  languageIn: (line: string) => string | null,
): (hit: TermHit) => string | null | undefined {
  const told = new Map<number, string | null>()
  return (hit) => {
    const line = lineAround(text, hit)
    if (line.end - line.start < LEAST_LINE) return null
    const known = told.get(line.start)
    if (known !== undefined) return known
    if (told.size >= MOST_LINES) return undefined
    const language = languageIn(text.slice(line.start, line.end))
    told.set(line.start, language)
    return language
  }
}

/**
 * Whether a line is all that was written but for its capitals, which say nothing of a language: what the text is written in is known already. The
 * small sigma hangs on what follows it.
 */
function isAllOf(line: string, view: TextView): boolean {
  const { original } = view.native ?? view
  return (
    original !== undefined &&
    original.length === line.length &&
    original.toLowerCase() === line &&
    original.normalize('NFKC') === original &&
    !original.includes('Σ')
  )
}
