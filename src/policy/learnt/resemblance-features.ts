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
const MAX_WORDS = 120
/** Letters that tell a word well enough, whatever its ending. */
const STEM = 5
const MIN_RUN = 3
const MAX_RUN = 5

const SPACE = 0x20
const BASIS = 0x811c9dc5
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
function gather(passage: string, families: readonly string[], bits: number): Sums {
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

/**
 * Sums by slot, in the order in which slots were met: sums of fractions come out the same only in the same order. The table is as large as a
 * passage needs, for the processor waits wherever it looks into one of all slots.
 */
class Sums {
  /** The first `count` count. */
  slots = new Int32Array(512)
  values = new Float64Array(512)
  count = 0
  readonly #mask: number
  /** Open-addressed, four times as large as `slots`: where in these a slot stands, and one. */
  #places = new Int32Array(2048)
  /** Bits of the lower half of a slot. */
  readonly #half: number
  readonly #ends: Int32Array
  #byLow = new Int32Array(512)
  #order = new Int32Array(512)

  constructor(bits: number) {
    this.#mask = 2 ** bits - 1
    this.#half = Math.ceil(bits / 2)
    this.#ends = new Int32Array(2 ** this.#half)
  }

  begin(): void {
    this.count = 0
    this.#places.fill(0)
  }

  /** @param hashed a hash of which the last mixing is left */
  add(hashed: number, weight: number): void {
    this.addAt(mixed(hashed) & this.#mask, weight)
  }

  addAt(slot: number, weight: number): void {
    const at = this.#placeOf(slot)
    const place = this.#places[at] as number
    if (place !== 0) {
      this.values[place - 1] = (this.values[place - 1] as number) + weight
      return
    }
    this.slots[this.count] = slot
    this.values[this.count] = weight
    this.#places[at] = ++this.count
    if (this.count === this.slots.length) this.#grow()
  }

  /**
   * The numbers of the slots, `count` of them, in the order of these: by their lower half, then by their upper one, which takes a fourth of the time that sorting
   * takes, half of what a passage costs. Holds until it is asked for again.
   */
  order(): Int32Array {
    const { count } = this
    if (this.#byLow.length < count)
      [this.#byLow, this.#order] = [new Int32Array(2 * count), new Int32Array(2 * count)]
    for (let i = 0; i < count; i++) this.#order[i] = i
    this.#sortBy(0, this.#order, this.#byLow)
    this.#sortBy(this.#half, this.#byLow, this.#order)
    return this.#order
  }

  /** @param shift what lies below the digit that is sorted by */
  #sortBy(shift: number, from: Int32Array, to: Int32Array): void {
    const { slots, count } = this
    const ends = this.#ends.fill(0)
    const mask = ends.length - 1
    for (let i = 0; i < count; i++) {
      const digit = ((slots[i] as number) >>> shift) & mask
      ends[digit] = (ends[digit] as number) + 1
    }
    for (let digit = 1; digit < ends.length; digit++)
      ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number)
    for (let i = count - 1; i >= 0; i--) {
      const each = from[i] as number
      const digit = ((slots[each] as number) >>> shift) & mask
      const at = (ends[digit] as number) - 1
      ends[digit] = at
      to[at] = each
    }
  }

  /** Where in `#places` a slot stands, or may be put. A slot is a hash already. */
  #placeOf(slot: number): number {
    const { slots } = this
    const places = this.#places
    const mask = places.length - 1
    let at = slot & mask
    for (let place = places[at] as number; place !== 0 && slots[place - 1] !== slot; ) {
      at = (at + 1) & mask
      place = places[at] as number
    }
    return at
  }

  #grow(): void {
    const { slots, values } = this
    this.slots = new Int32Array(2 * slots.length)
    this.values = new Float64Array(2 * slots.length)
    this.slots.set(slots)
    this.values.set(values)
    this.#places = new Int32Array(8 * slots.length)
    for (let i = 0; i < this.count; i++) this.#places[this.#placeOf(slots[i] as number)] = i + 1
  }
}

interface PassageSums {
  words: Sums
  met: Sums
}

const sums = new Map<number, PassageSums>()

