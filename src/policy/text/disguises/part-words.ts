import { type Cells, copyCells, emptyCells, pushCode, pushText, textOf } from '../cells.ts'
import { type Change, changeAt } from '../change.ts'
import { inOneLanguage } from '../languages/one-language.ts'
import { oncePerWord } from '../once-per-word.ts'
import { hasUnit, unitSet } from '../terms/unit-set.ts'
import { ENGLISH, NO_LETTERS, type Vocabulary, withLetter } from '../vocabulary.ts'
import { classes, classOf, LETTER, OTHER } from './letters-of.ts'
import { segmentPlain, segmentWords } from './segment-words.ts'

const SPACE = 0x20
const HASH = 0x23
const NEWLINE = 0x0a
/** A constant of this file, whose place V8 knows; an imported one is looked for at each sign. */
const kinds = classes
/** Handles and what stands in addresses: never words of a text. */
const IN_NAME = unitSet('@/._-=&')
const MIN_LETTERS = 3
const MIN_STRONG_SLIP = 7
const MIN_RUN = 6
/** What is longer may be a sentence; so many words in one run are told by themselves, whatever they say. */
const LONG_RUN = 14
const MANY_WORDS = 4
/** Words shorter than that are near others by chance, so nothing is told by their share. */
const MIN_TELLING = 4
/** A line longer than that is a text, and nobody disguises each word of it. In cells. */
const MAX_LENIENT = 1_000
/** Where more words than that are known, most are written as usual. */
const USUAL_SHARE = 0.34
/** Where a line is read leniently, so many of its words were found behind another spelling, and so large a share is known then. */
const MIN_FOUND = 2
const FOUND_SHARE = 0.5
const EXPLAINED_SHARE = 0.8
/** Where fewer of the other words are known, the language is another one, and what resembles a word is none. */
const OWN_LANGUAGE_SHARE = 0.5

/** A run of letters and digits, `[start, end)` in cells. */
interface Run {
  start: number
  end: number
  text: string
  isTag: boolean
  isKnown: boolean
}

/** What a run becomes: its own letters with blanks between, or another word. */
interface Repair {
  run: Run
  parts: string[]
  kind: 'parted' | 'slip' | 'tag'
}

interface Reading {
  original: string
  cells: Cells
  /** All of the cells: words are cut out of it in half of the time that making them of their letters takes. */
  text: string
  words: Vocabulary
  /** Whether what stands at an offset of the original was letters that stood apart. */
  wasApart: (offset: number) => boolean
}

/**
 * Words without blanks and hashtags are parted, slips of one letter mended: where that brings forth a word that a rule is about, and
 * throughout a line that is full of it. Elsewhere nothing is, for honest people forget letters too.
 */
export function partWords(original: string, cells: Cells, words: Vocabulary, changes: Change[]): Cells {
  const reading = { original, cells, text: textOf(cells), words, wasApart: apartIn(changes) }
  const repairs: Repair[] = []
  for (let start = 0; start < cells.length; ) {
    const line = readLine(reading, start)
    for (const repair of repairsIn(line, reading)) repairs.push(repair)
    start += line.length + 1
  }
  return repaired(cells, repairs, changes)
}

function apartIn(changes: readonly Change[]): (offset: number) => boolean {
  if (changes.length === 0) return () => false
  const sorted = changes.toSorted((a, b) => a.start - b.start)
  return (offset) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return (sorted[low - 1]?.end ?? 0) > offset
  }
}

/** The runs of a line that may need mending, and how many words of it there are. */
interface Line {
  runs: Run[]
  telling: number
  known: number
  /** Of the known ones, those that are hashtags. */
  knownTags: number
  /** In cells. */
  start: number
  length: number
}

