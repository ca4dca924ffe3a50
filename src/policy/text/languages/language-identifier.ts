import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { keptTables } from '../../kept/kept-tables.ts'

export interface Guess {
  /** ISO 639-1. */
  language: string
  /** How far it stands before the second best, 0 to 1. */
  lead: number
}

/** Runs of letters that a text has at least, or nobody can tell. */
const LEAST_RUNS = 3
/** Of what a language scores on average where it is the right one. */
const TRUSTED_SHARE = 0.75
/** What each score lacks in the tables, and what brings their mean into 0 to 1. */
const BASE_SCORE = 53
const SCALE = 25

let identifier: Identifier | null = null

/**
 * What the tables of `eld` take a text for, by its first 350 bytes or so; null where they are not to be trusted. The answers are those of eld's own
 * reader, for a tenth of its time: it makes an object of all runs of letters of a text and another of all scores. Loaded when it is first asked, for it
 * takes .1 s where its tables are not kept yet, and most processes never ask.
 */
export function guessLanguage(text: string): Guess | null {
  identifier ??= load()
  const { codes, averages, separators, sums } = identifier
  const words = text.substring(0, 1000).replace(separators, ' ').trim().toLowerCase()
  const runs = addRuns(identifier, words)
  let [best, most, second] = [0, 0, 0]
  for (let i = 0; i < sums.length; i++) {
    const sum = sums[i] as number
    if (sum > most) [best, most, second] = [i, sum, most]
    else if (sum > second) second = sum
  }
  const scoreOf = (sum: number): number => sum / runs / (sum / runs + SCALE)
  if (most === 0 || runs < LEAST_RUNS || (averages[best] as number) * TRUSTED_SHARE > scoreOf(most))
    return null
  return { language: codes[best] as string, lead: scoreOf(most) - scoreOf(second) }
}

/** As eld reads: words end where they pass so many bytes, everything does a little later, and runs of a word before its seventieth. */
const CUT_AFTER = 350
const END_AFTER = 380
const MOST_OF_WORD = 70
const RUN = 4
const STRIDE = 3

/** Adds up in `sums` what the runs of letters of a text score, each once; gives how many there are. */
function addRuns({ tables, byteOf, bytes, seen, sums }: Identifier, words: string): number {
  seen.begin()
  sums.fill(0)
  let read = 0
  let start = 0
  let end = 0
  for (let i = 0; i < words.length && read <= END_AFTER; i++) {
    const code = words.charCodeAt(i)
    if (code === SPACE) {
      if (end > start) addWord(start, end)
      start = end
      if (read > CUT_AFTER) break
      read++
    } else if (code < 0x80) {
      bytes[end++] = code
      read++
    } else if (code < 0x800) {
      bytes[end++] = byteOf[0xc0 | (code >> 6)] as number
      bytes[end++] = byteOf[0x80 | (code & 0x3f)] as number
      read += 2
    } else {
      // Separators have taken all that lies beyond the basic plane.
      bytes[end++] = byteOf[0xe0 | (code >> 12)] as number
      bytes[end++] = byteOf[0x80 | ((code >> 6) & 0x3f)] as number
      bytes[end++] = byteOf[0x80 | (code & 0x3f)] as number
      read += 3
    }
  }
  if (end > start) addWord(start, end)
  return seen.count

  function addWord(from: number, to: number): void {
    const length = Math.min(to - from, MOST_OF_WORD)
    let at = 0
    for (; at + RUN < length; at += STRIDE) add(at === 0, from + at, from + at + RUN, false)
    // The last one goes on to where the word really ends.
    add(at === 0, from + Math.max(0, length - RUN), to, true)
  }
  function add(isFirst: boolean, from: number, to: number, isLast: boolean): void {
    const length = Number(isFirst) + to - from + Number(isLast)
    if (length > LONGEST_RUN) {
      seen.addLong(String.fromCharCode(...bytes.subarray(from, to)))
      return
    }
    let low = isFirst ? SPACE : 0
    let high = length << 16
    let at = Number(isFirst)
    for (let i = from; i < to; i++, at++) {
      if (at < 4) low |= (bytes[i] as number) << (8 * at)
      else high |= (bytes[i] as number) << (8 * (at - 4))
    }
    if (isLast && at < 4) low |= SPACE << (8 * at)
    else if (isLast) high |= SPACE << (8 * (at - 4))
    if (seen.add(low, high)) addScores(tables, low, high, sums)
  }
}

const SPACE = 0x20
/** In the tables, blanks before and behind included. */
const LONGEST_RUN = 6

