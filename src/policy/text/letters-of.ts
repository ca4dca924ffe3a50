/** What a UTF-16 unit is to a word. Letters beyond the basic plane count as none: normalised words have none. */
export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2

const UNKNOWN = 255
const classes = new Uint8Array(65_536).fill(UNKNOWN)

/** Letters with their vowel signs, digits, or anything else; looked up once for each unit. */
export function classOf(code: number): number {
  const known = classes[code] as number
  if (known !== UNKNOWN) return known
  const char = String.fromCharCode(code)
  const found = /[\p{L}\p{M}]/u.test(char) ? LETTER : /\p{N}/u.test(char) ? DIGIT : OTHER
  classes[code] = found
  return found
}
