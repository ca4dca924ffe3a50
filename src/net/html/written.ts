/** A text that is being read, and its letters as numbers, which are read in a quarter of the time that `charCodeAt` takes. */
export interface Written {
  text: string
  /** UTF-16; what lies behind the text's last letter is anything. */
  letters: Uint16Array
}

const LEAST = 32 * 1024
/** Of more, what one text needed is not kept for the next. */
const MOST_KEPT = 128 * 1024
let shared = roomFor(LEAST)

/** The letters are good until it is called again. */
export function writtenOf(text: string): Written {
  const room = text.length <= shared.letters.length ? shared : roomFor(text.length)
  if (text.length <= MOST_KEPT) shared = room
  room.bytes.write(text, 'utf16le')
  return { text, letters: room.letters }
}

/** Where letters are laid, and the same memory byte by byte. */
export interface Room {
  letters: Uint16Array
  bytes: Buffer
}

export function roomFor(letters: number): Room {
  const memory = new ArrayBuffer(letters * 2)
  return { letters: new Uint16Array(memory), bytes: Buffer.from(memory) }
}
