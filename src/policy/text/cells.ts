import { kindOf } from './disguises/signs-of-disguise.ts'
import { normaliseCharacter } from './normalise-character.ts'

/** Normalised UTF-16 units, each with the span of the original that it came from. Typed arrays: pages are long. `kindOf` was asked about each unit. */
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
  kindOf(code)
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
  const size = original.length
  let codes: Uint16Array = new Uint16Array(Math.max(16, size))
  let i = 0
  for (; i < size; i++) {
    const unit = original.charCodeAt(i)
    if (unit >= 0x80) break
    codes[i] = LOWER_ASCII[unit] as number
  }
  const places = placesUpTo(size + 1)
  // Of ASCII each sign is a cell: all such texts share their places.
  if (i === size)
    return { length: size, codes, starts: places.subarray(0, size), ends: places.subarray(1, size + 1) }
  let starts: Int32Array = new Int32Array(codes.length)
  let ends: Int32Array = new Int32Array(codes.length)
  starts.set(places.subarray(0, i))
  ends.set(places.subarray(1, i + 1))
  let length = i
  while (i < size) {
    const unit = original.charCodeAt(i)
    if (unit < 0x80) {
      codes[length] = LOWER_ASCII[unit] as number
      starts[length] = i++
      ends[length++] = i
      continue
    }
    const codePoint = original.codePointAt(i) ?? unit
    const width = codePoint > 0xffff ? 2 : 1
    const text = normaliseCharacter(codePoint)
    // Room is left for a cell of each unit that is to come.
    if (length + text.length + size - i - width > codes.length) {
      const larger = emptyCells(2 * codes.length + text.length)
      larger.codes.set(codes)
      larger.starts.set(starts)
      larger.ends.set(ends)
      ;({ codes, starts, ends } = larger)
    }
    for (let k = 0; k < text.length; k++) {
      const code = text.charCodeAt(k)
      kindOf(code)
      codes[length] = code
      starts[length] = i
      ends[length++] = i + width
    }
    i += width
  }
  return { length, codes, starts, ends }
}

let places = new Int32Array(0)

/** The numbers from 0 on, at least `count` of them. They are shared: nobody writes to them. */
function placesUpTo(count: number): Int32Array {
  if (places.length < count) places = Int32Array.from({ length: 2 * count }, (_, at) => at)
  return places
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
  const run = runOfBlanks(cells)
  if (run < 0) return cells
  const { codes, starts, ends } = emptyCells(cells.length)
  codes.set(cells.codes.subarray(0, run))
  starts.set(cells.starts.subarray(0, run))
  ends.set(cells.ends.subarray(0, run))
  let length = run
  let last = codes[run - 1] as number
  for (let i = run; i < cells.length; i++) {
    const code = cells.codes[i] as number
    if (isBlank(code) && isBlank(last)) {
      if (code === 0x0a) codes[length - 1] = 0x0a
      ends[length - 1] = cells.ends[i] as number
    } else {
      codes[length] = code
      starts[length] = cells.starts[i] as number
      ends[length] = cells.ends[i] as number
      length++
    }
    last = code
  }
  return { length, codes, starts, ends }
}

/** Where the first blank stands that follows another; -1 where none does. */
function runOfBlanks({ codes, length }: Cells): number {
  let wasBlank = false
  for (let i = 0; i < length; i++) {
    const isNow = isBlank(codes[i] as number)
    if (isNow && wasBlank) return i
    wasBlank = isNow
  }
  return -1
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
