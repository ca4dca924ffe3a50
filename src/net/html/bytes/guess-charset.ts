import { analyse } from 'chardet'

const SAMPLE = 16_384
/** Of the letters that are not of ASCII; in Latin scripts most are, and the usual guess is as good as any. */
const FOREIGN = 0.4
const LEAST_LETTERS = 8
/** In percent. What fits no better is put forward for any bytes at all. */
const LEAST_CONFIDENCE = 11
/** Of what is decoded: a page may be damaged. */
const MOST_UNREADABLE = 0.01
/** Of which the library tells no more than a few sentences. */
const THAI = 'windows-874'
/** Has all letters of the one, and Ukrainian's in place of lines. */
const WIDER: Readonly<Record<string, string>> = { 'KOI8-R': 'koi8-u' }

/** The encoding that bytes are most likely in where nobody says it, or says it wrongly; null where they are Latin, few, or to be read in none. */
export function guessCharset(bytes: Uint8Array): string | null {
  const texts = textsAlone(bytes.subarray(0, 16 * SAMPLE))
  const whole = Buffer.from(texts.join(' '), 'latin1').subarray(0, SAMPLE)
  const sample = isLatin(whole) ? foreignOf(texts) : whole
  if (sample === null) return null
  const likely = analyse(sample).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
  return (
    [...likely.map(({ name }) => WIDER[name] ?? name), THAI].find((label) => isReadableIn(label, sample)) ??
    null
  )
}

/** Of a page that is mostly in Latin letters, the parts that are not, where nearly all other bytes stand in them. */
function foreignOf(texts: readonly string[]): Uint8Array | null {
  const foreign = (text: string) => text.match(/[\x80-\xff]/g)?.length ?? 0
  const parts = texts.filter(
    (text) => foreign(text) >= LEAST_LETTERS && !isLatin(Buffer.from(text, 'latin1')),
  )
  const among = parts.reduce((sum, text) => sum + foreign(text), 0)
  const all = texts.reduce((sum, text) => sum + foreign(text), 0)
  return among >= LEAST_APART && among >= all * NEARLY_ALL
    ? Buffer.from(parts.join(' '), 'latin1').subarray(0, SAMPLE)
    : null
}

/** Bytes of a sentence. */
const LEAST_APART = 24
const NEARLY_ALL = 0.8

function isLatin(sample: Uint8Array): boolean {
  let foreign = 0
  let ascii = 0
  for (const byte of sample) {
    if (byte >= 0x80) foreign++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii++
  }
  return foreign < LEAST_LETTERS || foreign / (foreign + ascii) < FOREIGN
}

/** Whether this machine knows it, and it has a letter for nearly all bytes. */
function isReadableIn(label: string, sample: Uint8Array): boolean {
  try {
    // The sample may end within a letter.
    const text = new TextDecoder(label).decode(sample, { stream: true })
    return text.split('\ufffd').length - 1 <= MOST_UNREADABLE * text.length
  } catch {
    return false
  }
}

/** Markup and scripts are ASCII in any language. One pass, whatever is left open. */
function textsAlone(bytes: Uint8Array): string[] {
  const page = Buffer.from(bytes).toString('latin1')
  const kept: string[] = []
  let at = 0
  while (at < page.length) {
    const opens = page.indexOf('<', at)
    kept.push(page.slice(at, opens < 0 ? page.length : opens))
    if (opens < 0) break
    const silent = /^<(?:script|style)(?![a-z])/i.exec(page.slice(opens, opens + SILENT_LETTERS))?.[0]
    const closes = silent === undefined ? opens : page.indexOf(`</${silent.slice(1)}`, opens)
    const ends = closes < 0 ? -1 : page.indexOf('>', closes)
    if (ends < 0) break
    at = ends + 1
  }
  return kept
}

const SILENT_LETTERS = 8
