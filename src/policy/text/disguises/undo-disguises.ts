import { type Cells, cellsOf, copyCells, emptyCells, pushCode } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { foldTokens } from './fold-tokens.ts'
import { joinInnerSigns } from './join-inner-signs.ts'
import { joinSpacedLetters } from './join-spaced-letters.ts'
import { partWords } from './part-words.ts'
import { readSigns } from './signs-for-letters.ts'
import { signsOfDisguise } from './signs-of-disguise.ts'

const NEWLINE = 0x0a

const RIGHT_TO_LEFT_OVERRIDE = '\u202e'

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
  const tokens = brought === cells && !signs.suspect ? brought : foldWords(original, brought, words, changes)
  // Spaced-out emoji letters are letters only now.
  const joined = tokens === whole ? whole : joinSpacedLetters(tokens, changes)
  const folded =
    words === null || changes.length === before ? joined : partWords(original, joined, words, changes)
  return changes.length === 0 ? null : { cells: neighbourhood(folded, changes), changes }
}

/** What tells that a text writes words with signs. */
const SIGN_FOR_LETTER = /\p{L}[0-9@$€£]|[0-9@$€£]\p{L}/u

function foldWords(original: string, cells: Cells, words: Vocabulary | null, changes: Change[]): Cells {
  const before = changes.length
  const folded = foldTokens(cells, changes, words)
  if (words === null) return folded
  const isTold = changes
    .slice(before)
    .some(({ start, end }) => SIGN_FOR_LETTER.test(original.slice(start, end)))
  return readSigns(folded, words, changes, isTold)
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
