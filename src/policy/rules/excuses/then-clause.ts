import type { ClauseWords } from '../../pack/word-schemas.ts'
import type { Span } from '../../text/text-views.ts'
import { beginsClause, joinsParts } from './whole-clause.ts'

/**
 * Whether the last part of a rule is a sentence of its own, and the sentence before it is about what the other parts name: "G are everywhere. I hate them." What "they" are is only sure where that sentence begins
 * with them, says little more and names nobody else behind a preposition ("G are beaten by thugs. I hate them."). `text` is a view.
 */
export function isThenClause(parts: readonly Span[], text: string, words: ClauseWords): boolean {
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const then = sorted.at(-1)
  const named = sorted.at(-2)
  const first = sorted[0]
  if (then === undefined || named === undefined || first === undefined) return false
  const rest = text.slice(named.end, then.start)
  if (!REST.test(rest) || NAMES_OTHERS.test(rest)) return false
  if (!ENDS.test(text.slice(then.end, then.end + NEAR))) return false
  // Who says of whom they tell names them last: "I work with G. I hate them."
  if (sorted.length > 2 && /\p{L}/u.test(rest)) return false
  const gaps = sorted.slice(1, -1).map(({ start }, i) => text.slice(sorted[i]?.end ?? start, start))
  return joinsParts(gaps, words) && beginsClause(first, text, words)
}

/** UTF-16 units. */
const NEAR = 12
const REST = /^[^.!?…。！？\n:;"”»]{0,48}[.!?…。！？]{1,3} $/u
const NAMES_OTHERS =
  /(?<!\p{L})(?:by|against|from|with|for|than|who|whom|because|when|while|von|gegen|mit|durch|wegen|por|contra|con|de los|de las|par|contre|avec|da|dai|dagli|contro|pelos|pelas|com|door|tegen|met|not|never|nicht|no|ne|non|nao|niet)(?!\p{L})|n't(?!\p{L})/u
const ENDS = /^[^\p{L}\p{N}]{0,4}(?:$|[.!?…。！？,\n]|\p{Extended_Pictographic})/u