/** The line that begins at `from`. Honest texts are mostly this loop: known words are known by the hash of their letters alone. */
function readLine({ cells, text: whole, words }: Reading, from: number): Line {
  const line: Line = { runs: [], telling: 0, known: 0, knownTags: 0, start: from, length: 0 }
  const { codes } = cells
  const most = cells.length
  let i = from
  for (; i < most && codes[i] !== NEWLINE; i++) {
    if (kinds[codes[i] as number] === OTHER) continue
    const start = i
    let letters = 0
    let hash = NO_LETTERS
    // Of the run without its last three letters: an ending may have as many.
    let less1 = NO_LETTERS
    let less2 = NO_LETTERS
    let less3 = NO_LETTERS
    for (; i < most; i++) {
      const code = codes[i] as number
      const kind = kinds[code] as number
      if (kind === OTHER) break
      if (kind === LETTER) letters++
      less3 = less2
      less2 = less1
      less1 = hash
      hash = withLetter(hash, code)
    }
    if (letters >= MIN_LETTERS && !isInName(cells, start, i)) {
      const isTag = codes[start - 1] === HASH
      const isWhole = letters === i - start
      const isPlain = isWhole && words.hasHash(hash)
      const mayHaveEnding = isWhole && !isPlain && words.mayEndStem(i - start, less1, less2, less3)
      const text = isPlain && !isTag ? '' : whole.slice(start, i)
      const isKnown = isPlain || (mayHaveEnding && words.has(text))
      if (i - start >= MIN_TELLING) line.telling++
      if (i - start >= MIN_TELLING && isKnown) line.known++
      if (i - start >= MIN_TELLING && isKnown && isTag) line.knownTags++
      if (!isKnown || isTag) line.runs.push({ start, end: i, text, isTag, isKnown })
    }
    // What ended the run may end the line.
    if (i < most && codes[i] === NEWLINE) break
  }
  line.length = Math.min(i, most) - from
  return line
}

/** Handles and parts of addresses are no words. */
function isInName({ codes }: Cells, start: number, end: number): boolean {
  if (start > 0 && hasUnit(IN_NAME, codes[start - 1] ?? SPACE)) return true
  return hasUnit(IN_NAME, codes[end] ?? SPACE) && classOf(codes[end + 1] ?? SPACE) !== OTHER
}

function repairsIn(line: Line, reading: Reading): Repair[] {
  const { runs, telling, known, knownTags, length } = line
  const usual = known - knownTags
  const isTagged = runs.some((run) => run.isTag && run.isKnown && reading.words.isStrong(run.text))
  const isOwnLanguage = telling <= 1 || known >= OWN_LANGUAGE_SHARE * (telling - 1)
  const strict = (): Repair[] =>
    runs
      .flatMap((run) => strictRepair(run, isTagged, isOwnLanguage, reading) ?? [])
      .filter((repair) => repair.kind !== 'slip' || isSpokenHere(repair, line, reading))
  if (length > MAX_LENIENT || usual > USUAL_SHARE * telling) return strict()
  const isFull = (found: number): boolean =>
    found >= MIN_FOUND && found >= FOUND_SHARE * telling && usual + found >= EXPLAINED_SHARE * telling
  /** So many may be found. */
  let most = runs.filter(({ text }) => text.length >= MIN_TELLING).length
  const near: (readonly string[])[] = []
  for (const run of runs) {
    const words = run.isKnown || run.isTag || /\p{N}/u.test(run.text) ? [] : nearOnce(run.text, reading.words)
    near.push(words)
    if (run.text.length >= MIN_TELLING && lenientRepair(run, words[0], reading) === null) most--
    // Most such lines are of another language, where few words resemble any.
    if (!isFull(most)) return strict()
  }
  const slips = inOneLanguage(near, reading.words)
  return runs.flatMap((run, i) => lenientRepair(run, slips[i], reading) ?? [])
}

/** Where a word that a rule is about comes forth, or letters stood apart. */
function strictRepair(run: Run, isTagged: boolean, isOwnLanguage: boolean, reading: Reading): Repair | null {
  const { words, cells, wasApart } = reading
  if (run.isKnown) return run.isTag && isTagged ? { run, parts: [run.text], kind: 'tag' } : null
  if (run.text.length < MIN_RUN) return null
  const isApart = wasApart(cells.starts[run.start] ?? 0)
  const phrase = run.isTag || isApart ? partsOf(run, reading) : suspectOnce(run.text, words)
  if (phrase && (isApart ? phrase.length > 1 : isTellingPhrase(phrase, isOwnLanguage, words)))
    return { run, parts: phrase, kind: 'parted' }
  const slip = isOwnLanguage ? strongSlipOnce(run.text, words) : null
  return slip === null ? null : { run, parts: [slip], kind: 'slip' }
}

/**
 * Whether a slip would be of a word of the language that most of the other words are in, or of English, which is mixed into all of them: "programs" is no slip of
 * what Spanish calls so.
 */
function isSpokenHere({ run, parts }: Repair, { start, length }: Line, { text, words }: Reading): boolean {
  const meant = parts.reduce((all, part) => all | words.languagesOf(part), 0)
  if (meant === 0 || (meant & ENGLISH) !== 0) return true
  const votes = new Uint32Array(32)
  const others = `${text.slice(start, run.start)} ${text.slice(run.end, start + length)}`
  for (const [word] of others.matchAll(TELLING_WORD)) {
    const spoken = words.has(word) ? words.languagesOf(word) : 0
    for (let bit = 0; bit < 32; bit++) if ((spoken & (1 << bit)) !== 0) votes[bit] = (votes[bit] ?? 0) + 1
  }
  const most = Math.max(...votes)
  return votes.some((vote, bit) => vote === most && (meant & (1 << bit)) !== 0)
}

