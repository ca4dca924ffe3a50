/**
 * The language of a script that its letters or words give away: those of siblings that the identifier takes for one another or does not know;
 * null where they say that it is none that can be told, undefined where they say nothing.
 * @param words normalised, in lower case
 */
export function toldBySigns(script: string, words: string): string | null | undefined {
  const told = toldByLetters(script, words)
  return told === undefined ? toldByWords(script, words) : told
}

/** Letters and endings that one language writes and its siblings do not. The first that is met tells. */
const LETTERS: Readonly<Record<string, readonly (readonly [language: string | null, letter: RegExp])[]>> = {
  Latin: [['eo', /[ĉĝĥĵŝŭ]/u]],
  // Of Bulgarian, Russian and Ukrainian the identifier is rarely sure. Turkic and Mongol languages share their letters.
  Cyrillic: [
    ['be', /ў/u],
    ['mk', /[ѓќѕ]/u],
    ['kk', /ұ/u],
    [null, /[әғқңһөү]/u],
    ['sr', /[ћђ]/u],
    ['be', /і.{0,200}[ыэ]|[ыэ].{0,200}і/u],
    ['uk', /[їєґі]/u],
    ['ru', /[ищ].{0,200}[ыэ]|[ыэ].{0,200}[ищ]/u],
    ['bg', /ъ(?![еёюя])/u],
  ],
  Devanagari: [
    ['mr', /ळ|च्या|ांच|ण्या|(?<!\p{M}|\p{L})(?:आहेत?|आणि|मी|नाही|ज्या|त्या|किंवा)(?!\p{M}|\p{L})/u],
    ['ne', /हर[ूु]|लाई|छन्|हुन्छ|(?:र्न|्ने)(?!\p{M}|\p{L})|(?<!\p{M}|\p{L})(?:छु?|मेरो|पनि|कुनै|आफ्नो)(?!\p{M}|\p{L})/u],
  ],
  Arabic: [
    ['ug', /[ۈۋې]/u],
    ['ku', /[ێۆڕڵ]/u],
    ['ps', /[ښړډټڼ]/u],
    ['ur', /[ٹڈڑےں]/u],
  ],
  Hebrew: [['yi', /[װײױ]/u]],
  Han: [
    ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
    [
      'zh',
      /[我你您她们們吗嗎呢吧啊这這那哪个個没沒很请讓让给給岁歲说說时对對还還过過样樣后开发發经經动问間间关關门见应應该該东车书长电网级线组设计认语谁调课为来现]/u,
    ],
  ],
}

function toldByLetters(script: string, words: string): string | null | undefined {
  return LETTERS[script]?.find(([, letter]) => letter.test(words))?.[0]
}

interface Words {
  /** Of these there must be one. */
  telling: Set<string>
  /** Of these and the others, two. */
  beside: Set<string>
}

const WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  Cyrillic: { mk: wordsOf('дека кој секој оваа која', 'на од и се за') },
  Latin: {
    hi: wordsOf('hai hain hoon nahi nahin mujhe', 'mera meri aur kya hume ka ki ko ke hum kar'),
    eo: wordsOf('kaj', 'la estas de por mi en al ne'),
    af: wordsOf("'n ek hulle baie hierdie", 'nie is die van en vir my het'),
  },
}

function wordsOf(telling: string, beside: string): Words {
  return { telling: new Set(telling.split(' ')), beside: new Set(beside.split(' ')) }
}

/** Of all languages of a script: nearly no text says any of them. */
const TELLING: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(WORDS).map(([script, siblings]) => [
    script,
    new Set(Object.values(siblings).flatMap(({ telling }) => [...telling])),
  ]),
)

function toldByWords(script: string, words: string): string | undefined {
  const siblings = WORDS[script]
  if (siblings === undefined) return undefined
  const all = words.split(' ')
  if (!all.some((word) => TELLING[script]?.has(word))) return undefined
  const said = new Set(all)
  for (const [language, { telling, beside }] of Object.entries(siblings)) {
    const first = said.intersection(telling).size
    if (first > 0 && first + said.intersection(beside).size > 1) return language
  }
  return undefined
}
