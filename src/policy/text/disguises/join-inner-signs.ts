import { type Cells, copyCells, emptyCells, isBlank, pushText, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { inOneLanguage } from '../languages/one-language.ts'
import { hasUnit } from '../terms/unit-set.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { classOf, LETTER } from './letters-of.ts'
import { INNER_SIGNS } from './signs-of-disguise.ts'

/** Signs that people write in the place of a letter. */
const STANDS_FOR_LETTER = /[*_%#•]/u
const MAX_SIGNS = 3
const MIN_LETTERS = 3
const MAX_PIECE = 60
/** So many words with signs inside are no accident. */
const SEVERAL = 2

/**
 * Words with signs inside become themselves: "co-caine", "c*caine" where the sign stands for a letter. Only a word that the
 * pack knows, and not where all that the sign parts are words too ("well-being"): unless its text hides several words so.
 */
export function joinInnerSigns(cells: Cells, words: Vocabulary, changes: Change[]): Cells {
  const pieces = piecesIn(cells)
  if (pieces.length === 0) return cells
  const sure = pieces.map((piece) => wordsBehind(piece, words, false))
  const isLenient = sure.filter((found) => found.length > 0).length >= SEVERAL
  const meant = inOneLanguage(
    sure.map((found, i) => (isLenient && found.length === 0 ? wordsBehind(pieces[i], words, true) : found)),
    words,
  )
  if (meant.every((word) => word === undefined)) return cells
  const out = emptyCells(cells.length)
  let copied = 0
  for (const [i, { start, end }] of pieces.entries()) {
    const word = meant[i]
    if (word === undefined) continue
    const change = changeAt(cells, start, end, true)
    changes.push(change)
    copyCells(out, cells, copied, start)
    pushText(out, word, change.start, change.end)
    copied = end
  }
  copyCells(out, cells, copied, cells.length)
  return out
}

function piecesIn(cells: Cells): Piece[] {
  const pieces: Piece[] = []
  const { codes, length } = cells
  for (let i = 1; i + 1 < length; i++) {
    const code = codes[i] ?? 0
    if (!hasUnit(INNER_SIGNS, code) || !isLetter(cells, i - 1)) continue
    const { start, end } = pieceAround(cells, i)
    i = end
    if (end - start > MIN_LETTERS && end - start <= MAX_PIECE && !isInAddress(cells, start, end))
      pieces.push({ start, end, text: textOf(cells, start, end) })
  }
  return pieces
}

interface Piece {
  start: number
  end: number
  text: string
}

/** Letters around the sign at `at`, and those that more such signs tie to them. */
function pieceAround(cells: Cells, at: number): Omit<Piece, 'text'> {
  let start = at
  while (start > 0 && isLetter(cells, start - 1)) start--
  let end = at
  for (;;) {
    let next = end
    while (next - end < MAX_SIGNS && hasUnit(INNER_SIGNS, cells.codes[next] ?? 0)) next++
    if (next === end || !isLetter(cells, next)) return { start, end }
    end = next
    while (isLetter(cells, end)) end++
  }
}

function isLetter(cells: Cells, at: number): boolean {
  return at < cells.length && classOf(cells.codes[at] ?? 0) === LETTER
}

/** Handles, addresses and what stands in a path. */
function isInAddress(cells: Cells, start: number, end: number): boolean {
  const before = start > 0 ? String.fromCharCode(cells.codes[start - 1] ?? 0) : ' '
  if (/[@/\p{N}=&?]/u.test(before)) return true
  let to = end
  while (to < cells.length && to - end < MAX_PIECE && !isBlank(cells.codes[to] ?? 0)) to++
  return /^[@/]|^\S{0,3}:\/\//u.test(textOf(cells, end, to))
}

/** What a piece may stand for; nothing where it is written as usual. */
function wordsBehind(piece: Piece | undefined, words: Vocabulary, isLenient: boolean): string[] {
  const parts = piece?.text.match(/[\p{L}\p{M}]+/gu) ?? []
  const joined = parts.join('')
  if (parts.length < 2 || joined.length < MIN_LETTERS || parts.every((part) => part.length === 1)) return []
  const isOfWords = parts.every((part) => words.costOf(part) !== null)
  if (isOfWords && !isLenient) return []
  if (words.has(joined)) return [joined]
  const isOneSign = parts.length === 2 && piece?.text.length === joined.length + 1
  if (isOneSign && STANDS_FOR_LETTER.test(piece.text)) {
    const meant = words.near.lacking(joined, parts[0]?.length ?? 0)
    if (meant.length > 0) return meant
  }
  return isLenient && !isOfWords ? [joined] : []
}
