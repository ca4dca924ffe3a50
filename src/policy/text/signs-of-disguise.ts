import { type Cells, isBlank } from './cells.ts'
import { classOf, LETTER } from './letters-of.ts'
import { hasUnit, unitSet } from './unit-set.ts'

/** What a text may hold that is worth a closer look; `false` is certain. Most texts hold none of it. */
export interface SignsOfDisguise {
  /** A sign between letters that stands in words in the place of one, or of none: see `join-inner-signs.ts`. */
  inner: boolean
  /** Letters with one sign or blank between. */
  spaced: boolean
  /** A letter beyond Latin, a sign before a letter or a letter three times. */
  suspect: boolean
}

/** Signs that stand inside of words. */
export const INNER_SIGNS = unitSet('-_*.~|·•%#+')
/** What stands between letters that stand apart. */
export const SEPARATORS = unitSet(' .-_*|·,~/')
/** What stands among letters in words that are written with digits and signs. */
export const AMONG_LETTERS = unitSet('0123456789@$!€£*~|^·')
export const FIRST_BEYOND_LATIN = 0x250

const IS_LETTER = 1
const IS_INNER = 2
const IS_SEPARATOR = 4
const IS_AMONG = 8
const IS_BEYOND = 16
const UNKNOWN = 255
const kinds = new Uint8Array(65_536).fill(UNKNOWN)

function kindOf(code: number): number {
  const known = kinds[code] as number
  if (known !== UNKNOWN) return known
  const fresh =
    (classOf(code) === LETTER ? IS_LETTER : 0) |
    (hasUnit(INNER_SIGNS, code) ? IS_INNER : 0) |
    (hasUnit(SEPARATORS, code) ? IS_SEPARATOR : 0) |
    (hasUnit(AMONG_LETTERS, code) ? IS_AMONG : 0) |
    (code >= FIRST_BEYOND_LATIN && !isBlank(code) ? IS_BEYOND : 0)
  kinds[code] = fresh
  return fresh
}

/** Of the last five signs, a bit each: separators are the first, the third and the last, and the second is none. */
const FIVE = 0b11111
const LOOKED_AT = 0b11101
const APART = 0b10101

/** One walk, where each of those who undo disguises would go through the text for itself. */
export function signsOfDisguise({ codes, length }: Cells): SignsOfDisguise {
  const signs = { inner: false, spaced: false, suspect: false }
  let separators = 0
  let before = 0
  for (let i = 0; i < length; i++) {
    const code = codes[i] as number
    const kind = kindOf(code)
    separators = ((separators << 1) & FIVE) | (kind & IS_SEPARATOR ? 1 : 0)
    if ((kind & IS_BEYOND) !== 0) signs.suspect = true
    if ((kind & IS_LETTER) !== 0) {
      if ((before & IS_AMONG) !== 0) signs.suspect = true
      else if (code === codes[i - 1] && code === codes[i - 2]) signs.suspect = true
    }
    if ((before & IS_INNER) !== 0 && (kind & (IS_LETTER | IS_INNER)) !== 0 && i > 1)
      signs.inner ||= classOf(codes[i - 2] as number) === LETTER
    if ((separators & LOOKED_AT) === APART && i > 4) signs.spaced = true
    before = kind
  }
  return signs
}
