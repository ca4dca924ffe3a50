import type { Features, LooseFeatures } from './resemblance-features.ts'

/**
 * A linear model for each reason code and one for "any of them", over hashed features; few weights, in whole steps. Trained
 * by `scripts/train-classifier.ts`; how it came about and what it is worth is decision 0008.
 */
export interface Classifier {
  bits: number
  /** What the columns stand for; the first is `any`. */
  columns: readonly Column[]
  /** A passage resembles its best code when both columns together reach this. */
  threshold: number
  /** `1 / (1 + e^-(slope·s + offset))` is how often that is right, measured on authors that were held out. */
  slope: number
  offset: number
  /** SHA-256 of what it was trained from in the repository. */
  trainedFrom: string
  /** SHA-256 of the texts that people wrote and that it learnt from. */
  humanText: string
  /** The words that it was taught, by slot, ascending: a language that it does not know it must not judge. */
  words: Int32Array
  /** The same as a set: a bit of each slot. */
  isWord: Uint32Array
  /** Of the columns, in their order. */
  biases: Float64Array
  /** For each slot, where its weights begin in `column` and `weight`. */
  starts: Int32Array
  column: Uint8Array
  weight: Float32Array
}

export interface Column {
  name: string
  bias: number
}

/** The column that tells what offends from what does not, whichever code it is. */
export const ANY = 'any'

/** A column as it was trained: `weights` by slot. */
export interface TrainedColumn extends Column {
  weights: Float32Array
}

/** Weights kept of each column: what the size of the file hangs on. */
const KEEP = 8_000

interface Header {
  format: 1
  bits: number
  threshold: number
  slope: number
  offset: number
  trained_from: string
  human_text: string
  words: number
  columns: { name: string; bias: number; step: number; count: number }[]
}

/** The value of every column for one passage. */
export function valuesOf(
  { biases, starts, column, weight }: Classifier,
  { slots, values }: Features | LooseFeatures,
): Float64Array {
  const sums = biases.slice()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    const value = values[i] as number
    const end = starts[slot + 1] as number
    for (let at = starts[slot] as number; at < end; at++) {
      const of = column[at] as number
      sums[of] = (sums[of] as number) + (weight[at] as number) * value
    }
  }
  return sums
}

/** Whether it was taught the word of this slot. */
export function isTaught({ isWord }: Classifier, slot: number): boolean {
  return ((isWord[slot >>> 5] as number) & (1 << (slot & 31))) !== 0
}

/**
 * The file: one line of JSON, then for each column its weights as pairs of the distance to the slot before (seven bits to
 * a byte, low ones first) and a whole number of steps from -127 to 127, then the distances between the slots of known words.
 * Only the largest weights of a column stay.
 */
export function encodeClassifier(
  about: Pick<Classifier, 'bits' | 'threshold' | 'slope' | 'offset' | 'trainedFrom' | 'humanText' | 'words'>,
  columns: readonly TrainedColumn[],
): Buffer {
  const parts = columns.map(({ weights }) => pack(weights))
  const header: Header = {
    format: 1,
    bits: about.bits,
    threshold: about.threshold,
    slope: about.slope,
    offset: about.offset,
    trained_from: about.trainedFrom,
    human_text: about.humanText,
    words: about.words.length,
    columns: columns.map(({ name, bias }, i) => ({
      name,
      bias: Math.round(bias * 1e4) / 1e4,
      step: parts[i]?.step ?? 0,
      count: parts[i]?.count ?? 0,
    })),
  }
  const words: number[] = []
  for (const [i, slot] of about.words.entries()) pushNumber(words, slot - (about.words[i - 1] ?? 0))
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...parts.map(({ bytes }) => bytes),
    Buffer.from(words),
  ])
}

function pack(weights: Float32Array): { step: number; count: number; bytes: Buffer } {
  const largest = Array.from(weights.keys())
    .filter((slot) => weights[slot] !== 0)
    .sort((a, b) => Math.abs(weights[b] ?? 0) - Math.abs(weights[a] ?? 0) || a - b)
    .slice(0, KEEP)
  const step = Number((Math.abs(weights[largest[0] ?? 0] ?? 0) / 127).toPrecision(6))
  const bytes: number[] = []
  let count = 0
  let last = 0
  for (const slot of largest.sort((a, b) => a - b)) {
    const steps = Math.max(-127, Math.min(127, Math.round((weights[slot] ?? 0) / step)))
    if (steps === 0) continue
    pushNumber(bytes, slot - last)
    bytes.push(steps & 0xff)
    last = slot
    count++
  }
  return { step, count, bytes: Buffer.from(bytes) }
}

function pushNumber(bytes: number[], number: number): void {
  let rest = number
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  bytes.push(rest)
}

/** Reads what `encodeClassifier` wrote. Throws when it is something else. */
export function decodeClassifier(file: Uint8Array): Classifier {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const end = bytes.indexOf(0x0a)
  const header = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as Header
  if (header.format !== 1) throw new Error('not a classifier of this version')
  const total = header.columns.reduce((sum, { count }) => sum + count, 0)
  const entries = {
    slot: new Int32Array(total),
    column: new Uint8Array(total),
    weight: new Float32Array(total),
  }
  let at = end + 1
  const readNumber = (): number => {
    let number = 0
    let byte = 0x80
    for (let shift = 0; byte & 0x80; shift += 7) {
      byte = bytes.readUInt8(at++)
      number += (byte & 0x7f) << shift
    }
    return number
  }
  let entry = 0
  for (const [i, { step, count }] of header.columns.entries()) {
    let slot = 0
    for (let k = 0; k < count; k++, entry++) {
      slot += readNumber()
      entries.slot[entry] = slot
      entries.column[entry] = i
      entries.weight[entry] = bytes.readInt8(at++) * step
    }
  }
  let word = 0
  const words = Int32Array.from({ length: header.words }, () => (word += readNumber()))
  if (at !== bytes.length) throw new Error('a classifier of another length than it says')
  return {
    bits: header.bits,
    columns: header.columns.map(({ name, bias }) => ({ name, bias })),
    threshold: header.threshold,
    slope: header.slope,
    offset: header.offset,
    trainedFrom: header.trained_from,
    humanText: header.human_text,
    words,
    isWord: setOf(words, header.bits),
    biases: Float64Array.from(header.columns, ({ bias }) => bias),
    ...bySlot(entries, header.bits),
  }
}

function setOf(slots: Int32Array, bits: number): Uint32Array {
  const set = new Uint32Array(2 ** Math.max(0, bits - 5))
  for (const slot of slots) set[slot >>> 5] = (set[slot >>> 5] ?? 0) | (1 << (slot & 31))
  return set
}

function bySlot(
  { slot, column, weight }: { slot: Int32Array; column: Uint8Array; weight: Float32Array },
  bits: number,
): Pick<Classifier, 'starts' | 'column' | 'weight'> {
  const starts = new Int32Array(2 ** bits + 1)
  for (const each of slot) starts[each + 1] = (starts[each + 1] ?? 0) + 1
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const next = starts.slice()
  const sorted = { column: new Uint8Array(column.length), weight: new Float32Array(weight.length) }
  for (const [i, each] of slot.entries()) {
    const to = next[each] ?? 0
    next[each] = to + 1
    sorted.column[to] = column[i] ?? 0
    sorted.weight[to] = weight[i] ?? 0
  }
  return { starts, ...sorted }
}
