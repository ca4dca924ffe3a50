import type { Aside } from '../../../evidence/page.ts'
import { type Room, roomFor } from '../written.ts'

/** Collects text as a reader would see it: blanks collapsed, lines where blocks begin and end. */
export interface TextSink {
  /** @param role whose it is, where it is not its owner's */
  add(text: string, role?: Aside['role'] | null): void
  /**
   * The same for `letters` from `from` to `to`, if all of them show or are blanks of ASCII, as in most texts. Else it is
   * false, and nothing was added.
   */
  addPlain(letters: Uint16Array, from: number, to: number, role?: Aside['role'] | null): boolean
  /** A word ends here. */
  space(): void
  /** A line ends here. */
  line(): void
  /** True once the limit cut something. */
  readonly full: boolean
  /** All of it, once: nothing is added any more. */
  text(): string
  /** Where in the text those parts stand. */
  asides(): Aside[]
}

/** Blanks that have to be collapsed; most text has none. */
const UNEVEN = / \s|[^\S ]/

const TAB = 0x09
const LINE = 0x0a
const RETURN = 0x0d
const BLANK = 0x20
const NOTHING = 0

/** Ends of lines that fall on several sinks at once. */
export interface Lines {
  count: number
}

/** Letters are laid side by side and made a text once: a page has hundreds of texts, and each would be cut out, looked through and tied to those before. */
export function createTextSink(limit: number, lines: Lines = { count: 0 }): TextSink {
  let room = NO_ROOM
  let size = 0
  /** All letters, bit by bit: whether one needs two bytes. */
  let bits = 0
  const asides: Aside[] = []
  let pending: typeof NOTHING | typeof BLANK | typeof LINE = NOTHING
  let full = false
  /** Of those lines. */
  let ended = 0

  function separate(separator: typeof BLANK | typeof LINE): void {
    if (pending !== LINE) pending = separator
  }

  function mark(role: Aside['role'], from: number, to: number): void {
    const last = asides.at(-1)
    if (last?.role === role && from - last.to <= 1) last.to = to
    else asides.push({ role, from, to })
  }

  function addWords(words: string, role: Aside['role'] | null): void {
    const left = limit - size
    if (words.length >= left) full = true
    if (left <= 0) return
    const kept = Math.min(words.length, left)
    room = withRoom(room, size, kept + 1)
    if (size > 0 && pending !== NOTHING) room.letters[size++] = pending
    if (role !== null) mark(role, size, size + kept)
    for (let at = 0; at < kept; at++) {
      const letter = words.charCodeAt(at)
      room.letters[size++] = letter
      bits |= letter
    }
    pending = NOTHING
  }

  /** Where blanks have to be collapsed, or letters are not of ASCII. */
  function addUneven(letters: Uint16Array, from: number, to: number, role: Aside['role'] | null): boolean {
    const out = room.letters
    let end = size
    let begin = -1
    let seen = 0
    let isApart = false
    for (let at = from; at < to; at++) {
      const letter = letters[at] ?? 0
      if (letter === BLANK || (letter <= RETURN && letter >= TAB)) {
        isApart = true
        continue
      }
      if (letter < BLANK || (letter > LAST_OF_ASCII && !isShown(letter))) return false
      if (begin < 0) {
        const before = isApart && pending !== LINE ? BLANK : pending
        if (end > 0 && before !== NOTHING) out[end++] = before
        begin = end
      } else if (isApart) out[end++] = BLANK
      isApart = false
      out[end++] = letter
      seen |= letter
    }
    if (begin >= 0) {
      if (role !== null) mark(role, begin, end)
      size = end
      bits |= seen
      pending = NOTHING
    }
    if (isApart) separate(BLANK)
    return true
  }

  function endLines(): void {
    if (ended === lines.count) return
    ended = lines.count
    pending = LINE
  }

  return {
    add(given, role = null) {
      endLines()
      // Browsers leave it out of text (HTML, "in body"), so a word with one in it is read as one.
      const text = given.includes('\0') ? given.replaceAll('\0', '') : given
      const begun = text.trimStart()
      if (begun.length < text.length) separate(BLANK)
      if (begun === '') return
      const core = begun.trimEnd()
      addWords(UNEVEN.test(core) ? core.replace(/\s+/g, ' ') : core, role)
      if (core.length < begun.length) separate(BLANK)
    },
    addPlain(letters, from, to, role = null) {
      endLines()
      const most = size + (to - from) + 1
      if (most >= limit) return false
      if (most > room.letters.length) room = withRoom(room, size, to - from + 1)
      const begun = size > 0 && pending !== NOTHING ? size + 1 : size
      if (!copyEven(letters, from, to, room.letters, begun)) return addUneven(letters, from, to, role)
      if (begun > size) room.letters[size] = pending
      if (role !== null) mark(role, begun, begun + to - from)
      size = begun + to - from
      pending = NOTHING
      return true
    },
    space() {
      endLines()
      separate(BLANK)
    },
    line: () => separate(LINE),
    get full() {
      return full
    },
    text() {
      const text = textOf(room, size, bits)
      giveBack(room)
      room = NO_ROOM
      size = 0
      return text
    },
    asides: () => asides,
  }
}

