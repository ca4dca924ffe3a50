import anyAscii from 'any-ascii'
import { type Cells, copyCells, emptyCells, isBlank, pushText, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { hasUnit } from '../terms/unit-set.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { classOf, LETTER } from './letters-of.ts'
import {
  type Alphabet,
  alphabetOf,
  alphabetOfText,
  LATIN,
  LOOK_ALIKES,
  lettersIn,
  likeliest,
} from './look-alikes.ts'
import { wordBehind } from './signs-for-letters.ts'
import { AMONG_LETTERS, FIRST_BEYOND_LATIN } from './signs-of-disguise.ts'

/** Blocks that hold letters as decoration: IPA, small capitals, modifier letters, enclosed and regional letters. */
const LETTER_LIKE = /[\u0250-\u02b8\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\u{1f100}-\u{1f1ff}]/u
const MIXABLE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]
const ADDRESS = /:\/\/|^www\.|^@|@[^@\s]*\.|\.(?:com|net|org|link|me|tv|io|example|invalid|test)\b/u
const MAX_TOKEN = 400

const SUSPECT =
  /[\u0250-\u{10ffff}]|\p{L}[0-9@$!€£*~|^·]{1,4}\p{L}|(?<![\p{L}\p{N}])\d{1,3}\p{L}\d\p{L}|(?<![\p{L}\p{N}])\d\p{L}{3}|(\p{L})\1\1/u

/**
 * Words between blanks with look-alikes, digits for letters, signs inside and drawn-out letters undone; notes each change. Where it is told which
 * words there are, the reading that is one goes before the likeliest.
 */
export function foldTokens(cells: Cells, changes: Change[], words: Vocabulary | null): Cells {
  const out = emptyCells(0)
  let copied = 0
  const text = aboutText(cells)
  for (const { start, end } of suspectTokens(cells)) {
    const token = textOf(cells, start, end)
    if (token.length > MAX_TOKEN || !SUSPECT.test(token) || ADDRESS.test(token)) continue
    const folded = foldToken(cells, start, { token, words, text })
    if (textOf(folded) === token) continue
    changes.push(changeAt(cells, start, end, true))
    copyCells(out, cells, copied, start)
    copyCells(out, folded, 0, folded.length)
    copied = end
  }
  if (copied === 0) return cells
  copyCells(out, cells, copied, cells.length)
  return out
}

/** What is asked of few texts. */
interface AboutText {
  isMixing(): boolean
  alphabet(): Alphabet
}

function aboutText(cells: Cells): AboutText {
  let isMixing: boolean | undefined
  let alphabet: Alphabet | undefined
  return {
    isMixing: () => (isMixing ??= mixesScripts(textOf(cells))),
    alphabet: () => (alphabet ??= alphabetOfText(textOf(cells))),
  }
}

/** The tokens, which blanks part, that `SUSPECT` may match: a letter beyond Latin, a sign before a letter or a letter three times. */
function suspectTokens({ codes, length }: Cells): { start: number; end: number }[] {
  const tokens: { start: number; end: number }[] = []
  for (let start = 0; start < length; ) {
    let isSuspect = false
    let end = start
    for (; end < length; end++) {
      const code = codes[end] as number
      if (isBlank(code)) break
      if (isSuspect) continue
      if (code >= FIRST_BEYOND_LATIN) isSuspect = true
      else if (end > start && classOf(code) === LETTER) {
        const before = codes[end - 1] as number
        isSuspect =
          hasUnit(AMONG_LETTERS, before) || (before === code && end > start + 1 && codes[end - 2] === code)
      }
    }
    if (isSuspect) tokens.push({ start, end })
    start = end + 1
  }
  return tokens
}

/** A token of a text that begins at some cell. */
interface Token {
  token: string
  words: Vocabulary | null
  text: AboutText
}

function foldToken(cells: Cells, from: number, { token, words, text }: Token): Cells {
  const isBorrowed = isMixed(token) || (isAllAlike(token) && text.isMixing())
  const isLeet = readsAsLeet(token)
  const alphabet = isBorrowed || isLeet ? alphabetOf(token, text.alphabet()) : LATIN
  const word = words && (isLeet || isBorrowed) ? wordBehind(token, words, alphabet) : null
  if (word !== null) return readAs(word, cells, from)
  if (alphabet !== LATIN) return readAs(lettersIn(alphabet, token), cells, from)
  const manner = { letters: LETTER_LIKE.test(token) || isBorrowed, leet: isLeet }
  return (
    drawnOutWord(cells, from, token, words, manner) ??
    foldCharacters(cells, from, token, { ...manner, most: 1 })
  )
}

/** Of a drawn-out word that letter stays, or two of it where that makes a word: "fifteeeen". */
function drawnOutWord(
  cells: Cells,
  from: number,
  token: string,
  words: Vocabulary | null,
  manner: Omit<Manner, 'most'>,
): Cells | null {
  if (words === null || !DRAWN_OUT.test(token)) return null
  const read = [1, 2].map((most) => foldCharacters(cells, from, token, { ...manner, most }))
  return read.find((each) => words.has(textOf(each).replace(EDGES, ''))) ?? null
}

