import { alternativesOf } from './alternatives-of.ts'
import type { Starts } from './pattern-gate.ts'

/** Scripts that write words without blanks, or hang endings on them: an edge there says nothing. */
export const DENSE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`
const LETTER = String.raw`(?!${DENSE})[\p{L}\p{M}]`
/** Not between two letters of a word. */
const EDGE = `(?!(?<=${LETTER})(?=${LETTER}))`

/** A pattern of a pack, made ready. */
export interface EdgedPattern {
  /** The alternatives of the pattern as they are written: they say fast where one may be. */
  readonly loose: Loose
  /** The same between the edges of words, at one place. */
  readonly edged: RegExp
}

interface Loose {
  readonly count: number
  at(number: number): RegExp
  /** The same, asked about one place. */
  here(number: number): RegExp
}

/**
 * The pattern of a pack as it runs: what begins or ends in a letter begins or ends a word there. Without it "i'll" stands in "will", and
 * "age 28" in "page 28".
 */
export function withWordEdges(source: string): EdgedPattern {
  const alternatives = lazily(() => alternativesOf(source))
  const loose: (RegExp | undefined)[] = []
  const here: (RegExp | undefined)[] = []
  const edged = lazily(() => new RegExp(`${EDGE}(?:${source})${EDGE}`, 'uy'))
  // Made when a text is first asked about: most patterns of a pack meet no text that holds their words.
  return {
    loose: {
      get count() {
        return alternatives().length
      },
      at: (number) => (loose[number] ??= new RegExp(alternatives()[number] ?? '', 'gu')),
      here: (number) => (here[number] ??= new RegExp(alternatives()[number] ?? '', 'uy')),
    },
    get edged() {
      return edged()
    },
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/**
 * The first matches in a text, none overlapping another, `most` at the utmost. Asks for edges only where the words are.
 * @param may the alternatives that may match, by their numbers: one that begins with a certain word is found in a fourth of the time that all of
 * them together take
 * @param startsOf where an alternative may begin, in order: an expression that begins with a mark or looks back is tried at every letter otherwise
 */
export function matchesIn(
  pattern: EdgedPattern,
  text: string,
  {
    may = Array.from({ length: pattern.loose.count }, (_, number) => number),
    most = Number.POSITIVE_INFINITY,
    startsOf = () => null,
  }: { may?: readonly number[] | undefined; most?: number; startsOf?: Starts } = {},
): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  const places = may.map((number) => placesOf(pattern, text, number, startsOf(number)))
  /** Where each of them stands next. */
  const next = may.map(() => -1)
  for (let from = 0; from <= text.length && matches.length < most; ) {
    for (const [i, placeFrom] of places.entries()) if ((next[i] as number) < from) next[i] = placeFrom(from)
    const at = Math.min(...next)
    if (at >= text.length + 1) break
    const { edged } = pattern
    edged.lastIndex = at
    const match = edged.exec(text)
    if (match !== null && match[0] !== '') matches.push(match)
    const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    from = at + Math.max(width, match?.[0].length ?? 0)
  }
  return matches
}

/** Where an alternative first stands from a place on, which only grows; behind the text where it does not. */
function placesOf(
  { loose }: EdgedPattern,
  text: string,
  number: number,
  starts: Int32Array | null,
): (from: number) => number {
  if (starts === null) return (from) => placeOf(loose.at(number), text, from)
  let next = 0
  return (from) => {
    for (; next < starts.length; next++) {
      const start = starts[next] as number
      if (start < from || isInsidePair(text, start)) continue
      const here = loose.here(number)
      here.lastIndex = start
      if (here.test(text)) return start
    }
    return text.length + 1
  }
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

/** Where a pattern first stands from `from` on; behind the text where it does not. */
function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length + 1
}
