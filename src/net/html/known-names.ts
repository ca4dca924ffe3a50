import type { Written } from './written.ts'

/** Longer ones would hold on to the text that they were cut out of: V8 copies up to twelve letters. */
const LONGEST = 12
const SLOTS = 256

/**
 * What names that came a short while ago were read as, by how they are written. A page has thousands of names and few different ones; what is
 * known need not be cut out, lowered and looked up again.
 */
export class KnownNames<Read> {
  readonly #written: string[] = new Array(SLOTS).fill('')
  readonly #read: (Read | undefined)[] = new Array(SLOTS).fill(undefined)

  /** What was read for these letters; undefined where they are not known. */
  find({ letters }: Written, start: number, end: number): Read | undefined {
    const slot = slotOf(letters, start, end)
    return isAt(this.#written[slot] ?? '', letters, start, end) ? this.#read[slot] : undefined
  }

  /** @param read what hangs on these letters alone */
  keep({ text, letters }: Written, start: number, end: number, read: Read): void {
    if (end - start > LONGEST) return
    const slot = slotOf(letters, start, end)
    this.#written[slot] = text.slice(start, end)
    this.#read[slot] = read
  }
}

function slotOf(letters: Uint16Array, start: number, end: number): number {
  const length = end - start
  const first = letters[start] ?? 0
  const middle = letters[start + (length >> 1)] ?? 0
  const last = letters[end - 1] ?? 0
  return (first + 7 * last + 31 * middle + 61 * length) % SLOTS
}

function isAt(name: string, letters: Uint16Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) !== letters[start + at]) return false
  return true
}
