import type { Span } from '../../text/text-views.ts'

const QUOTES: readonly (readonly [string, string])[] = [
  ['“', '”'],
  // As texts have them that were typed in two programs.
  ['“', '"'],
  ['«', '»'],
  ['„', '“'],
  ['„', '”'],
  ['「', '」'],
  ['"', '"'],
  ['»', '«'],
]
/** What closes any of these, or a quotation between apostrophes. */
const CLOSES = /["“”«»」'’]/
const MAX_QUOTE = 240
/** A text that is nothing but one quotation is the author's own voice. */
const MIN_FRAME = 12

/** An apostrophe opens a quotation before a word and closes one after it; inside of a word it is neither. */
const APOSTROPHE = /['’]/
const APOSTROPHE_OPENS = /(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])/gu
const APOSTROPHE_CLOSES = /(?<=[\p{L}\p{N}.,!?])['’](?![\p{L}\p{N}])/gu

/** '"…" and I stand by it': who agrees with what they quote says it themselves. */
const ENDORSED =
  /^[^"”»]{0,60}["”»][.,!]? ?(?:and |y |e |et |und |en |i |и )?(?:(?:i|we) (?:stand by|agree|mean|believe|say) (?:it|that|this|so)|(?:so|very) true|(?:is|that's|it's) (?:true|facts|right)|facts(?!\p{L})|lo (?:sostengo|digo en serio)|estoy de acuerdo|es verdad|concordo|e verdade|je suis d'accord|c'est vrai|ich stehe dazu|stimmt(?!\p{L})|sono d'accordo|e vero|dat klopt|to prawda|это правда|согласен|согласна)/u

/** Whether a match stands between quotation marks on its line, is not all that its text says, and is not agreed with behind them. */
export function isQuoted(match: Span, text: string): boolean {
  const before = text.slice(Math.max(0, match.start - MAX_QUOTE), match.start)
  const after = text.slice(match.end, match.end + MAX_QUOTE)
  const left = before.slice(before.lastIndexOf('\n') + 1)
  const right = after.split('\n', 1)[0] ?? ''
  if (!CLOSES.test(right) || ENDORSED.test(right)) return false
  if (standsBetweenApostrophes(left, text.slice(match.start, match.end), right, text.length)) return true
  return QUOTES.some(([opening, closing]) => {
    const inside =
      opening === closing ? opensStraight(left) : left.lastIndexOf(opening) > left.lastIndexOf(closing)
    const end = right.indexOf(closing)
    if (!inside || end < 0) return false
    const quoted = left.length - left.lastIndexOf(opening) + (match.end - match.start) + end
    return text.length - quoted >= MIN_FRAME
  })
}

/** Whether a typewriter's mark has opened a quotation that is still open: one that closes what a printer's mark has opened opens none. */
function opensStraight(left: string): boolean {
  if (!PRINTED.test(left)) return left.split('"').length % 2 === 0
  let open = ''
  for (const sign of left)
    if (open !== '') open = CLOSERS[open]?.includes(sign) ? '' : open
    else if (sign in CLOSERS) open = sign
  return open === '"'
}

const PRINTED = /[“„]/
/** By what opens a quotation. */
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', '“': '”"', '„': '“”"' }

function standsBetweenApostrophes(left: string, words: string, right: string, length: number): boolean {
  if (!APOSTROPHE.test(right)) return false
  const line = left + words + right
  const end = left.length + words.length
  const placesOf = (sign: RegExp) => [...line.matchAll(sign)].map(({ index }) => index)
  const closings = placesOf(APOSTROPHE_CLOSES)
  const opened = placesOf(APOSTROPHE_OPENS).findLast((at) => at <= left.length) ?? -1
  const closed = closings.findLast((at) => at < left.length) ?? -1
  const closes = closings.find((at) => at >= end) ?? -1
  return opened > closed && closes >= 0 && length - (closes - opened) >= MIN_FRAME
}
