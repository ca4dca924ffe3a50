/** What a UTF-16 unit is to a word. */
export const WORD = 1
const OUTSIDE = 0
const WORD_WITHOUT_BLANKS = 2
const UNKNOWN = 255

/** Whether one word may end and another begin between neighbours of these kinds. */
export function mayPart(left: number, right: number): boolean {
  return left !== WORD || right !== WORD
}

/** Where the word ends that `from` stands in or behind; never beyond `to`. */
export function wordEnd(text: string, from: number, to: number): number {
  let end = from
  while (end < to && kindOf(text.charCodeAt(end)) === WORD) end++
  return end
}

const kinds = new Uint8Array(65_536).fill(UNKNOWN)

/** Looked up once for each unit. */
export function kindOf(unit: number): number {
  const known = kinds[unit] as number
  if (known !== UNKNOWN) return known
  const fresh = readKind(unit)
  kinds[unit] = fresh
  return fresh
}

function readKind(unit: number): number {
  // Views are in lower case.
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) ? WORD : OUTSIDE
  const sign = String.fromCharCode(unit)
  if ((unit >= 0xd800 && unit <= 0xdfff) || !LETTER_OR_DIGIT.test(sign)) return OUTSIDE
  return WITHOUT_BLANKS.test(sign) ? WORD_WITHOUT_BLANKS : WORD
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u
/** Han, kana, Thai, Lao, Khmer and Burmese write words without blanks; a boundary there says nothing. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