/** One passage is read at a time, and tables for each of them would cost more than the passage. */
function sumsOf(bits: number): PassageSums {
  const known = sums.get(bits)
  if (known) return known
  const made = { words: new Sums(bits), met: new Sums(bits) }
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

/** A token that is read as its length: what matters of a price is that it is one. */
const NUMBER = 1
/** Running text without blanks. */
const RUNNING = 2
/** A word that begins with four letters. */
const LONG = 3
const OTHER = 0
const LONG_LETTERS = 4

/** The tokens of the text that was read last. Two questions are asked about most passages, one after the other, and none of them needs strings. */
const tokens = {
  of: '',
  count: 0,
  starts: new Int32Array(MAX_WORDS),
  ends: new Int32Array(MAX_WORDS),
  kinds: new Uint8Array(MAX_WORDS),
}

/** Words with their marks and apostrophes, numbers, and single signs that tell something; how many there are. */
function readTokens(passage: string): number {
  if (tokens.of === passage) return tokens.count
  const { starts, ends, kinds } = tokens
  let count = 0
  for (let at = 0; at < passage.length && count < MAX_WORDS; ) {
    const first = tokenSign(passage, at)
    const part = first & PARTS
    if (part === 0) {
      at += widthOf(first)
      continue
    }
    const start = at
    let letters = 0
    let areLetters = true
    let isRunning = false
    let sign = first
    do {
      areLetters &&= (sign & IS_LETTER) !== 0
      if (areLetters) letters++
      isRunning ||= (sign & IS_DENSE) !== 0
      at += widthOf(sign)
      sign = at < passage.length ? tokenSign(passage, at) : 0
    } while ((sign & part) !== 0 && part !== OF_SIGN)
    starts[count] = start
    ends[count] = at
    kinds[count] = part === OF_NUMBER ? NUMBER : isRunning ? RUNNING : letters >= LONG_LETTERS ? LONG : OTHER
    count++
  }
  tokens.of = passage
  tokens.count = count
  return count
}

/** What a sign is to tokens: a part of one of three kinds, and what else there is to know of it. */
const OF_WORD_SIGNS = 1
const OF_NUMBER = 2
const OF_SIGN = 4
const PARTS = OF_WORD_SIGNS | OF_NUMBER | OF_SIGN
const IS_LETTER = 8
const IS_DENSE = 16
/** It takes two UTF-16 units. */
const IS_WIDE = 32
const UNKNOWN = 255
const signKinds = new Uint8Array(65_536).fill(UNKNOWN)

const WORD_SIGN = /[\p{L}\p{M}'’]/u
const SIGN = /[$€£¥₹₽₺@#%+]|\p{Extended_Pictographic}/u
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Looked up once for each unit; halves of wider signs are looked at together, each time. */
function tokenSign(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = signKinds[unit] as number
  if (known !== UNKNOWN) return known
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const kind =
    (WORD_SIGN.test(sign) ? OF_WORD_SIGNS : /\p{N}/u.test(sign) ? OF_NUMBER : SIGN.test(sign) ? OF_SIGN : 0) |
    (/\p{L}/u.test(sign) ? IS_LETTER : 0) |
    (WITHOUT_BLANKS.test(sign) ? IS_DENSE : 0)
  if (sign.length > 1) return kind | IS_WIDE
  if (unit < 0xd800 || unit > 0xdfff) signKinds[unit] = kind
  return kind
}

function widthOf(sign: number): number {
  return (sign & IS_WIDE) === 0 ? 1 : 2
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
function addRuns(into: Sums, passage: string, i: number): void {
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

/** FNV-1a over UTF-16 units, going on from what stands before them. */
function hashOn(before: number, key: string): number {
  let value = before
  for (let i = 0; i < key.length; i++) value = hashUnit(value, key.charCodeAt(i))
  return value
}

function hashUnits(before: number, text: string, from: number, to: number): number {
  let value = before
  for (let i = from; i < to; i++) value = hashUnit(value, text.charCodeAt(i))
  return value
}

function hashUnit(before: number, unit: number): number {
  return Math.imul(before ^ unit, 0x01000193)
}

/** Once more at the end, because the low bits of FNV alone are uneven. */
function mixed(hashed: number): number {
  let value = hashed ^ (hashed >>> 15)
  value = Math.imul(value, 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

function ordered(sums: Sums): Features {
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
function weigh({ values, count }: Sums, share: number): void {
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
