import anyAscii from 'any-ascii'
import { type Cells, cellsOf, copyCells, emptyCells, isBlank, pushText, textOf } from './cells.ts'

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
const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
const SPACED = /(?<![\p{L}\p{N}])[\p{L}0134@$](?:[ .\-_*|·,~/][\p{L}0134@$]){3,}(?![\p{L}\p{N}])/gu
const SUSPECT =
  /[\u0250-\u{10ffff}]|\p{L}[0-9@$!€£*~|^·]{1,4}\p{L}|(?<![\p{L}\p{N}])\d\p{L}{3}|(\p{L})\1\1|(?<![\p{L}\p{N}])[\p{L}0134@$][ .\-_*|·,~/][\p{L}0134@$][ .\-_*|·,~/]/u

/** The cells of a text with its disguises undone, or null when nothing was disguised. */
export function undoDisguises(original: string): Cells | null {
  const reversed = original.includes(RIGHT_TO_LEFT_OVERRIDE)
  const cells = reversed ? cellsReadRightToLeft(original) : cellsOf(original)
  const before = textOf(cells)
  if (!reversed && !SUSPECT.test(before)) return null
  const tokens = foldTokens(joinSpacedLetters(cells, before))
  // Spaced-out emoji letters are letters only now.
  const folded = joinSpacedLetters(tokens, textOf(tokens))
  return reversed || textOf(folded) !== before ? folded : null
}

/** Text behind U+202E is drawn backwards until the override ends or the line does. */
function cellsReadRightToLeft(original: string): Cells {
  const out = emptyCells()
  for (const part of original.matchAll(/\u202e[^\u202c\n]{0,500}|[^\u202e]+|\u202e/gu)) {
    const cells = cellsOf(part[0])
    const order = part[0].startsWith(RIGHT_TO_LEFT_OVERRIDE)
      ? [...cells.codes.keys()].reverse()
      : cells.codes.keys()
    for (const i of order) {
      out.codes.push(cells.codes[i] ?? 0)
      out.starts.push((cells.starts[i] ?? 0) + part.index)
      out.ends.push((cells.ends[i] ?? 0) + part.index)
    }
  }
  return out
}

/** "b o o k i n g" becomes one word; a wider gap or another separator ends it. */
function joinSpacedLetters(cells: Cells, text: string): Cells {
  const out = emptyCells()
  let copied = 0
  for (const run of text.matchAll(SPACED)) {
    copyCells(out, cells, copied, run.index)
    for (let i = 0; i < run[0].length; i++) {
      if (/[\p{L}\p{N}@$\ud800-\udfff]/u.test(run[0][i] ?? ''))
        copyCells(out, cells, run.index + i, run.index + i + 1)
    }
    copied = run.index + run[0].length
  }
  copyCells(out, cells, copied, text.length)
  return out
}

function foldTokens(cells: Cells): Cells {
  const out = emptyCells()
  for (let i = 0; i < cells.codes.length; ) {
    let end = i
    while (end < cells.codes.length && isBlank(cells.codes[end] ?? 0) === isBlank(cells.codes[i] ?? 0)) end++
    const token = String.fromCharCode(...cells.codes.slice(i, Math.min(end, i + 400)))
    if (isBlank(cells.codes[i] ?? 0) || end - i > 400 || !SUSPECT.test(token) || ADDRESS.test(token))
      copyCells(out, cells, i, end)
    else foldToken(out, cells, i, end, token)
    i = end
  }
  return out
}

function foldToken(out: Cells, cells: Cells, from: number, to: number, token: string): void {
  const letters = LETTER_LIKE.test(token) || isMixed(token)
  const leet = readsAsLeet(token)
  for (let i = from; i < to; ) {
    const high = cells.codes[i] ?? 0
    const width = high >= 0xd800 && high <= 0xdbff && i + 1 < to ? 2 : 1
    const char = String.fromCharCode(...cells.codes.slice(i, i + width))
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

function isMixed(token: string): boolean {
  return MIXABLE.filter((script) => script.test(token)).length > 1
}

/** Digits stand for letters when they are few and stand among letters: "b00king", not "50eur", "4k" or "ana123". */
function readsAsLeet(token: string): boolean {
  const letters = token.match(/\p{L}/gu)?.length ?? 0
  const signs = token.match(/[0-9@$!€£]/gu)?.length ?? 0
  return (
    letters >= 2 &&
    signs <= letters &&
    (/\p{L}[0-9@$!€£]{1,3}\p{L}/u.test(token) || /^[0-9@$]\p{L}{3}/u.test(token))
  )
}

function isInsideWord(token: string, at: number): boolean {
  return /\p{L}/u.test(token.slice(at + 1, at + 5)) && (at === 0 || /\p{L}/u.test(token.slice(0, at)))
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
