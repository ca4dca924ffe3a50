import type { CompiledPack } from '../pack/compile-pack.ts'
import { languageOf } from '../text/languages/language-of.ts'
import { LONGEST_PROFILE, lineAround } from '../text/sentences.ts'
import type { TermsFound } from '../text/terms/term-matcher.ts'
import { languageOfView, type Span, type TextView } from '../text/text-views.ts'

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
 * written in, or no list is. Most words are never asked about. Hits go by their numbers.
 */
export function inOwnLanguage(
  found: TermsFound,
  view: TextView,
  { wordLists, pack }: Pick<CompiledPack, 'wordLists' | 'pack'>,
): (hit: number) => boolean {
  if (view.text.length <= LONGEST_PROFILE) return () => true
  const isListed = (language: string | null): boolean =>
    language !== null && pack.languages[language]?.rules === true
  const languageOfHit = (hit: number): string | null => wordLists[found.ids[hit] as number]?.language ?? null
  const isEverywhere = (language: string | null): boolean => language === EVERYWHERE || !isListed(language)
  let reading: Reading | null = null
  return (hit) => {
    const language = languageOfHit(hit)
    if (isEverywhere(language)) return true
    reading ??= readIn(found, view, { languageOfHit, isEverywhere, isListed })
    return language === reading.spoken || reading.isAtHome(hit)
  }
}

interface Reading {
  spoken: string | null
  /** Whether a word of another language stands among its own. */
  isAtHome(hit: number): boolean
}

interface Languages {
  /** Null where it counts in all of them. */
  languageOfHit(hit: number): string | null
  isEverywhere(language: string | null): boolean
  isListed(language: string | null): boolean
}

function readIn(found: TermsFound, view: TextView, languages: Languages): Reading {
  const { languageOfHit, isEverywhere, isListed } = languages
  const { starts, ends } = found
  const { text } = view
  const spoken = languageOfView(view)
  if (!isListed(spoken)) return { spoken, isAtHome: () => true }
  // What is a word of the spoken language too says nothing of another.
  const known = new Uint8Array(text.length)
  for (let hit = 0; hit < starts.length; hit++) {
    const language = languageOfHit(hit)
    if (language === spoken || isEverywhere(language)) known[starts[hit] as number] = 1
  }
  const isKnown = (hit: number): boolean => known[starts[hit] as number] === 1
  const telling = new Map<string | null, number[]>()
  for (let hit = 0; hit < starts.length; hit++) {
    if (isKnown(hit)) continue
    const language = languageOfHit(hit)
    const alike = telling.get(language)
    if (alike) alike.push(hit)
    else telling.set(language, [hit])
  }
  const company = inCompany(telling.values(), found)
  const languageOfLine = linesOf(text, (line) => (isAllOf(line, view) ? spoken : languageOf(line)))
  const isInItsLine = (hit: number): boolean => {
    const told = languageOfLine({ start: starts[hit] as number, end: ends[hit] as number })
    return told === undefined || told === languageOfHit(hit)
  }
  return { spoken, isAtHome: (hit) => company[hit] === 1 || (!isKnown(hit) && isInItsLine(hit)) }
}

/** Of each hit, 1 where it stands beside another one of those that are alike. */
function inCompany(telling: Iterable<number[]>, { starts, ends }: TermsFound): Uint8Array {
  const company = new Uint8Array(starts.length)
  for (const alike of telling) {
    const inOrder = alike.sort((a, b) => (starts[a] as number) - (starts[b] as number))
    let last = Number.NEGATIVE_INFINITY
    for (const [i, hit] of inOrder.entries()) {
      const [start, end] = [starts[hit] as number, ends[hit] as number]
      if (start >= last && start - last <= NEAR) company[hit] = 1
      const next = startBehind(inOrder, i, end, starts)
      if (next !== undefined && next - end <= NEAR) company[hit] = 1
      last = Math.max(last, end)
    }
  }
  return company
}

/** Where the next one starts that lies behind `end`. Several terms may lie in one another. */
function startBehind(
  inOrder: readonly number[],
  from: number,
  end: number,
  starts: Int32Array,
): number | undefined {
  for (let i = from + 1; i <= from + MOST_OVER; i++) {
    const hit = inOrder[i]
    const start = hit === undefined ? undefined : (starts[hit] as number)
    if (start === undefined || start >= end) return start
  }
  return undefined
}

/** What the line of a word is written in; undefined beyond the number of lines that are asked about, null where nobody can tell. */
function linesOf(
  text: string,
  languageIn: (line: string) => string | null,
): (word: Span) => string | null | undefined {
  const told = new Map<number, string | null>()
  return (word) => {
    const line = lineAround(text, word)
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
