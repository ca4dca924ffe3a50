/** A token that is read as its length: what matters of a price is that it is one. */
export const NUMBER = 1
/** Running text without blanks. */
export const RUNNING = 2
/** A word that begins with four letters. */
export const LONG = 3
const OTHER = 0
const LONG_LETTERS = 4
const MAX_WORDS = 120

/** The tokens of the text that was read last. Two questions are asked about most passages, one after the other, and none of them needs strings. */
export const tokens = {
  of: '',
  count: 0,
  starts: new Int32Array(MAX_WORDS),
  ends: new Int32Array(MAX_WORDS),
  kinds: new Uint8Array(MAX_WORDS),
}

/** Words with their marks and apostrophes, numbers, and single signs that tell something; how many there are. */
export function readTokens(passage: string): number {
  if (tokens.of === passage) return tokens.count
  const { starts, ends, kinds } = tokens
  let count = 0
  for (let at = 0; at < passage.length && count < MAX_WORDS; ) {
    const first = tokenSign(passage, at)
    const part = first & PARTS
    if (part === 0) {
      at += widthOf(first)
      continue
    }
    const start = at
    let letters = 0
    let areLetters = true
    let isRunning = false
    let sign = first
    do {
      areLetters &&= (sign & IS_LETTER) !== 0
      if (areLetters) letters++
      isRunning ||= (sign & IS_DENSE) !== 0
      at += widthOf(sign)
      sign = at < passage.length ? tokenSign(passage, at) : 0
    } while ((sign & part) !== 0 && part !== OF_SIGN)
    starts[count] = start
    ends[count] = at
    kinds[count] = part === OF_NUMBER ? NUMBER : isRunning ? RUNNING : letters >= LONG_LETTERS ? LONG : OTHER
    count++
  }
  tokens.of = passage
  tokens.count = count
  return count
}

/** What a sign is to tokens: a part of one of three kinds, and what else there is to know of it. */
const OF_WORD_SIGNS = 1
const OF_NUMBER = 2
const OF_SIGN = 4
const PARTS = OF_WORD_SIGNS | OF_NUMBER | OF_SIGN
const IS_LETTER = 8
const IS_DENSE = 16
/** It takes two UTF-16 units. */
const IS_WIDE = 32
const UNKNOWN = 255
const signKinds = new Uint8Array(65_536).fill(UNKNOWN)

const WORD_SIGN = /[\p{L}\p{M}'’]/u
const SIGN = /[$€£¥₹₽₺@#%+]|\p{Extended_Pictographic}/u
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Looked up once for each unit; halves of wider signs are looked at together, each time. */
function tokenSign(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = signKinds[unit] as number
  if (known !== UNKNOWN) return known
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const kind =
    (WORD_SIGN.test(sign) ? OF_WORD_SIGNS : /\p{N}/u.test(sign) ? OF_NUMBER : SIGN.test(sign) ? OF_SIGN : 0) |
    (/\p{L}/u.test(sign) ? IS_LETTER : 0) |
    (WITHOUT_BLANKS.test(sign) ? IS_DENSE : 0)
  if (sign.length > 1) return kind | IS_WIDE
  if (unit < 0xd800 || unit > 0xdfff) signKinds[unit] = kind
  return kind
}

function widthOf(sign: number): number {
  return (sign & IS_WIDE) === 0 ? 1 : 2
}