const DRAWN_OUT = /(\p{L})\1\1/u
const EDGES = /^[^\p{L}]+|[^\p{L}]+$/gu

/** `read` has as many units as the token that begins at `from`. */
function readAs(read: string, cells: Cells, from: number): Cells {
  const out = emptyCells(read.length)
  for (let i = 0; i < read.length; i++)
    pushText(out, read.charAt(i), cells.starts[from + i] ?? 0, cells.ends[from + i] ?? 0)
  return out
}

interface Manner {
  letters: boolean
  leet: boolean
  /** Letters of a run of three or more that stay. */
  most: number
}

function foldCharacters(cells: Cells, from: number, token: string, { letters, leet, most }: Manner): Cells {
  const out = emptyCells(token.length)
  for (let i = from; i < from + token.length; ) {
    const high = cells.codes[i] ?? 0
    const width = high >= 0xd800 && high <= 0xdbff && i + 1 < from + token.length ? 2 : 1
    const char = textOf(cells, i, i + width)
    if (!isStretched(cells, i, char, most)) {
      const plain = foldCharacter(char, letters, leet, token, i - from)
      pushText(out, plain, cells.starts[i] ?? 0, cells.ends[i + width - 1] ?? 0)
    }
    i += width
  }
  return out
}

function foldCharacter(char: string, letters: boolean, leet: boolean, token: string, at: number): string {
  if (letters) {
    const alike = LOOK_ALIKES[char]
    if (alike !== undefined) return alike
    if (char > '\u024f' && (LETTER_LIKE.test(char) || MIXABLE.some((script) => script.test(char))))
      return anyAscii(char).toLowerCase()
  }
  const between = /\p{L}/u.test(token[at - 1] ?? '') && /\p{L}/u.test(token[at + 1] ?? '')
  if (between && /^[*~|^·]$/u.test(char)) return ''
  return leet && char < '\u0250' && isInsideWord(token, at) ? (likeliest(LATIN, char) ?? char) : char
}

const MIXED_WORDS = 2
const BEYOND_LATIN = /(?=\p{L})[\u0250-\u{10ffff}]/u

/** A text that mixes scripts inside several words also hides short words, by borrowing every letter: "κιcκ ουτ". */
function mixesScripts(text: string): boolean {
  if (!BEYOND_LATIN.test(text)) return false
  let mixed = 0
  for (const [word] of text.matchAll(/\p{L}{2,40}/gu))
    if (BEYOND_LATIN.test(word) && isMixed(word) && ++mixed >= MIXED_WORDS) return true
  return false
}

function isAllAlike(token: string): boolean {
  const letters = token.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every((letter) => LOOK_ALIKES[letter] !== undefined)
}

function isMixed(token: string): boolean {
  return MIXABLE.filter((script) => script.test(token)).length > 1
}

/** Letters of the alphabets in which signs are read: no digit stands for a kana or for a syllable ("高1の担任"). */
const ALPHABETIC = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`
const LETTERS = new RegExp(ALPHABETIC, 'gu')
const AMONG_THEM = new RegExp(`${ALPHABETIC}[0-9@$!€£]{1,3}${ALPHABETIC}`, 'u')
const BEFORE_THEM = new RegExp(`^[0-9@$]${ALPHABETIC}{3}`, 'u')

/** Digits stand for letters when they are few and stand among letters: "b00king", not "50eur", "4k" or "ana123". */
function readsAsLeet(token: string): boolean {
  const letters = token.match(LETTERS)?.length ?? 0
  const signs = token.match(/[0-9@$!€£]/gu)?.length ?? 0
  return (
    letters >= 2 &&
    signs <= letters + (letters >= 3 ? 1 : 0) &&
    (AMONG_THEM.test(token) || BEFORE_THEM.test(token))
  )
}

/** Among letters; or at either end of a word that is leet within as well, "73l3gr4m", "f0ll0w3r5", but for a final "!". */
function isInsideWord(token: string, at: number): boolean {
  const goesOn = /\p{L}/u.test(token.slice(at + 1, at + 5))
  if (goesOn && (at === 0 || /\p{L}/u.test(token.slice(0, at)))) return true
  const within = AMONG_THEM.test(token)
  return within && (goesOn || (/^\d$/.test(token[at] ?? '') && /\p{L}\d{1,2}[.,;:!?]*$/u.test(token)))
}

/** Letters of a run of three or more behind the first, or behind the first `most`. */
function isStretched(cells: Cells, at: number, char: string, most: number): boolean {
  if (char.length !== 1 || !/\p{L}/u.test(char)) return false
  const code = cells.codes[at]
  let from = at
  let to = at
  while (cells.codes[from - 1] === code) from--
  while (cells.codes[to + 1] === code) to++
  return to - from + 1 >= 3 && at >= from + most
}
