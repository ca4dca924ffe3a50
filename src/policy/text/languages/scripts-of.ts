export interface Script {
  name: string
  /** The language that nearly all of it is written in (ISO 639-1), null where there are several. */
  language: string | null
  /** Letters of an alphabet that one sign of it stands for. */
  weight: number
}

/** As Unicode names them. */
const BY_SCRIPT: Readonly<Record<string, string>> = {
  Armenian: 'hy',
  Bengali: 'bn',
  Devanagari: 'hi',
  Ethiopic: 'am',
  Georgian: 'ka',
  Greek: 'el',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Hebrew: 'he',
  Kannada: 'kn',
  Khmer: 'km',
  Lao: 'lo',
  Malayalam: 'ml',
  Myanmar: 'my',
  Oriya: 'or',
  Sinhala: 'si',
  Tamil: 'ta',
  Telugu: 'te',
  Thai: 'th',
}
/** What a sign of a word or syllable weighs against letters. */
const WEIGHT_OF_SIGN = 2.5
const OF_SEVERAL = ['Latin', 'Cyrillic', 'Arabic']

const SCRIPTS: readonly (Script & { letter: RegExp })[] = [
  ...OF_SEVERAL.map((name) => ({ name, language: null, weight: 1, letter: letterOf(name) })),
  ...Object.entries(BY_SCRIPT).map(([name, language]) => ({
    name,
    language,
    weight: 1,
    letter: letterOf(name),
  })),
  { name: 'Hangul', language: 'ko', weight: WEIGHT_OF_SIGN, letter: letterOf('Hangul') },
  {
    name: 'Han',
    language: null,
    weight: WEIGHT_OF_SIGN,
    letter: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  },
]

function letterOf(name: string): RegExp {
  return new RegExp(`\\p{Script=${name}}`, 'gu')
}

const LATIN: Script = { name: 'Latin', language: null, weight: 1 }
/** It holds no letters but Latin ones. */
export const ASCII = /^[\0-\x7f]*$/

/** Share of a text that its main script has at least. */
const MAIN_SHARE = 0.6

/** The script of most of a text; null where none has most of it. Han stands for Japanese kana too. */
export function mainScript(text: string): Script | null {
  if (ASCII.test(text)) return /[a-z]/i.test(text) ? LATIN : null
  const found = SCRIPTS.map((script) => ({
    script,
    weight: script.weight * (text.match(script.letter)?.length ?? 0),
  }))
  const all = found.reduce((sum, { weight }) => sum + weight, 0)
  return found.find(({ weight }) => weight > 0 && weight >= MAIN_SHARE * all)?.script ?? null
}

/** How many letters of any script a text has; signs that are set on letters are none. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) return text.match(/\p{L}/gu)?.length ?? 0
    const lower = unit | 0x20
    if (lower >= 0x61 && lower <= 0x7a) letters++
  }
  return letters
}
