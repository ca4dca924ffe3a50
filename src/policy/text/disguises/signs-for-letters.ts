import { type Cells, copyCells, emptyCells, isBlank, pushText, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { hasUnit } from '../terms/unit-set.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { classOf, LETTER } from './letters-of.ts'
import { type Alphabet, alphabetOf } from './look-alikes.ts'
import { AMONG_LETTERS } from './signs-of-disguise.ts'

/** Digits and signs that stand for letters, in words that are known: nothing else tells "y34r5" from "h264". */

const MAX_WORD = 24
/** With what stands around it. */
const MOST_UNITS = 40
const MOST_READINGS = 32
/** A reading of so many letters is no accident where so many signs make it. */
const TELLING_LETTERS = 4
const TELLING_SIGNS = 2
/** So many words written so are no accident either. */
const SEVERAL = 2
/** What stands around a word, what stands in its middle, and what is an address or a handle. */
const TOKEN = /^(["'“”‘’(,.:;|]*)([^\s"“”]*?)([\])"'“”‘’,.:;!?|…]*)$/u
const WORD = /^(?=.*\p{L})[\p{L}\p{M}0-9@$!€£/.]+$/u
const ADDRESS = /^@|:\/\/|\.\p{L}{2,}\/|@\p{L}+\./u
/** "y/o": signs that part letters of an abbreviation. */
const PARTING = /[/.]/gu

/** A token as it reads in an alphabet, as many UTF-16 units as it has itself; null where none of its readings is a known word. */
export function wordBehind(token: string, words: Vocabulary, alphabet: Alphabet): string | null {
  if (token.length > MOST_UNITS) return null
  const [, before = '', core = '', behind = ''] = TOKEN.exec(token) ?? []
  if (core.length < 2 || core.length > MAX_WORD || !WORD.test(core) || ADDRESS.test(core)) return null
  const read = readingsOf(core, alphabet).find((reading) => isKnown(reading, words))
  return read === undefined || read === core ? null : before + read + behind
}

/**
 * Of a text that writes words with signs for letters, the others that it writes so: short ones, and those that have more signs than letters.
 * @param isTold whether that was told by other words
 */
export function readSigns(cells: Cells, words: Vocabulary, changes: Change[], isTold: boolean): Cells {
  const found = tokensIn(cells).flatMap(({ start, end }) => {
    const token = textOf(cells, start, end)
    const read = wordBehind(token, words, alphabetOf(token))
    return read === null ? [] : [{ start, end, token, read }]
  })
  const isTelling = found.some(
    ({ token, read }) =>
      (read.match(/\p{L}/gu)?.length ?? 0) >= TELLING_LETTERS &&
      [...token].filter((sign, i) => sign !== read[i]).length >= TELLING_SIGNS,
  )
  if (!isTold && !isTelling && found.length < SEVERAL) return cells
  if (found.length === 0) return cells
  const out = emptyCells(cells.length)
  let copied = 0
  for (const { start, end, read } of found) {
    changes.push(changeAt(cells, start, end, true))
    copyCells(out, cells, copied, start)
    for (let i = start; i < end; i++)
      pushText(out, read.charAt(i - start), cells.starts[i] ?? 0, cells.ends[i] ?? 0)
    copied = end
  }
  copyCells(out, cells, copied, cells.length)
  return out
}

/** What blanks part and holds letters, and a digit or sign that may stand for one. */
function tokensIn({ codes, length }: Cells): { start: number; end: number }[] {
  const tokens: { start: number; end: number }[] = []
  for (let start = 0; start < length; ) {
    let hasLetter = false
    let hasSign = false
    let end = start
    for (; end < length; end++) {
      const code = codes[end] as number
      if (isBlank(code)) break
      if (classOf(code) === LETTER) hasLetter = true
      else if (hasUnit(AMONG_LETTERS, code)) hasSign = true
    }
    if (hasLetter && hasSign) tokens.push({ start, end })
    start = end + 1
  }
  return tokens
}

/** The likeliest first; few, for who writes so leaves the reader no riddles. */
function readingsOf(word: string, { readAs }: Alphabet): string[] {
  let readings = ['']
  for (const sign of word) {
    const options = readAs[sign] ?? sign
    readings = readings.flatMap((read) => [...options].map((option) => read + option)).slice(0, MOST_READINGS)
  }
  return readings
}

function isKnown(reading: string, words: Vocabulary): boolean {
  const word = reading.replaceAll(PARTING, '')
  return word.length >= TELLING_LETTERS ? words.has(word) : words.costOf(word) !== null
}
