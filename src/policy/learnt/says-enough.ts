/** A label, a menu or a title says too little to resemble anything. */
const MIN_SAID = 4

/**
 * Whether one line of a passage has four words: a column of labels is no text, and an address is no words. Han and kana write a word in two
 * signs.
 */
export function saysEnough(text: string): boolean {
  return saysEnoughPlainly(text) ?? saysEnoughAnyhow(text)
}

const APOSTROPHE = 0x27
const LETTER_H = 0x68
/** What the loop below reads: ASCII on one line. */
const PLAIN_END = 0x7b

/** The same of most passages, by a walk that ends at the fourth word; null where it meets what may part lines or words otherwise, or begin an address. */
function saysEnoughPlainly(text: string): boolean | null {
  let words = 0
  let isInWord = false
  /** Behind an apostrophe a word has letters alone. */
  let isBehind = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= PLAIN_END || unit < 0x20 || (unit === LETTER_H && text.startsWith('http', i))) return null
    const isDigit = unit >= 0x30 && unit <= 0x39
    const lower = unit | 0x20
    if ((lower >= 0x61 && lower <= 0x7a) || isDigit) {
      if (!isInWord || (isBehind && isDigit)) {
        if (++words >= MIN_SAID) return true
        isBehind = false
      }
      isInWord = true
    } else {
      const next = text.charCodeAt(i + 1) | 0x20
      isBehind = isInWord && unit === APOSTROPHE && next >= 0x61 && next <= 0x7a
      isInWord = isBehind
    }
  }
  return false
}

function saysEnoughAnyhow(text: string): boolean {
  return text
    .replace(ADDRESS, ' ')
    .split(SEGMENT)
    .some((segment) => (segment.match(WORDS)?.length ?? 0) >= MIN_SAID)
}

const SEGMENT = /[\n|•·]/u
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu

/** With a scheme: it may be cut off where a sentence seems to end. */
const ADDRESS = /https?:\S*/gu