/** Runs by their bytes, in two numbers: the first four; the others with how many there are, which is never 0. */
interface Tables {
  low: Int32Array
  high: Int32Array
  /** Where in the two below the languages of a run begin; they end with `NO_LANGUAGE`. */
  first: Int32Array
  languages: Uint8Array
  scores: Uint8Array
}

const NO_LANGUAGE = 255

function addScores({ low, high, first, languages, scores }: Tables, l: number, h: number, sums: Int32Array) {
  const mask = low.length - 1
  let slot = slotOf(l, h) & mask
  for (; high[slot] !== 0; slot = (slot + 1) & mask) {
    if (low[slot] !== l || high[slot] !== h) continue
    for (let i = first[slot] as number; languages[i] !== NO_LANGUAGE; i++)
      sums[languages[i] as number] =
        (sums[languages[i] as number] as number) + (scores[i] as number) + BASE_SCORE
    return
  }
}

function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

/** The runs of one text. 380 bytes have some 200 of them. */
class Seen {
  readonly #low = new Int32Array(1024)
  readonly #high = new Int32Array(1024)
  #long: string[] = []
  #short = 0

  begin(): void {
    this.#high.fill(0)
    this.#long = []
    this.#short = 0
  }

  get count(): number {
    return this.#short + this.#long.length
  }

  /** False where it is there already. */
  add(low: number, high: number): boolean {
    let slot = slotOf(low, high) & 1023
    for (; this.#high[slot] !== 0; slot = (slot + 1) & 1023)
      if (this.#low[slot] === low && this.#high[slot] === high) return false
    this.#low[slot] = low
    this.#high[slot] = high
    this.#short++
    return true
  }

  addLong(run: string): void {
    if (!this.#long.includes(run)) this.#long.push(run)
  }
}

interface Identifier extends Languages {
  separators: RegExp
  /** For the text that is being read. */
  bytes: Uint8Array
  seen: Seen
  /** By language. */
  sums: Int32Array
}

/** All of it as `keptTables` keeps it. */
interface Languages {
  codes: string[]
  /** What each language scores on average where it is the right one. */
  averages: number[]
  /** How the tables write a byte. */
  byteOf: Uint8Array
  tables: Tables
}

/** What `eld`, which is pinned, keeps in its files. */
interface Package {
  ngramsData: { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> }
  dictionary: string[]
  separators: RegExp
  avgScore: Record<string, number>
}

/** By their paths: the package names none of these files, and its door for `import` alone, which would have to be waited for. */
function load(): Identifier {
  const require = createRequire(fileURLToPath(import.meta.resolve('eld/extrasmall')))
  const files = ['../ngrams/extrasmall.js', '../dictionary.js', '../avgScore.js']
  const { separators }: Pick<Package, 'separators'> = require('../regexPatterns.js')
  const languages = keptTables(
    'languages',
    files.map((file) => readFileSync(require.resolve(file))),
    () => languagesOf(Object.assign({}, ...files.map(require))),
  )
  return {
    ...languages,
    separators,
    bytes: new Uint8Array(512),
    seen: new Seen(),
    sums: new Int32Array(languages.codes.length),
  }
}

function languagesOf({ ngramsData, dictionary, avgScore }: Omit<Package, 'separators'>): Languages {
  const codes = Object.values(ngramsData.languages)
  const tables = tablesOf(ngramsData.ngrams)
  // 30 MB of objects, which nobody else reads.
  ngramsData.ngrams = {}
  return {
    codes,
    averages: codes.map((code) => avgScore[code] ?? 0),
    byteOf: Uint8Array.from(dictionary, (sign) => sign.charCodeAt(0)),
    tables,
  }
}

function tablesOf(ngrams: Package['ngramsData']['ngrams']): Tables {
  const runs = Object.entries(ngrams)
  const size = 2 ** Math.ceil(Math.log2(2 * runs.length))
  const [low, high, first] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
  const languages: number[] = []
  const scores: number[] = []
  for (const [run, byLanguage] of runs) {
    const [l, h] = packed(run)
    let slot = slotOf(l, h) & (size - 1)
    while (high[slot] !== 0) slot = (slot + 1) & (size - 1)
    low[slot] = l
    high[slot] = h
    first[slot] = languages.length
    for (const [language, score] of Object.entries(byLanguage)) {
      languages.push(Number(language))
      scores.push(score)
    }
    languages.push(NO_LANGUAGE)
    scores.push(0)
  }
  return { low, high, first, languages: Uint8Array.from(languages), scores: Uint8Array.from(scores) }
}

function packed(run: string): [number, number] {
  let [low, high] = [0, run.length << 16]
  for (let i = 0; i < run.length; i++) {
    if (i < 4) low |= run.charCodeAt(i) << (8 * i)
    else high |= run.charCodeAt(i) << (8 * (i - 4))
  }
  return [low, high]
}
