import { BASIS, hashOn, hashUnit, hashUnits, mixed } from './hashed-units.ts'
import { LONG, NUMBER, RUNNING, readTokens, tokens } from './passage-tokens.ts'
import { SlotSums } from './slot-sums.ts'

/** Sparse features of one passage: slots of a hashed space, ascending, and their values. */
export interface Features {
  slots: Int32Array
  values: Float32Array
}

/** The same in no order, each as exact as it was added up. */
export interface LooseFeatures {
  slots: Int32Array
  values: Float64Array
}

/** How much what is said, and which families of words it meets, weigh against one another. */
const WORDS_SHARE = 1
const FAMILIES_SHARE = 0.7
/** Letters that tell a word well enough, whatever its ending. */
const STEM = 5
const MIN_RUN = 3
const MAX_RUN = 5
const SPACE = 0x20
/** What a feature is of, as its hash begins. */
const OF_WORD = hashOn(BASIS, 'w ')
const OF_PAIR = hashOn(BASIS, 'p ')
const OF_SKIP = hashOn(BASIS, 's ')
const OF_RUN = hashOn(BASIS, 'g ')
const OF_STEM = hashOn(BASIS, 't ')
const OF_FAMILY = hashOn(BASIS, 'a ')
const OF_FAMILIES = hashOn(BASIS, 'b ')

/**
 * The features of a passage as a view of a text has it: its words, its pairs of words (neighbours, and those with one
 * word between), runs of letters inside words, and the families of words that it meets, singly and by two. The families
 * are what holds across languages. Each half has a fixed length, so that a long passage is not a louder one.
 */
export function featuresOf(passage: string, families: readonly string[], bits: number): Features {
  return ordered(gather(passage, families, bits))
}

/**
 * The same as they were met, for whoever only asks whether a passage may come to something: what is added in another order, and not rounded, may have
 * other last digits. To put them in order takes a third of what a passage costs. Holds until features are asked for again.
 */
export function looseFeaturesOf(passage: string, families: readonly string[], bits: number): LooseFeatures {
  const { slots, values, count } = gather(passage, families, bits)
  return { slots: slots.subarray(0, count), values: values.subarray(0, count) }
}

/** What is said, and added to it what is met: few slots stand in both. */
function gather(passage: string, families: readonly string[], bits: number): SlotSums {
  const { words, met } = sumsOf(bits)
  words.begin()
  const count = readTokens(passage)
  for (let i = 0; i < count; i++) {
    words.add(hashToken(OF_WORD, passage, i), 1)
    if (i + 1 < count)
      words.add(hashToken(hashUnit(hashToken(OF_PAIR, passage, i), SPACE), passage, i + 1), 0.7)
    if (i + 2 < count)
      words.add(hashToken(hashUnit(hashToken(OF_SKIP, passage, i), SPACE), passage, i + 2), 0.4)
    addRuns(words, passage, i)
  }
  met.begin()
  for (const [i, family] of families.entries()) {
    met.add(hashOn(OF_FAMILY, family), 1)
    const first = hashOn(hashOn(OF_FAMILIES, family), ' ')
    for (let k = i + 1; k < families.length; k++) met.add(hashOn(first, families[k] ?? ''), 0.5)
  }
  weigh(words, WORDS_SHARE)
  weigh(met, FAMILIES_SHARE)
  for (let i = 0; i < met.count; i++) words.addAt(met.slots[i] as number, met.values[i] as number)
  return words
}

interface PassageSums {
  words: SlotSums
  met: SlotSums
}

const sums = new Map<number, PassageSums>()

/** One passage is read at a time, and tables for each of them would cost more than the passage. */
function sumsOf(bits: number): PassageSums {
  const known = sums.get(bits)
  if (known) return known
  const made = { words: new SlotSums(bits), met: new SlotSums(bits) }
  sums.set(bits, made)
  return made
}

/**
 * The slots of the stems of a passage's words, the shortest left out, because every language has an "a na ke"; of running
 * text without blanks, those of its pairs of signs.
 */
export function wordSlots(passage: string, bits: number): number[] {
  const mask = 2 ** bits - 1
  const slots: number[] = []
  const count = readTokens(passage)
  for (let i = 0; i < count; i++) {
    const start = tokens.starts[i] as number
    const end = tokens.ends[i] as number
    if (tokens.kinds[i] === RUNNING) {
      for (let at = start; at + 2 <= end; at++)
        slots.push(mixed(hashUnits(OF_RUN, passage, at, at + 2)) & mask)
    } else if (tokens.kinds[i] === LONG)
      slots.push(mixed(hashUnits(OF_STEM, passage, start, Math.min(end, start + STEM))) & mask)
  }
  return slots
}

/** The hash of a token, going on from what stands before it. */
function hashToken(before: number, passage: string, i: number): number {
  const start = tokens.starts[i] as number
  const end = tokens.ends[i] as number
  return tokens.kinds[i] === NUMBER
    ? hashOn(before, `0${end - start}`)
    : hashUnits(before, passage, start, end)
}

/** Every run of letters inside a word, the short ones first. */
function addRuns(into: SlotSums, passage: string, i: number): void {
  const kind = tokens.kinds[i] as number
  const isRunningText = kind === RUNNING
  const letters = lettersOf(passage, i)
  if (letters < (isRunningText ? 1 : MIN_RUN + 2)) return
  for (let size = isRunningText ? 1 : MIN_RUN; size <= (isRunningText ? 4 : MAX_RUN); size++)
    for (let at = 0; at + size <= letters; at++) {
      let hashed = OF_RUN
      for (let k = at; k < at + size; k++) hashed = hashUnit(hashed, runLetters[k] as number)
      into.add(hashed, 0.5)
    }
}

let runLetters = new Uint16Array(1024)

/** Puts the letters of a token into `runLetters`, between signs of where a word begins and ends but in running text; how many there are. */
function lettersOf(passage: string, i: number): number {
  const kind = tokens.kinds[i] as number
  const start = tokens.starts[i] as number
  const end = tokens.ends[i] as number
  if (end - start + 2 > runLetters.length) runLetters = new Uint16Array(2 * (end - start + 2))
  let count = 0
  if (kind !== RUNNING) runLetters[count++] = 0x3c
  if (kind === NUMBER) for (const digit of `0${end - start}`) runLetters[count++] = digit.charCodeAt(0)
  else for (let at = start; at < end; at++) runLetters[count++] = passage.charCodeAt(at)
  if (kind !== RUNNING) runLetters[count++] = 0x3e
  return count
}

function ordered(sums: SlotSums): Features {
  const order = sums.order()
  const slots = new Int32Array(sums.count)
  const values = new Float32Array(sums.count)
  for (let i = 0; i < slots.length; i++) {
    const at = order[i] as number
    slots[i] = sums.slots[at] as number
    values[i] = sums.values[at] as number
  }
  return { slots, values }
}

/** Gives the sums, damped, the length `share`. */
function weigh({ values, count }: SlotSums, share: number): void {
  let square = 0
  for (let i = 0; i < count; i++) {
    const value = damped(values[i] as number)
    values[i] = value
    square += value ** 2
  }
  const scale = square === 0 ? 0 : share / Math.sqrt(square)
  for (let i = 0; i < count; i++) values[i] = (values[i] as number) * scale
}

/** A word said three times does not say three times as much. */
function damped(value: number): number {
  return value <= 1 ? value : 1 + Math.log(value)
}
