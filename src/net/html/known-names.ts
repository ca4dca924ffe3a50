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

  /** What was read for these letters of a text; undefined where they are none, or not known. */
  find(text: string | undefined, start: number, end: number): Read | undefined {
    if (text === undefined || start < 0 || end > text.length) return undefined
    const slot = slotOf(text, start, end)
    return isAt(this.#written[slot] ?? '', text, start, end) ? this.#read[slot] : undefined
  }

  /** @param read what hangs on these letters alone */
  keep(text: string | undefined, start: number, end: number, read: Read): void {
    if (text === undefined || start < 0 || end > text.length || end - start > LONGEST) return
    const slot = slotOf(text, start, end)
    this.#written[slot] = text.slice(start, end)
    this.#read[slot] = read
  }
}

function slotOf(text: string, start: number, end: number): number {
  const length = end - start
  const middle = text.charCodeAt(start + (length >> 1))
  return (text.charCodeAt(start) + 7 * text.charCodeAt(end - 1) + 31 * middle + 61 * length) % SLOTS
}

function isAt(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let at = 0; at < name.length; at++)
    if (name.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  return true
}
