import { isUtf8 } from 'node:buffer'
import { guessCharset } from './guess-charset.ts'

/**
 * Bytes of a page as text: byte order mark, then the HTTP label, then the page's own `<meta>`, then UTF-8; and when the
 * bytes are not UTF-8, what their letters come out best in, or windows-1252. (WHATWG Encoding and HTML "determining the character encoding".)
 * Where browsers would show nobody any words, since the label is wrong, the words are read all the same.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = markOf(bytes)
  const label = mark ?? ofUnits(labelIn(contentType), bytes) ?? bracketOf(bytes) ?? prescan(bytes)
  if (label !== null && label !== 'utf-8' && (mark !== null || !isBelied(label, bytes)))
    return new TextDecoder(label).decode(bytes)
  const text = UTF_8.decode(bytes)
  if (isShifted(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes)
  if (!text.includes('\ufffd') || looksLikeUtf8(bytes)) return text
  // Browsers begin anew where they come upon it later than at once.
  const late = label === null ? prescan(bytes, LATEST) : null
  if (late !== null && late !== 'utf-8') return new TextDecoder(late).decode(bytes)
  const guess = guessCharset(bytes)
  if (guess !== null) return new TextDecoder(guess).decode(bytes)
  const western = new TextDecoder('windows-1252').decode(bytes)
  // Six letters of Turkish stand where Icelandic has its own, which has more of them.
  return /[þýð]/i.test(western) && !/[æáíóú]/i.test(western)
    ? new TextDecoder('windows-1254').decode(bytes)
    : western
}

/** Into the letters of Japanese, in an encoding that is ASCII to all others. */
const SHIFTS = ['\u001b$B', '\u001b$@']
const ESCAPE = 0x1b
const HEAD = 16_384

function isShifted(bytes: Uint8Array): boolean {
  if (!bytes.subarray(0, HEAD).includes(ESCAPE)) return false
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')
  return SHIFTS.some((shift) => head.includes(shift))
}

/** Of nearly all pages; a decoder is dear to make, and remembers nothing of what it has decoded. */
const UTF_8 = new TextDecoder()

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

/** UTF-16 without a mark, by the bracket that a page begins with. */
function bracketOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null
}

/** UTF-16 by its label: in which order its bytes are tells the bracket that a page begins with, and that it is not in UTF-16 at all. */
function ofUnits(label: string | null, bytes: Uint8Array): string | null {
  if (label === null || !label.startsWith('utf-16')) return label
  const first = bytes.findIndex((byte) => byte !== 0 && byte > 0x20)
  if (bytes[first] !== 0x3c) return label
  return bracketOf(bytes.subarray(first - (first % 2))) ?? null
}

/** Text in another encoding is no UTF-8 by chance; and servers label as western whatever they have. */
function isBelied(label: string, bytes: Uint8Array): boolean {
  if (label.startsWith('utf-16') || label === 'iso-2022-jp') return false
  if (label === 'windows-1252' && isShifted(bytes)) return true
  const least = OF_MANY_BYTES.test(label) ? LEAST_OF_MANY : LEAST_OF_ONE
  if (!hasForeign(bytes, least)) return false
  return isUtf8(bytes) || (label === 'windows-1252' && !looksLikeUtf8(bytes) && guessCharset(bytes) !== null)
}

/** Bytes outside of ASCII that tell: letters of two bytes are UTF-8 by chance more often. */
const LEAST_OF_ONE = 6
const LEAST_OF_MANY = 48
const OF_MANY_BYTES = /^(?:gb|big5|euc|shift)/

function hasForeign(bytes: Uint8Array, least: number): boolean {
  let foreign = 0
  for (const byte of bytes) if (byte >= 0x80 && ++foreign >= least) return true
  return false
}

function labelIn(contentType: string): string | null {
  const match = /charset\s*=\s*["']?([^\s"';,]{1,40})/i.exec(contentType)
  return known(match?.[1])
}

/** A page that declares UTF-16 in ASCII letters is not in UTF-16 (HTML, "prescan"). */
function prescan(bytes: Uint8Array, letters = EARLY): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, letters))
  const declared =
    /<meta\s[^>]{0,512}?charset\s*=\s*["']?([^\s"'/>;]{1,40})/i.exec(head) ?? XML_ENCODING.exec(head)
  const label = known(declared?.[1])
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

const EARLY = 2_048
const LATEST = 65_536

const XML_ENCODING = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i

function known(label: string | undefined): string | null {
  if (!label) return null
  if (/^utf-?8$/i.test(label)) return 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** A page cut in the middle of a letter, or with a few bad bytes, is still UTF-8. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  const sample = new TextDecoder().decode(bytes.subarray(0, 65_536))
  const bad = sample.split('\ufffd').length - 1
  const good = sample.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return good > bad
}