/**
 * Copies letters and says whether they are words of ASCII with one blank between each two, as most texts are. It goes without a branch for a
 * letter: where words end no processor foresees.
 */
function copyEven(letters: Uint16Array, from: number, to: number, out: Uint16Array, at: number): boolean {
  const by = at - from
  let before = 1
  let uneven = 0
  for (let place = from; place < to; place++) {
    const letter = letters[place] ?? 0
    out[place + by] = letter
    const isBlank = ((letter ^ BLANK) - 1) >>> 31
    uneven |= (before & isBlank) | ((letter - BLANK) >>> 31) | ((LAST_OF_ASCII - letter) >>> 31)
    before = isBlank
  }
  return (uneven | before) === 0
}

const LAST_OF_ASCII = 0x7e

/**
 * Beyond ASCII: a letter that is no blank, is not left out and takes room. Below the first blank of Unicode's own (U+1680) all but controls
 * and two; above it only dashes, quotation marks and the scripts of East Asia. False may be said of one that shows.
 */
function isShown(letter: number): boolean {
  return (
    (letter >= 0xa1 && letter <= 0x167f && letter !== 0xad) ||
    (letter >= 0x2010 && letter <= 0x2027) ||
    (letter >= 0x3001 && letter <= 0xd7ff)
  )
}

const NO_ROOM: Room = roomFor(0)
const LEAST_ROOM = 4 * 1024
/** Of more, what one page needed is not kept for the next. */
const KEPT_ROOM = 128 * 1024
/** One for each sink of a page. */
const MOST_KEPT = 3
const kept: Room[] = []

/** Room for so many more. */
function withRoom(room: Room, size: number, more: number): Room {
  if (size + more <= room.letters.length) return room
  const before = room.letters.length === 0 ? kept.pop() : undefined
  if (before && more <= before.letters.length) return before
  const larger = roomFor(Math.max(size + more, room.letters.length * 2, LEAST_ROOM))
  larger.letters.set(room.letters.subarray(0, size))
  return larger
}

function giveBack(room: Room): void {
  const size = room.letters.length
  if (size > 0 && size <= KEPT_ROOM && kept.length < MOST_KEPT) kept.push(room)
}

/** Letters of which each needs one byte, on their way into a text. */
let narrow = Buffer.allocUnsafeSlow(LEAST_ROOM)

function textOf({ letters, bytes }: Room, size: number, bits: number): string {
  if (bits > 0xff) return bytes.toString('utf16le', 0, size * 2)
  const room = size <= narrow.length ? narrow : Buffer.allocUnsafeSlow(size)
  if (size <= KEPT_ROOM) narrow = room
  // All at once, of which Node makes a tenth of the work that letter by letter is.
  room.set(letters.subarray(0, size))
  return room.toString('latin1', 0, size)
}
