import { hasUnit, unitSet } from '../terms/unit-set.ts'
import { classOf, LETTER } from './letters-of.ts'

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
const SEPARATOR_BIT = 2
const AMONG_BIT = 3
const IS_BEYOND = 16
const UNKNOWN = 255
/** Of each unit that `kindOf` was asked about. */
const kinds = new Uint8Array(65_536).fill(UNKNOWN)

for (let unit = 0; unit < 0x80; unit++) kindOf(unit)

/** Cells ask it for each unit that they take in: so a loop over them can look into the tables alone. */
export function kindOf(code: number): number {
  const known = kinds[code] as number
  return known === UNKNOWN ? lookUp(code) : known
}

function lookUp(code: number): number {
  const fresh =
    (classOf(code) === LETTER ? IS_LETTER : 0) |
    (hasUnit(INNER_SIGNS, code) ? IS_INNER : 0) |
    (hasUnit(SEPARATORS, code) ? 1 << SEPARATOR_BIT : 0) |
    (hasUnit(AMONG_LETTERS, code) ? 1 << AMONG_BIT : 0) |
    (code >= FIRST_BEYOND_LATIN ? IS_BEYOND : 0)
  kinds[code] = fresh
  return fresh
}

/** Of the last five signs, a bit each: separators are the first, the third and the last, and the second is none. */
const FIVE = 0b11111
const LOOKED_AT = 0b11101
const APART = 0b10101

/**
 * One walk over cells, where each of those who undo disguises would go through the text for itself. It branches on what is seldom so, and not wherever a
 * word begins or ends: a third of the time.
 */
export function signsOfDisguise(codes: Uint16Array, length: number): SignsOfDisguise {
  let isInner = false
  let isSpaced = false
  let suspect = 0
  let separators = 0
  let before = 0
  let last = 0
  let lastButOne = 0
  for (let i = 0; i < length; i++) {
    const code = codes[i] as number
    const kind = kinds[code] as number
    separators = ((separators << 1) & FIVE) | ((kind >> SEPARATOR_BIT) & 1)
    suspect |= kind & IS_BEYOND
    suspect |= (before >> AMONG_BIT) & kind & IS_LETTER
    if (((code ^ last) | (code ^ lastButOne)) === 0) suspect |= kind & IS_LETTER
    if ((before & IS_INNER) !== 0 && (kind & (IS_LETTER | IS_INNER)) !== 0 && i > 1)
      isInner ||= ((kinds[lastButOne] as number) & IS_LETTER) !== 0
    if ((separators & LOOKED_AT) === APART && i > 4) isSpaced = true
    before = kind
    lastButOne = last
    last = code
  }
  return { inner: isInner, spaced: isSpaced, suspect: suspect !== 0 }
}