const TELLING_WORD = /(?<!\p{L})\p{L}{4,}(?!\p{L})/gu

const nearOnce = oncePerWord((text, { near }: Vocabulary) => near.of(text))
const segmentOnce = oncePerWord(segmentWords)
const segmentPlainOnce = oncePerWord(segmentPlain)
const strongSlipOnce = oncePerWord(strongSlip)
/** Where one of the words that a plain run may be made of may be a strong one, or they may be many. */
const suspectOnce = oncePerWord((text, words: Vocabulary) =>
  text.length >= LONG_RUN || words.mayHoldStrong(text) ? segmentPlainOnce(text, words) : null,
)

/** The one strong word that a text may be a slip of. */
function strongSlip(text: string, { near, nearStrong, isStrong }: Vocabulary): string | null {
  if (text.length + 1 < MIN_STRONG_SLIP || nearStrong.of(text).length === 0) return null
  const [meant, ...others] = near.of(text)
  if (meant === undefined || others.length > 0) return null
  return meant.length >= MIN_STRONG_SLIP && isStrong(meant) ? meant : null
}

/** Several words of which one is strong, or many; never a word with a letter left over. */
function isTellingPhrase(parts: readonly string[], isOwnLanguage: boolean, words: Vocabulary): boolean {
  if (parts.length < 2 || parts[0]?.length === 1 || parts.at(-1)?.length === 1) return false
  if (parts.length >= MANY_WORDS) return true
  return (isOwnLanguage || parts.length > 2) && parts.some((part) => words.isStrong(part))
}

function lenientRepair(run: Run, slip: string | undefined, reading: Reading): Repair | null {
  const asTag: Repair | null = run.isTag ? { run, parts: [run.text], kind: 'tag' } : null
  if (run.isKnown) return asTag
  if (slip !== undefined) return { run, parts: [slip], kind: 'slip' }
  const parts = partsOf(run, reading)
  return parts && parts.length > 1 ? { run, parts, kind: 'parted' } : asTag
}

function partsOf(run: Run, reading: Reading): string[] | null {
  const { words, original, cells } = reading
  if (run.isTag) return segmentOnce(run.text, words) ?? byCapitals(run, original, cells)
  const isApart = reading.wasApart(cells.starts[run.start] ?? 0)
  return isApart ? segmentOnce(run.text, words) : segmentPlainOnce(run.text, words)
}

/** "#EscortLisbon" says itself where its words begin. */
function byCapitals({ start, end, text }: Run, original: string, cells: Cells): string[] | null {
  const written = Array.from({ length: end - start }, (_, i) => original.charAt(cells.starts[start + i] ?? 0))
  const parts: string[] = []
  for (const [i, char] of written.entries()) {
    const last = written[i - 1] ?? ''
    const isBeginning =
      i === 0 ||
      (/\p{Lu}/u.test(char) && !/\p{Lu}/u.test(last)) ||
      /\p{N}/u.test(char) !== /\p{N}/u.test(last)
    if (isBeginning) parts.push('')
    parts.push(`${parts.pop() ?? ''}${text.charAt(i)}`)
  }
  return parts.length > 1 ? parts : null
}

function repaired(cells: Cells, repairs: readonly Repair[], changes: Change[]): Cells {
  if (repairs.length === 0) return cells
  const areSlipsMeant = repairs.filter(({ kind }) => kind === 'slip').length > 1
  const out = emptyCells(cells.length + repairs.length * 4)
  let copied = 0
  for (const { run, parts, kind } of repairs) {
    const change = changeAt(cells, run.start, run.end, kind === 'slip' && areSlipsMeant)
    changes.push(change)
    copyCells(out, cells, copied, run.isTag ? run.start - 1 : run.start)
    copied = run.end
    if (kind === 'slip') pushText(out, parts[0] ?? run.text, change.start, change.end)
    else copyParted(out, cells, run, parts)
  }
  copyCells(out, cells, copied, cells.length)
  return out
}

function copyParted(out: Cells, cells: Cells, run: Run, parts: readonly string[]): void {
  let at = run.start
  for (const part of parts) {
    if (at > run.start) pushCode(out, SPACE, cells.starts[at] ?? 0, cells.ends[at] ?? 0)
    copyCells(out, cells, at, at + part.length)
    at += part.length
  }
}
