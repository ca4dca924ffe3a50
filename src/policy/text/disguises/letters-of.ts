/** What a UTF-16 unit is to a word. Letters beyond the basic plane count as none: normalised words have none. */
export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2

const UNKNOWN = 255
/** Of each unit that `classOf` was asked about, as it was about all that stand in cells: a loop over these looks here, calls nothing, and takes half of the time. */
export const classes = new Uint8Array(65_536).fill(UNKNOWN)

for (let unit = 0; unit < 0x80; unit++) classOf(unit)

/** Letters with their vowel signs, digits, or anything else; looked up once for each unit. */
export function classOf(code: number): number {
  const known = classes[code] as number
  return known === UNKNOWN ? lookUp(code) : known
}

function lookUp(code: number): number {
  const char = String.fromCharCode(code)
  const found = /[\p{L}\p{M}]/u.test(char) ? LETTER : /\p{N}/u.test(char) ? DIGIT : OTHER
  classes[code] = found
  return found
}
