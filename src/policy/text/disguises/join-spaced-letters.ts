import { type Cells, copyCells, emptyCells, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { hasUnit, unitSet } from '../terms/unit-set.ts'
import { classOf, LETTER } from './letters-of.ts'
import { SEPARATORS } from './signs-of-disguise.ts'
import { spacedPhrases } from './spaced-phrases.ts'

const SPACE = 0x20

/** Letters apart: by one sign throughout, then a blank ends the word; or by blanks, then a wider gap or a sign ends it. */
const SPACED =
  /(?<![\p{L}\p{N}])[\p{L}0134@$](?:(?<sign>[.\-_*|·,~/])[\p{L}0134@$](?:\k<sign>[\p{L}0134@$])+|(?:[ .\-_*|·,~/][\p{L}0134@$]){3,})(?![\p{L}\p{N}])/gu

const FOR_LETTERS = unitSet('0134@$')

/** "b o o k i n g" becomes one word; a wider gap or another separator ends it. Notes each change. */
export function joinSpacedLetters(cells: Cells, changes: Change[]): Cells {
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

/**
 * Two letters among three signs, and either a third one or blanks throughout, as `SPACED` and phrases need; false is certain. "U.S. 7-1" holds three
 * signs, too.
 */
function hasSpacedLetters({ codes, length }: Cells): boolean {
  const isSeparator = (at: number): boolean => hasUnit(SEPARATORS, codes[at] as number)
  const isLetter = (at: number): boolean => {
    const code = codes[at] ?? SPACE
    return classOf(code) === LETTER || hasUnit(FOR_LETTERS, code)
  }
  const isBlank = (at: number): boolean => codes[at] === SPACE
  for (let i = 1; i + 4 < length; i++) {
    if (!isSeparator(i) || !isSeparator(i + 2) || !isSeparator(i + 4)) continue
    if (!isLetter(i + 1) || !isLetter(i + 3)) continue
    if (isLetter(i - 1) || isLetter(i + 5) || (isBlank(i) && isBlank(i + 2) && isBlank(i + 4))) return true
  }
  return false
}
