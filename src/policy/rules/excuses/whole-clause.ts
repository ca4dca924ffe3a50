import type { ClauseWords } from '../../pack/word-schemas.ts'
import { madeOnce } from '../../text/made-once.ts'
import { LABELS } from '../../text/text-labels.ts'
import { normaliseText, type Span } from '../../text/text-views.ts'

/**
 * Whether the parts of a rule are a clause from end to end, and a claim of its author's: "all G are X", "I think G are X", "I hate G". What only speaks of such a claim goes on behind it or leads up to
 * it ("people who think that G are X are wrong", "I hate how G are treated"). Where `isSaid` is asked, a word links the parts that says that somebody is or must be something. `text` is a view;
 * what clauses are made of beside their parts is data (`clauses.yaml`).
 */
export function isWholeClause(
  parts: readonly Span[],
  text: string,
  { words, isSaid }: { words: ClauseWords; isSaid: boolean },
): boolean {
  const around = aroundParts(parts, text)
  if (around === null) return false
  const { lead, gaps, trail } = around
  return readersOf(words).some(
    ({ begins, between, ends, links, linksAfter }) =>
      gaps.every((gap) => between.test(gap)) &&
      (!isSaid || gaps.some((gap) => links.test(gap)) || linksAfter.test(trail)) &&
      ends.test(trail) &&
      begins.test(lead),
  )
}

/**
 * Whether the parts of a rule begin a clause of the author's and are said whole before it goes on: "hang every last one of these G at the border". What is asked for is said by then, and where, when and
 * how change nothing; another noun behind the last part would be what is spoken of ("hang G art"). Between the parts one word may describe the last one, behind a word that counts it. `text` is a view.
 */
export function isBegunClause(parts: readonly Span[], text: string, words: ClauseWords): boolean {
  const around = aroundParts(parts, text)
  if (around === null) return false
  const { lead, gaps, trail } = around
  return readersOf(words).some(
    ({ begins, counted, goesOn }) =>
      gaps.every((gap) => counted.test(gap)) && goesOn.test(trail) && begins.test(lead),
  )
}

/** What stands before, between and behind the parts of a rule; null where there are none. */
function aroundParts(
  parts: readonly Span[],
  text: string,
): { lead: string; gaps: string[]; trail: string } | null {
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    lead: leadOf(first, text),
    gaps: sorted.slice(1).map(({ start }, i) => text.slice(sorted[i]?.end ?? start, start)),
    trail: text.slice(last.end, last.end + TRAIL) + (last.end + TRAIL < text.length ? CUT : ''),
  }
}

function leadOf({ start }: Span, text: string): string {
  return (start > LEAD ? CUT : '') + text.slice(Math.max(0, start - LEAD), start)
}

/**
 * Whether two parts are a condition and what follows from it, in either order, and a clause of the author's from end to end: "quand je te croise je te plante", "I'll kill you if I see you".
 * One word more is another threat or none: "si te veo te mato a besos". `text` is a view.
 */
export function isConditional(parts: readonly Span[], text: string, words: ClauseWords): boolean {
  const around = aroundParts(parts, text)
  const [gap, ...others] = around?.gaps ?? []
  if (around === null || gap === undefined || others.length > 0) return false
  return readersOf(words).some(
    ({ begins, follows, ends }) => follows.test(gap) && ends.test(around.trail) && begins.test(around.lead),
  )
}

/** Whether what stands before a span in its sentence leaves it its author's. */
export function beginsClause(span: Span, text: string, words: ClauseWords): boolean {
  const lead = leadOf(span, text)
  return readersOf(words).some(({ begins }) => begins.test(lead))
}

/** Whether nothing but words of stress stands in any of these. */
export function joinsParts(gaps: readonly string[], words: ClauseWords): boolean {
  return readersOf(words).some(({ between }) => gaps.every((gap) => between.test(gap)))
}

/** UTF-16 units. */
const LEAD = 80
const TRAIL = 48
/** What is cut off is more than nothing. */
const CUT = 'x'

interface Reader {
  begins: RegExp
  between: RegExp
  counted: RegExp
  follows: RegExp
  ends: RegExp
  goesOn: RegExp
  links: RegExp
  linksAfter: RegExp
}

/** One a language: what one of them says beside a group is something else in another. */
const readersOf = madeOnce((words: ClauseWords): readonly Reader[] => Object.values(words).map(makeReader))

