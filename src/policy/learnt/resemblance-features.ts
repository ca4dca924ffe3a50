/** Sparse features of one passage: slots of a hashed space, ascending, and their values. */
export interface Features {
  slots: Int32Array
  values: Float32Array
}

/** How much what is said, and which families of words it meets, weigh against one another. */
const WORDS_SHARE = 1
const FAMILIES_SHARE = 0.7
const MAX_WORDS = 120
/** Letters that tell a word well enough, whatever its ending. */
const STEM = 5
const MIN_RUN = 3
const MAX_RUN = 5

const BASIS = 0x811c9dc5
/** What a feature is of, as its hash begins. */
const OF_WORD = hashOn(BASIS, 'w ')
const OF_PAIR = hashOn(BASIS, 'p ')
const OF_SKIP = hashOn(BASIS, 's ')
const OF_RUN = hashOn(BASIS, 'g ')
const OF_FAMILY = hashOn(BASIS, 'a ')
const OF_FAMILIES = hashOn(BASIS, 'b ')

/**
 * The features of a passage as a view of a text has it: its words, its pairs of words (neighbours, and those with one
 * word between), runs of letters inside words, and the families of words that it meets, singly and by two. The families
 * are what holds across languages. Each half has a fixed length, so that a long passage is not a louder one.
 */
export function featuresOf(passage: string, families: readonly string[], bits: number): Features {
  const { words, met, all } = sumsOf(bits)
  words.begin()
  const tokens = tokensOf(passage)
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1]
    const third = tokens[i + 2]
    words.add(hashOn(OF_WORD, token), 1)
    if (next !== undefined) words.add(hashOn(hashOn(hashOn(OF_PAIR, token), ' '), next), 0.7)
    if (third !== undefined) words.add(hashOn(hashOn(hashOn(OF_SKIP, token), ' '), third), 0.4)
    addRuns(words, token)
  }
  words.end()
  met.begin()
  for (const [i, family] of families.entries()) {
    met.add(hashOn(OF_FAMILY, family), 1)
    const first = hashOn(hashOn(OF_FAMILIES, family), ' ')
    for (let k = i + 1; k < families.length; k++) met.add(hashOn(first, families[k] ?? ''), 0.5)
  }
  met.end()
  return joined(words, met, all)
}

/** Sums by slot, in the order in which slots were met: sums of fractions come out the same only in the same order. */
class Sums {
  /** The first `count` count. */
  slots = new Int32Array(512)
  values = new Float64Array(512)
  count = 0
  readonly #mask: number
  readonly #places: Int32Array

  /** @param places all zero, one for each slot, and so again after `end`: where in `slots` a slot stands, and one */
  constructor(places: Int32Array) {
    this.#mask = places.length - 1
    this.#places = places
  }

  begin(): void {
    this.count = 0
  }

  /** @param hashed a hash of which the last mixing is left */
  add(hashed: number, weight: number): void {
    this.addAt(mixed(hashed) & this.#mask, weight)
  }

  addAt(slot: number, weight: number): void {
    const place = this.#places[slot] as number
    if (place !== 0) {
      this.values[place - 1] = (this.values[place - 1] as number) + weight
      return
    }
    if (this.count === this.slots.length) this.#grow()
    this.slots[this.count] = slot
    this.values[this.count] = weight
    this.#places[slot] = ++this.count
  }

  valueOf(slot: number): number {
    return this.values[(this.#places[slot] as number) - 1] as number
  }

  end(): void {
    for (let i = 0; i < this.count; i++) this.#places[this.slots[i] as number] = 0
  }

  #grow(): void {
    const { slots, values } = this
    this.slots = new Int32Array(2 * slots.length)
    this.values = new Float64Array(2 * slots.length)
    this.slots.set(slots)
    this.values.set(values)
  }
}

interface PassageSums {
  words: Sums
  met: Sums
  all: Sums
}

const sums = new Map<number, PassageSums>()

/** One passage is read at a time, and tables for each of them would cost more than the passage. */
function sumsOf(bits: number): PassageSums {
  const known = sums.get(bits)
  if (known) return known
  const places = new Int32Array(2 ** bits)
  const made = { words: new Sums(places), met: new Sums(places), all: new Sums(places) }
  sums.set(bits, made)
  return made
}

const TOKEN = /[\p{L}\p{M}'’]+|\p{N}+|[$€£¥₹₽₺@#%+]|\p{Extended_Pictographic}/gu
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * The slots of the stems of a passage's words, the shortest left out, because every language has an "a na ke"; of running
 * text without blanks, those of its pairs of signs.
 */
export function wordSlots(passage: string, bits: number): number[] {
  const mask = 2 ** bits - 1
  return tokensOf(passage).flatMap((token) => {
    if (!WITHOUT_BLANKS.test(token))
      return /^\p{L}{4}/u.test(token) ? [hash(`t ${token.slice(0, STEM)}`) & mask] : []
    const pairs: number[] = []
    for (let i = 0; i + 2 <= token.length; i++) pairs.push(hash(`g ${token.slice(i, i + 2)}`) & mask)
    return pairs
  })
}

/** A number is read as its length: what matters of a price is that it is one. */
function tokensOf(passage: string): string[] {
  const tokens = (passage.match(TOKEN) ?? []).slice(0, MAX_WORDS)
  return tokens.map((token) => (/^\p{N}/u.test(token) ? `0${token.length}` : token))
}

/** Every run of letters inside a word, the short ones first. */
function addRuns(into: Sums, token: string): void {
  const isRunningText = WITHOUT_BLANKS.test(token)
  if (!isRunningText && token.length < MIN_RUN) return
  const letters = isRunningText ? token : `<${token}>`
  for (let size = isRunningText ? 1 : MIN_RUN; size <= (isRunningText ? 4 : MAX_RUN); size++)
    for (let i = 0; i + size <= letters.length; i++) {
      let hashed = OF_RUN
      for (let k = i; k < i + size; k++) hashed = hashUnit(hashed, letters.charCodeAt(k))
      into.add(hashed, 0.5)
    }
}

function hash(key: string): number {
  return mixed(hashOn(BASIS, key))
}

/** FNV-1a over UTF-16 units, going on from what stands before them. */
function hashOn(before: number, key: string): number {
  let value = before
  for (let i = 0; i < key.length; i++) value = hashUnit(value, key.charCodeAt(i))
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

function joined(words: Sums, met: Sums, all: Sums): Features {
  all.begin()
  addShare(all, words, WORDS_SHARE)
  addShare(all, met, FAMILIES_SHARE)
  const slots = all.slots.slice(0, all.count).sort()
  const values = new Float32Array(slots.length)
  for (let i = 0; i < slots.length; i++) values[i] = all.valueOf(slots[i] as number)
  all.end()
  return { slots, values }
}

function addShare(all: Sums, { slots, values, count }: Sums, share: number): void {
  let square = 0
  for (let i = 0; i < count; i++) square += damped(values[i] as number) ** 2
  const scale = square === 0 ? 0 : share / Math.sqrt(square)
  for (let i = 0; i < count; i++) all.addAt(slots[i] as number, damped(values[i] as number) * scale)
}

/** A word said three times does not say three times as much. */
function damped(value: number): number {
  return value <= 1 ? value : 1 + Math.log(value)
}
