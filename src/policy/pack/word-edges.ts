/** Scripts that write words without blanks, or hang endings on them: an edge there says nothing. */
const DENSE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`
const LETTER = String.raw`(?!${DENSE})\p{L}`
/** Not between two letters of a word. */
const EDGE = `(?!(?<=${LETTER})(?=${LETTER}))`

/**
 * The pattern of a pack as it runs: what begins or ends in a letter begins or ends a word there. Without
 * it "i'll" stands in "will", and "age 28" in "page 28".
 */
export function withWordEdges(source: string): RegExp {
  return new RegExp(`${EDGE}(?:${source})${EDGE}`, 'gu')
}
