import { mayHold, type WordSieve } from '../text/word-sieve.ts'
import { requiredWords } from './required-words.ts'

/** Scripts that write words without blanks, or hang endings on them: an edge there says nothing. */
const DENSE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`
const LETTER = String.raw`(?!${DENSE})[\p{L}\p{M}]`
/** Not between two letters of a word. */
const EDGE = `(?!(?<=${LETTER})(?=${LETTER}))`

/** A pattern of a pack, made ready. */
export interface EdgedPattern {
  /** The pattern as it is written: says fast where one may be. */
  readonly loose: RegExp
  /** The same between the edges of words, at one place. */
  readonly edged: RegExp
  /** One of these stands in each text that it matches; null: nobody knows. */
  readonly words: readonly string[] | null
}

/**
 * The pattern of a pack as it runs: what begins or ends in a letter begins or ends a word there. Without it "i'll" stands in "will", and
 * "age 28" in "page 28".
 */
export function withWordEdges(source: string): EdgedPattern {
  let loose: RegExp | undefined
  let edged: RegExp | undefined
  let words: readonly string[] | null | undefined
  // Made when a text is first asked about: most patterns of a pack meet no text that holds their words.
  return {
    get loose() {
      loose ??= new RegExp(source, 'gu')
      return loose
    },
    get edged() {
      edged ??= new RegExp(`${EDGE}(?:${source})${EDGE}`, 'uy')
      return edged
    },
    get words() {
      if (words === undefined) words = requiredWords(source)
      return words
    },
  }
}

/** In a text shorter than so many units for each word, looking for the pattern takes less than asking for its words. */
const WORTH_ASKING = 4

/** False only where the text surely holds no match. */
export function mayMatch({ words }: EdgedPattern, text: string, sieve: WordSieve): boolean {
  if (words === null || text.length < words.length * WORTH_ASKING) return true
  return words.some((word) => mayHold(sieve, word) && text.includes(word))
}

/** Every match in a text, none overlapping another. Asks for edges only where the words are. */
export function* matchesIn(pattern: EdgedPattern, text: string): Generator<RegExpExecArray> {
  const { loose } = pattern
  for (let from = 0; from <= text.length; ) {
    loose.lastIndex = from
    const at = loose.exec(text)?.index
    if (at === undefined) return
    const { edged } = pattern
    edged.lastIndex = at
    const match = edged.exec(text)
    if (match !== null && match[0] !== '') yield match
    const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    from = at + Math.max(width, match?.[0].length ?? 0)
  }
}
