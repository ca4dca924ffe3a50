import type { Span } from '../../text/text-views.ts'

/** One or two digits, or an English number of a child's years. */
const NUMBER =
  /(?<!\d)\d{1,2}(?!\d)|(?<!\p{L})(?:twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?!\p{L})/u

/** The first number of a match that states an age, as a place of the text; null where it has none ("freshman"). */
export function numberIn({ start, end }: Span, text: string): Span | null {
  const found = NUMBER.exec(text.slice(start, end))
  return found && { start: start + found.index, end: start + found.index + found[0].length }
}
