import anyAscii from 'any-ascii'
import { type Cells, cellsOf, copyCells, emptyCells, isBlank, pushCode, pushText, textOf } from './cells.ts'
import { type Change, changeAt } from './change.ts'
import { joinInnerSigns } from './join-inner-signs.ts'
import { classOf, LETTER } from './letters-of.ts'
import { partWords } from './part-words.ts'
import { AMONG_LETTERS, FIRST_BEYOND_LATIN, SEPARATORS, signsOfDisguise } from './signs-of-disguise.ts'
import { spacedPhrases } from './spaced-phrases.ts'
import { hasUnit } from './unit-set.ts'
import type { Vocabulary } from './vocabulary.ts'

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
const NEWLINE = 0x0a
const SPACE = 0x20
const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
/** Letters apart: by one sign throughout, then a blank ends the word; or by blanks, then a wider gap or a sign ends it. */
const SPACED =
  /(?<![\p{L}\p{N}])[\p{L}0134@$](?:(?<sign>[.\-_*|·,~/])[\p{L}0134@$](?:\k<sign>[\p{L}0134@$])+|(?:[ .\-_*|·,~/][\p{L}0134@$]){3,})(?![\p{L}\p{N}])/gu
const SUSPECT =
  /[\u0250-\u{10ffff}]|\p{L}[0-9@$!€£*~|^·]{1,4}\p{L}|(?<![\p{L}\p{N}])\d{1,3}\p{L}\d\p{L}|(?<![\p{L}\p{N}])\d\p{L}{3}|(\p{L})\1\1/u
/** What stands farther from every disguise than any rule or mitigation reaches is left to the native view. */
const NEIGHBOURHOOD = 600

/** The cells near the disguises of a text, with these undone. */
export interface Undone {
  cells: Cells
  changes: readonly Change[]
}

/**
 * A text with its disguises undone, or null when nothing was disguised. Signs inside words, missing blanks, hashtags and slips are
 * undone only where it is told which words there are.
 */
export function undoDisguises(original: string, native: Cells, words: Vocabulary | null): Undone | null {
  const reversed = original.includes(RIGHT_TO_LEFT_OVERRIDE)
  const cells = reversed ? cellsReadRightToLeft(original) : native
  const changes: Change[] = reversed ? changesOfOrder(cells) : []
  const signs = signsOfDisguise(cells.codes, cells.length)
  // Words are parted before digits are read as letters: "depositin24h".
  const joinedInside = words !== null && signs.inner ? joinInnerSigns(cells, words, changes) : cells
  const whole = words === null ? cells : partWords(original, joinedInside, words, changes)
  const before = changes.length
  /** As it was when its signs were looked at. */
  const isAsWritten = whole === cells
  const brought = isAsWritten && !signs.spaced ? whole : joinSpacedLetters(whole, changes)
  const tokens = brought === cells && !signs.suspect ? brought : foldTokens(brought, changes)
  // Spaced-out emoji letters are letters only now.
  const joined = tokens === whole ? whole : joinSpacedLetters(tokens, changes)
  const folded =
    words === null || changes.length === before ? joined : partWords(original, joined, words, changes)
  return changes.length === 0 ? null : { cells: neighbourhood(folded, changes), changes }
}

/** Text behind U+202E is drawn backwards until the override ends or the line does. */
function cellsReadRightToLeft(original: string): Cells {
  const out = emptyCells(original.length)
  for (const part of original.matchAll(/\u202e[^\u202c\n]{0,500}|[^\u202e]+|\u202e/gu)) {
    const cells = cellsOf(part[0])
    const backwards = part[0].startsWith(RIGHT_TO_LEFT_OVERRIDE)
    for (let i = 0; i < cells.length; i++) {
      const from = backwards ? cells.length - 1 - i : i
      const at = part.index
      pushCode(out, cells.codes[from] ?? 0, (cells.starts[from] ?? 0) + at, (cells.ends[from] ?? 0) + at)
    }
  }
  return out
}

function changesOfOrder(cells: Cells): Change[] {
  const changes: Change[] = []
  for (let i = 1; i < cells.length; i++) {
    if ((cells.starts[i] ?? 0) < (cells.starts[i - 1] ?? 0)) changes.push(changeAt(cells, i - 1, i + 1, true))
  }
  return changes
}

/** "b o o k i n g" becomes one word; a wider gap or another separator ends it. Notes each change. */
function joinSpacedLetters(cells: Cells, changes: Change[]): Cells {
  if (!hasSpacedLetters(cells)) return cells
  const runs = spacedRuns(textOf(cells))
  if (runs.length === 0) return cells
  const out = emptyCells(cells.length)
  let copied = 0
  for (const { index, length } of runs) {
    copyCells(out, cells, copied, index)
    for (let i = index; i < index + length; i++) {
      const isGap = cells.codes[i] === SPACE && cells.codes[i + 1] === SPACE
      if (isGap || !hasUnit(SEPARATORS, cells.codes[i] ?? 0)) copyCells(out, cells, i, i + 1)
    }
    copied = index + length
    changes.push(changeAt(cells, index, copied, true))
  }
  copyCells(out, cells, copied, cells.length)
  return out
}

/** Whole phrases, so that the short words among them are known for what they are, and the words that stand in none. */
function spacedRuns(text: string): { index: number; length: number }[] {
  const phrases = spacedPhrases(text)
  let next = 0
  const words = [...text.matchAll(SPACED)].filter(({ index, 0: word }) => {
    while (next < phrases.length && endOf(phrases[next]) <= index) next++
    return index + word.length <= (phrases[next]?.index ?? text.length)
  })
  return [...phrases, ...words.map(({ index, 0: word }) => ({ index, length: word.length }))].sort(
    (a, b) => a.index - b.index,
  )
}

function endOf(run: { index: number; length: number } | undefined): number {
  return run ? run.index + run.length : 0
}

function hasSpacedLetters({ codes, length }: Cells): boolean {
  const isSeparator = (at: number): boolean => hasUnit(SEPARATORS, codes[at] as number)
  for (let i = 1; i + 4 < length; i++)
    if (isSeparator(i) && isSeparator(i + 2) && isSeparator(i + 4) && !isSeparator(i + 1)) return true
  return false
}

function foldTokens(cells: Cells, changes: Change[]): Cells {
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

function neighbourhood(cells: Cells, changes: readonly Change[]): Cells {
  const sorted = changes.flatMap(({ start, end }) => [start, end - 1]).sort((a, b) => a - b)
  const out = emptyCells(cells.length)
  let next = 0
  /** Where what is near began, and has not been copied yet; -1: nothing is. */
  let from = -1
  for (let i = 0; i < cells.length; i++) {
    const at = cells.starts[i] as number
    while (
      next + 1 < sorted.length &&
      Math.abs((sorted[next + 1] ?? 0) - at) <= Math.abs((sorted[next] ?? 0) - at)
    )
      next++
    const isNear = Math.abs((sorted[next] ?? 0) - at) <= NEIGHBOURHOOD
    if (isNear && from < 0) {
      if (i > 0) pushCode(out, NEWLINE, at, at)
      from = i
    } else if (!isNear && from >= 0) {
      copyCells(out, cells, from, i)
      from = -1
    }
  }
  if (from >= 0) copyCells(out, cells, from, cells.length)
  return out
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
