import { type Cells, cellsOf, collapseBlanks, normaliseSign, textOf } from './cells.ts'
import type { Change } from './change.ts'
import { undoDisguises } from './disguises/undo-disguises.ts'
import { languageOf } from './languages/language-of.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A text as rules read it, with the way back to the original. */
export interface TextView {
  text: string
  /** For each UTF-16 unit of `text`, where its source starts and ends in the original, in UTF-16 units. */
  starts: Int32Array
  ends: Int32Array
  /** What it reads otherwise than it is written, in UTF-16 units of the original. */
  changes: readonly Change[]
  /** A longer view that begins as this one does: whatever stands in this one stands in that. */
  longer?: TextView | undefined
  /** Of the same text as it is written, where disguises are undone in this one. */
  native?: TextView | undefined
  /** The text that it is a view of, where that is as it was written. */
  original?: string | undefined
  /** See `madeOf`. */
  made?: Map<object, unknown> | undefined
}

/** A place in a view, in UTF-16 units of the view. */
export interface Span {
  start: number
  end: number
}

/** Whether two places share a unit. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}

/**
 * NFKC, invisible characters and decorating marks gone, lower case, blanks collapsed. Native lexicons match here.
 * @param whole a text that begins with this one, and may have been read before
 */
export function nativeView(original: string, whole = original): TextView {
  return readOf(original, whole).native
}

/**
 * The text with disguises undone: look-alike letters in tokens of mixed script, letter-like blocks, leet, spaced-out and
 * stretched letters, right-to-left overrides. Holds only what stands near a disguise, so that an honest page is read
 * once; null when there is nothing to undo.
 */
export function foldedView(original: string): TextView | null {
  return textViews(original).folded
}

/**
 * Both views; cheaper than asking for each. With the words of a pack, signs inside words, missing blanks, hashtags and slips are
 * undone as well.
 * @param whole a text that begins with this one, and may have been read before
 */
export function textViews(
  original: string,
  words: Vocabulary | null = null,
  whole = original,
): { native: TextView; folded: TextView | null } {
  const read = readOf(original, whole)
  const known = read.folded.get(words)
  if (known !== undefined) return { native: read.native, folded: known }
  // Words only let more be undone.
  const isPlain = [...read.folded].some(([told, folded]) => told !== null && folded === null)
  const undone = words === null && isPlain ? null : undoDisguises(original, read.cells, words)
  const folded = undone === null ? null : { ...viewOf(undone.cells, undone.changes), native: read.native }
  read.folded.set(words, folded)
  return { native: read.native, folded }
}

/** What was made of a text so far. */
interface Read {
  cells: Cells
  native: TextView
  folded: Map<Vocabulary | null, TextView | null>
}

/** UTF-16 units of all texts that are remembered: a scan of thirty pages. Each takes some 24 bytes. */
const MOST_REMEMBERED = 150_000
let remembered = new Map<string, Read>()
let size = 0

/**
 * What was judged is over: its texts are let go while they are young, for what has grown old costs V8 a look at the whole heap. A map of its own
 * each time: emptied, the same one would hold what it held until then.
 */
export function forgetTexts(): void {
  remembered = new Map()
  size = 0
}

/** Rules, ages, excuses and passages read the same text, one after the other, and so does the next look at a scan. */
function readOf(original: string, whole: string): Read {
  const known = remembered.get(original)
  if (known) return known
  const cells = cellsOf(original)
  const read = { cells, native: { ...viewOf(cells), original }, folded: new Map() }
  if (whole !== original) read.native.longer = remembered.get(whole)?.native
  remembered.set(original, read)
  size += original.length
  for (const oldest of remembered.keys()) {
    if (size <= MOST_REMEMBERED) break
    remembered.delete(oldest)
    size -= oldest.length
  }
  return read
}

/** ASCII that a view leaves as it is but for its case: single blanks between signs, and no grave accent, which is read as an apostrophe. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/

/** The native view of a short term or pattern literal, without its map. A pack holds ten thousands of them, most of them plain. */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  let read = ''
  for (const sign of text) read += normaliseSign(sign)
  return read.replace(/[ \n]{2,}/g, (run) => (run.includes('\n') ? '\n' : ' '))
}

/** Where `[start, end)` of a view stands in the original; the smallest span that covers all of it. */
export function originalSpan(view: TextView, start: number, end: number): { start: number; end: number } {
  let from = Number.POSITIVE_INFINITY
  let to = 0
  for (let i = start; i < end; i++) {
    from = Math.min(from, view.starts[i] ?? from)
    to = Math.max(to, view.ends[i] ?? to)
  }
  return from > to ? { start: 0, end: 0 } : { start: from, end: to }
}

/**
 * What was made of a view for `owner`, which has one maker. It lies on the view and goes with it: in a WeakMap, what refers to its own key lives on
 * until all of the heap is collected.
 */
export function madeOf<T>(view: TextView, owner: object, make: () => T): T {
  view.made ??= new Map()
  // Written below alone, by the one maker of this owner.
  const known = view.made.get(owner) as T | undefined
  if (known !== undefined) return known
  const fresh = make()
  view.made.set(owner, fresh)
  return fresh
}

/** What a text is written in, see `languageOf`; asked once for all views of it. */
export function languageOfView(view: TextView): string | null {
  const written = view.native ?? view
  return madeOf(written, languageOf, () => languageOf(written.original ?? written.text))
}

function viewOf(cells: Cells, changes: readonly Change[] = []): TextView {
  const { length, starts, ends, ...rest } = collapseBlanks(cells)
  return {
    text: textOf({ length, starts, ends, ...rest }),
    starts: starts.subarray(0, length),
    ends: ends.subarray(0, length),
    changes,
    longer: undefined,
    made: undefined,
  }
}
