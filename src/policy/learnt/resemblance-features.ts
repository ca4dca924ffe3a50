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

/**
 * The features of a passage as a view of a text has it: its words, its pairs of words (neighbours, and those with one
 * word between), runs of letters inside words, and the families of words that it meets, singly and by two. The families
 * are what holds across languages. Each half has a fixed length, so that a long passage is not a louder one.
 */
export function featuresOf(passage: string, families: readonly string[], bits: number): Features {
  const words = new Map<number, number>()
  const met = new Map<number, number>()
  const mask = 2 ** bits - 1
  const add = (into: Map<number, number>, key: string, weight: number): void => {
    const slot = hash(key) & mask
    into.set(slot, (into.get(slot) ?? 0) + weight)
  }
  const tokens = tokensOf(passage)
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1]
    const third = tokens[i + 2]
    add(words, `w ${token}`, 1)
    if (next !== undefined) add(words, `p ${token} ${next}`, 0.7)
    if (third !== undefined) add(words, `s ${token} ${third}`, 0.4)
    eachRun(token, (run) => add(words, `g ${run}`, 0.5))
  }
  for (const [i, family] of families.entries()) {
    add(met, `a ${family}`, 1)
    for (const other of families.slice(i + 1)) add(met, `b ${family} ${other}`, 0.5)
  }
  return joined(words, met)
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

function eachRun(token: string, add: (run: string) => void): void {
  const isRunningText = WITHOUT_BLANKS.test(token)
  if (!isRunningText && token.length < MIN_RUN) return
  const letters = isRunningText ? token : `<${token}>`
  for (let size = isRunningText ? 1 : MIN_RUN; size <= (isRunningText ? 4 : MAX_RUN); size++)
    for (let i = 0; i + size <= letters.length; i++) add(letters.slice(i, i + size))
}

/** FNV-1a over UTF-16 units, mixed once more because its low bits alone are uneven. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193)
  value ^= value >>> 15
  value = Math.imul(value, 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

function joined(words: ReadonlyMap<number, number>, met: ReadonlyMap<number, number>): Features {
  const all = new Map<number, number>()
  for (const [part, share] of [
    [words, WORDS_SHARE],
    [met, FAMILIES_SHARE],
  ] as const) {
    let square = 0
    for (const value of part.values()) square += damped(value) ** 2
    const scale = square === 0 ? 0 : share / Math.sqrt(square)
    for (const [slot, value] of part) all.set(slot, (all.get(slot) ?? 0) + damped(value) * scale)
  }
  const slots = Int32Array.from(all.keys()).sort()
  return { slots, values: Float32Array.from(slots, (slot) => all.get(slot) ?? 0) }
}

/** A word said three times does not say three times as much. */
function damped(value: number): number {
  return value <= 1 ? value : 1 + Math.log(value)
}
