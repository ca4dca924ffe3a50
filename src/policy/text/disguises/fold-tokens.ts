import anyAscii from 'any-ascii'
import { type Cells, copyCells, emptyCells, isBlank, pushText, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { hasUnit } from '../terms/unit-set.ts'
import { classOf, LETTER } from './letters-of.ts'
import { AMONG_LETTERS, FIRST_BEYOND_LATIN } from './signs-of-disguise.ts'

/** Letters drawn alike. Transliteration alone reads Cyrillic с as s, while the eye reads c. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  г: 'r',
  н: 'h',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  п: 'n',
  з: '3',
  ь: 'b',
  α: 'a',
  β: 'b',
  ϲ: 'c',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ց: 'g',
  զ: 'q',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ƅ: 'b',
  ꜱ: 's',
  ɪ: 'i',
  ʏ: 'y',
  ɴ: 'n',
  ʀ: 'r',
  ʜ: 'h',
  ʟ: 'l',
  ɢ: 'g',
  ʙ: 'b',
  ꞯ: 'q',
  ǫ: 'q',
  ꭓ: 'x',
}
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
  '£': 'l',
}
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

/** Words between blanks with look-alikes, digits for letters, signs inside and drawn-out letters undone; notes each change. */
export function foldTokens(cells: Cells, changes: Change[]): Cells {
  const out = emptyCells(0)
  let copied = 0
  let mixes: boolean | undefined
  const isMixing = (): boolean => {
    mixes ??= mixesScripts(textOf(cells))
    return mixes
  }
  for (const { start, end } of suspectTokens(cells)) {
    const token = textOf(cells, start, end)
    if (token.length > MAX_TOKEN || !SUSPECT.test(token) || ADDRESS.test(token)) continue
    const folded = emptyCells(token.length)
    foldToken(folded, cells, start, end, token, isMixing)
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

function foldToken(
  out: Cells,
  cells: Cells,
  from: number,
  to: number,
  token: string,
  isMixing: () => boolean,
): void {
  const letters = LETTER_LIKE.test(token) || isMixed(token) || (isAllAlike(token) && isMixing())
  const leet = readsAsLeet(token)
  for (let i = from; i < to; ) {
    const high = cells.codes[i] ?? 0
    const width = high >= 0xd800 && high <= 0xdbff && i + 1 < to ? 2 : 1
    const char = textOf(cells, i, i + width)
    if (!isStretched(cells, i, char)) {
      const plain = foldCharacter(char, letters, leet, token, i - from)
      pushText(out, plain, cells.starts[i] ?? 0, cells.ends[i + width - 1] ?? 0)
    }
    i += width
  }
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
  if (leet && LEET[char] !== undefined && isInsideWord(token, at)) return LEET[char]
  return char
}

const MIXED_WORDS = 2
const BEYOND_LATIN = /(?=\p{L})[\u0250-\u{10ffff}]/u

/** A text that mixes scripts inside several words also hides short words, by borrowing every letter: "κιcκ ουτ". */
function mixesScripts(text: string): boolean {
  if (!BEYOND_LATIN.test(text)) return false
  let mixed = 0
  for (const [word] of text.matchAll(/\p{L}{2,40}/gu))
    if (isMixed(word) && ++mixed >= MIXED_WORDS) return true
  return false
}

function isAllAlike(token: string): boolean {
  const letters = token.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every((letter) => LOOK_ALIKES[letter] !== undefined)
}

function isMixed(token: string): boolean {
  return MIXABLE.filter((script) => script.test(token)).length > 1
}

/** Digits stand for letters when they are few and stand among letters: "b00king", not "50eur", "4k" or "ana123". */
function readsAsLeet(token: string): boolean {
  const letters = token.match(/\p{L}/gu)?.length ?? 0
  const signs = token.match(/[0-9@$!€£]/gu)?.length ?? 0
  return (
    letters >= 2 &&
    signs <= letters + (letters >= 3 ? 1 : 0) &&
    (/\p{L}[0-9@$!€£]{1,3}\p{L}/u.test(token) || /^[0-9@$]\p{L}{3}/u.test(token))
  )
}

/** Among letters; or at either end of a word that is leet within as well, "73l3gr4m", "f0ll0w3r5", but for a final "!". */
function isInsideWord(token: string, at: number): boolean {
  const goesOn = /\p{L}/u.test(token.slice(at + 1, at + 5))
  if (goesOn && (at === 0 || /\p{L}/u.test(token.slice(0, at)))) return true
  const within = /\p{L}[0-9@$!€£]{1,3}\p{L}/u.test(token)
  return within && (goesOn || (/^\d$/.test(token[at] ?? '') && /\p{L}\d{1,2}[.,;:!?]*$/u.test(token)))
}

/** The second and further letters of a run of three or more. */
function isStretched(cells: Cells, at: number, char: string): boolean {
  if (char.length !== 1 || !/\p{L}/u.test(char)) return false
  const code = cells.codes[at]
  let from = at
  let to = at
  while (cells.codes[from - 1] === code) from--
  while (cells.codes[to + 1] === code) to++
  return to - from + 1 >= 3 && at > from
}