/** A clause may begin and end in quotation marks: whose words they are is asked elsewhere. */
const START = String.raw`(?:^|[.!?;:,\n…।،؛؟。、"“„«¿¡(] ?|\p{Extended_Pictographic} ?)`
const END = String.raw`(?: ?[(-] ?${LABELS}(?!\p{L})|[^\p{L}\p{M}\p{N}'’]{0,3}(?:$|[.!?;:,\n…।،؛؟。、)"”»#|•·]|\p{Extended_Pictographic}|(?<= )(?:lol|lmao|jk|fr|tbh|ngl|xd|haha|jaja|mdr|kkk|in minecraft)(?![\p{L}\p{M}])))`

/** Arabic "and" is written on the word behind it, and begins another clause, unless that is said of the first: "and this is a lie". */
const WRITTEN_ON = String.raw` و(?!هذا|هذه|ذلك|هو كذب|اخرون|نسا|رجال)(?=\p{L}{3})`

function makeReader(words: ClauseWords[string]): Reader {
  const of = (...kinds: Kind[]): string[] => kinds.flatMap((kind) => words[kind] ?? [])
  const joint = leading(of('joints'), '[,:]?')
  const lead = `(?:${[leading(of('leads'), '[,:]?'), ...opinionOf(words)].join('|')})`
  const stress = leading(of('stress'))
  const inside = leading(of('stress', 'people', 'like', 'links'))
  const counts = leading(of('counts', 'stress', 'people', 'like', 'links'))
  const behind = trailing(of('people', 'like', 'links_after', 'trails'))
  return {
    begins: new RegExp(
      String.raw`(?:${START}|(?<![\p{L}\p{M}\p{N}])${joint})${lead}{0,2}${stress}{0,3}$`,
      'u',
    ),
    between: new RegExp(`^ ?${inside}{0,5}$`, 'u'),
    counted: new RegExp(String.raw`^ ?(?:${counts}{0,5}|${counts}{1,5}\p{L}{3,} )$`, 'u'),
    follows: new RegExp(`^ ?(?:[,;:-]|\\.{3})? ?${leading(of('thens'), ',?')}{0,2}$`, 'u'),
    ends: new RegExp(`^${behind}{0,3}(?:${END}|${trailing(of('joints'))}|${WRITTEN_ON})`, 'u'),
    // Who asks whether to do it calls for nothing.
    goesOn: new RegExp(
      String.raw`^(?!${behind}{0,3} ?\?)${behind}{0,3}(?:${END}|${trailing(of('joints', 'goes_on'))}|${WRITTEN_ON})`,
      'u',
    ),
    links: new RegExp(`^ ?${leading(of('stress', 'people', 'like'))}{0,3}${leading(of('links'))}`, 'u'),
    linksAfter: new RegExp(`^${trailing(of('links_after'))}`, 'u'),
  }
}

type Kind = Exclude<keyof ClauseWords[string], 'speakers' | 'speaks' | 'speaks_how' | 'that'>

/** "I really think", "we all know that". */
function opinionOf({ speakers, speaks, speaks_how: how, that }: ClauseWords[string]): string[] {
  if (speakers === undefined || speaks === undefined) return []
  return [
    `${leading(speakers)}${leading(how ?? [])}{0,3}(?:${alternatives(speaks)})(?: (?:${alternatives(that ?? [])}))?[,:]? `,
  ]
}

/** A word and the blank behind it; scripts without blanks, and what ends in an apostrophe, have none. */
function leading(words: readonly string[], mark = ''): string {
  const [dense, spaced] = parted(words)
  return `(?:(?:${alternatives(spaced)})${mark} |(?:${alternatives(dense)})${mark} ?)`
}

/** A word and the blank before it. */
function trailing(words: readonly string[]): string {
  const [dense, spaced] = parted(words)
  return String.raw`(?: (?:${alternatives(spaced)})(?![\p{L}\p{M}\p{N}'’])| ?(?:${alternatives(dense)}))`
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}'’]$/u

function parted(words: readonly string[]): [dense: string[], spaced: string[]] {
  return [words.filter((word) => UNSPACED.test(word)), words.filter((word) => !UNSPACED.test(word))]
}

/** Longer ones first; none of no words. */
function alternatives(words: readonly string[]): string {
  if (words.length === 0) return '(?!)'
  return [...new Set(words.map((word) => normaliseText(word)))]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[/.*+?()]/g, '\\$&'))
    .join('|')
}
