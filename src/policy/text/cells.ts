import { normaliseCharacter } from './normalise-character.ts'

/** Normalised UTF-16 units, each with the span of the original that it came from. Typed arrays: pages are long. */
export interface Cells {
  length: number
  codes: Uint16Array
  starts: Int32Array
  ends: Int32Array
}

export function emptyCells(capacity: number): Cells {
  const size = Math.max(16, capacity)
  return { length: 0, codes: new Uint16Array(size), starts: new Int32Array(size), ends: new Int32Array(size) }
}

/** Appends `text` with every unit pointing at the original span `[start, end)`. */
export function pushText(cells: Cells, text: string, start: number, end: number): void {
  for (let i = 0; i < text.length; i++) pushCode(cells, text.charCodeAt(i), start, end)
}

export function pushCode(cells: Cells, code: number, start: number, end: number): void {
  if (cells.length === cells.codes.length) grow(cells)
  cells.codes[cells.length] = code
  cells.starts[cells.length] = start
  cells.ends[cells.length] = end
  cells.length++
}

function grow(cells: Cells): void {
  const larger = emptyCells(cells.codes.length * 2)
  larger.codes.set(cells.codes)
  larger.starts.set(cells.starts)
  larger.ends.set(cells.ends)
  Object.assign(cells, { codes: larger.codes, starts: larger.starts, ends: larger.ends })
}

/** Copies the cells `[from, to)` of `source` to the end of `target`. */
export function copyCells(target: Cells, source: Cells, from: number, to: number): void {
  if (to <= from) return
  const at = target.length
  const length = at + to - from
  while (length > target.codes.length) grow(target)
  target.codes.set(source.codes.subarray(from, to), at)
  target.starts.set(source.starts.subarray(from, to), at)
  target.ends.set(source.ends.subarray(from, to), at)
  target.length = length
}

/** The original as normalised cells, blanks not yet collapsed. */
export function cellsOf(original: string): Cells {
  const cells = emptyCells(original.length)
  for (let i = 0; i < original.length; ) {
    const unit = original.charCodeAt(i)
    if (unit < 0x80) {
      pushCode(cells, LOWER_ASCII[unit] as number, i, i + 1)
      i++
      continue
    }
    const codePoint = original.codePointAt(i) ?? unit
    const width = codePoint > 0xffff ? 2 : 1
    pushText(cells, normaliseCharacter(codePoint), i, i + width)
    i += width
  }
  return cells
}

/** One code point as a cell holds it. */
export function normaliseSign(sign: string): string {
  const codePoint = sign.codePointAt(0) ?? 0
  return codePoint < 0x80 ? String.fromCharCode(LOWER_ASCII[codePoint] ?? 0) : normaliseCharacter(codePoint)
}

const LOWER_ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => lowerAscii(unit))

function lowerAscii(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit + 0x20
  if (unit === 0x0a || unit === 0x0d || unit === 0x0b || unit === 0x0c) return 0x0a
  if (unit < 0x20 || unit === 0x7f) return 0x20
  return unit === 0x60 ? 0x27 : unit
}

/** Runs of blanks become one space, or one newline when the run holds one. Cells without such a run are given back as they are. */
export function collapseBlanks(cells: Cells): Cells {
  if (!hasRunOfBlanks(cells)) return cells
  const { codes, starts, ends } = emptyCells(cells.length)
  let length = 0
  for (let i = 0; i < cells.length; i++) {
    const code = cells.codes[i] as number
    if (length > 0 && isBlank(code) && isBlank(codes[length - 1] as number)) {
      if (code === 0x0a) codes[length - 1] = 0x0a
      ends[length - 1] = cells.ends[i] as number
    } else {
      codes[length] = code
      starts[length] = cells.starts[i] as number
      ends[length] = cells.ends[i] as number
      length++
    }
  }
  return { length, codes, starts, ends }
}

function hasRunOfBlanks({ codes, length }: Cells): boolean {
  let wasBlank = false
  for (let i = 0; i < length; i++) {
    const isNow = isBlank(codes[i] as number)
    if (isNow && wasBlank) return true
    wasBlank = isNow
  }
  return false
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a
}

/** The units `[from, to)` as a string. */
export function textOf(cells: Cells, from = 0, to = cells.length): string {
  if (to - from <= MOST_BY_UNIT) {
    let text = ''
    for (let i = from; i < to; i++) text += String.fromCharCode(cells.codes[i] as number)
    return text
  }
  const { buffer, byteOffset } = cells.codes
  if (isLatin(cells.codes, from, to)) return Buffer.from(cells.codes.subarray(from, to)).toString('latin1')
  return Buffer.from(buffer, byteOffset + 2 * from, 2 * (to - from)).toString('utf16le')
}

const MOST_BY_UNIT = 32
const LATIN = 0x100

/** Such a text takes a byte a sign, and patterns run over it in half the time: of all letters they look for those that fit into one. */
function isLatin(codes: Uint16Array, from: number, to: number): boolean {
  let all = 0
  for (let i = from; i < to; i++) all |= codes[i] as number
  return all < LATIN
}
