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
}

/**
 * The pattern of a pack as it runs: what begins or ends in a letter begins or ends a word there. Without it "i'll" stands in "will", and
 * "age 28" in "page 28".
 */
export function withWordEdges(source: string): EdgedPattern {
  let loose: RegExp | undefined
  let edged: RegExp | undefined
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
  }
}

/** The first matches in a text, none overlapping another, `most` at the utmost. Asks for edges only where the words are. */
export function matchesIn(
  pattern: EdgedPattern,
  text: string,
  most = Number.POSITIVE_INFINITY,
): RegExpExecArray[] {
  const { loose } = pattern
  const matches: RegExpExecArray[] = []
  for (let from = 0; from <= text.length && matches.length < most; ) {
    loose.lastIndex = from
    const at = loose.exec(text)?.index
    if (at === undefined) break
    const { edged } = pattern
    edged.lastIndex = at
    const match = edged.exec(text)
    if (match !== null && match[0] !== '') matches.push(match)
    const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    from = at + Math.max(width, match?.[0].length ?? 0)
  }
  return matches
}
