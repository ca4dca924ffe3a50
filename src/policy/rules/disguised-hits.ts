import type { Finding } from '../finding.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import { originalSpan, type Span, type TextView } from '../text/text-views.ts'
import type { RuleMatch } from './match-text-rule.ts'

const HIDDEN_INSIDE_WORD =
  /[\p{L}\p{N}][\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]+[\p{L}\p{N}]/u
/** Letters in circles, squares and the alphabets of mathematics, which any search for the plain word would miss. */
const LETTER_LIKE = /[\u2460-\u24ff\u{1f110}-\u{1f189}\u{1d400}-\u{1d7cb}]{3}/u
/** Letters struck through, one by one. */
const STRUCK = /(?:\p{L}[\u0334-\u0338]\s?){3}/u
/** Latin letters as wide as Han: common in Japanese and Chinese, and nowhere else. */
const WIDE = /[\uff21-\uff3a\uff41-\uff5a]{3}/u
const WIDE_BY_CUSTOM = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether something between `start` and `end` of the original was written so that a search finds nothing. */
export function isInDisguise({ start, end }: Span, { changes }: TextView): boolean {
  return changes.some((change) => change.isDisguise && change.start < end && start < change.end)
}

/** Invisible characters between the letters of the words that matched, or letters that are none. */
export function hidesLetters(match: RuleMatch, view: TextView, original: string): boolean {
  return match.parts.some((part) => {
    const span = originalSpan(view, part.start, part.end)
    return isDisguised(original.slice(span.start, span.end), original)
  })
}

/** Whether words are written so that a search for them finds nothing. Takes a mark behind the last letter along. */
export function isDisguised(written: string, original: string): boolean {
  return (
    HIDDEN_INSIDE_WORD.test(written) ||
    LETTER_LIKE.test(written) ||
    STRUCK.test(written) ||
    (WIDE.test(written) && !WIDE_BY_CUSTOM.test(original))
  )
}

/** What is said beside a hit whose words were disguised. */
export function evasions(compiled: CompiledPack, hit: Finding): Finding[] {
  return compiled.structureRules
    .filter(({ rule }) => rule.structure === 'disguised_hit')
    .map(({ code, rule }) => {
      const { tag: _tag, ...rest } = hit
      return { ...rest, code, rule: `${code}/${rule.id}`, p: rule.p }
    })
}
