const INVISIBLE = /^(?:\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u3164\uffa0\u2800])$/u
/** Marks that decorate a letter. Vowel signs of Indic, Thai and other scripts carry meaning and stay. */
const DECORATION =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu
/** Decomposing these would take them apart instead of undressing them. */
const COMPOSED = /^[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\uac00-\ud7af\uff65-\uffdc]$/u
const SAME_LETTER: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '′': "'",
  '´': "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '﹣': '-',
}

const LINE_ENDS = new Set(['\n', '\r', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029'])

const known = new Map<number, string>()

/**
 * One code point as rules see it: NFKC, marks that decorate and invisible characters gone, lower case, blanks as one
 * space or newline. May be empty or several characters.
 */
export function normaliseCharacter(codePoint: number): string {
  const cached = known.get(codePoint)
  if (cached !== undefined) return cached
  const result = compute(String.fromCodePoint(codePoint))
  if (known.size < 20_000) known.set(codePoint, result)
  return result
}

function compute(char: string): string {
  if (LINE_ENDS.has(char)) return '\n'
  // U+FEFF counts as a blank in a JavaScript pattern.
  if (INVISIBLE.test(char)) return ''
  if (/^\s$/u.test(char)) return ' '
  const digit = digitOf(char)
  if (digit !== null) return digit
  const direct = SAME_LETTER[char]
  if (direct !== undefined) return direct
  const plain = COMPOSED.test(char) ? char.normalize('NFKC') : char.normalize('NFKD').replace(DECORATION, '')
  return [...plain.toLowerCase().replace(DECORATION, '')]
    .map((each) => SAME_LETTER[each] ?? (/^\s$/u.test(each) ? ' ' : each))
    .join('')
}

/**
 * Decimal digits of other scripts stand in runs of ten, the zero first (Unicode, 4.6), and NFKC leaves them as they are. What it makes plain ones of is
 * asked of it: the five alphabets of mathematics have their digits in one run.
 */
function digitOf(char: string): string | null {
  if (!/^\p{Nd}$/u.test(char)) return null
  const plain = char.normalize('NFKC')
  if (/^\d$/.test(plain)) return plain
  const codePoint = char.codePointAt(0) ?? 0
  let zero = codePoint
  while (codePoint - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((codePoint - zero) % 10)
}
