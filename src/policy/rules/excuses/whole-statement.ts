import type { Span } from '../../text/text-views.ts'

/** From a match to the end of its clause, and from the clause's beginning to it, there are no words. */
const NOTHING_BEFORE = /(?:^|[.!?;:,|•·\n()/。！？、…–—]|\p{Extended_Pictographic}| -)[^\p{L}\p{N}]{0,8}$/u
const NOTHING_AFTER = /^[^\p{L}\p{N}]{0,8}?(?:$|[.!?;:,|•·\n()/。！？、…–—]|\p{Extended_Pictographic}| -)/u
/** Longer than any filler between a word and its clause's end. UTF-16 units. */
const NEAR = 12
/**
 * Whether words that have other meanings too are a statement by their form: a clause of their own ("white power!", not "White
 * Power Ranger cosplayer"). `text` is a view; offsets in its units.
 */
export function isWholeStatement({ start, end }: Span, text: string): boolean {
  return (
    NOTHING_BEFORE.test(text.slice(Math.max(0, start - NEAR), start)) &&
    NOTHING_AFTER.test(text.slice(end, end + NEAR))
  )
}
