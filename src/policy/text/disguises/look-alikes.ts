/** Letters drawn alike. Transliteration alone reads Cyrillic с as s, while the eye reads c. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  г: 'r',
  н: 'h',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  п: 'n',
  з: '3',
  ь: 'b',
  α: 'a',
  β: 'b',
  ϲ: 'c',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ց: 'g',
  զ: 'q',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ƅ: 'b',
  ꜱ: 's',
  ɪ: 'i',
  ʏ: 'y',
  ɴ: 'n',
  ʀ: 'r',
  ʜ: 'h',
  ʟ: 'l',
  ɢ: 'g',
  ʙ: 'b',
  ꞯ: 'q',
  ǫ: 'q',
  ꭓ: 'x',
}

/** Digits and signs for a letter of the Latin alphabet; the likeliest letter first. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'gb',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '€': 'e',
  '£': 'l',
}

/** A script that words are written in, and how what is no letter of it is read among its letters: the likeliest letter first. */
export interface Alphabet {
  letter: RegExp
  /** Signs, digits and letters of other scripts. */
  readAs: Readonly<Record<string, string>>
}

export const LATIN: Alphabet = {
  letter: /\p{Script=Latin}/u,
  // Capitals are drawn like other letters than small ones.
  readAs: {
    ...LOOK_ALIKES,
    ...LEET,
    в: 'bv',
    г: 'rg',
    з: 'ez',
    п: 'np',
    у: 'yu',
    η: 'nh',
    μ: 'um',
    ν: 'vn',
    σ: 'os',
    υ: 'uy',
  },
}
const CYRILLIC: Alphabet = {
  letter: /\p{Script=Cyrillic}/u,
  readAs: {
    '0': 'о',
    '1': 'і',
    '3': 'зэе',
    '4': 'ч',
    '6': 'б',
    '8': 'в',
    '9': 'я',
    '@': 'а',
    $: 'с',
    '€': 'е',
    a: 'а',
    b: 'вьб',
    c: 'с',
    e: 'е',
    h: 'н',
    i: 'і',
    k: 'к',
    m: 'мт',
    n: 'пи',
    o: 'о',
    p: 'р',
    r: 'гя',
    t: 'т',
    u: 'ип',
    w: 'ш',
    x: 'х',
    y: 'у',
  },
}
const GREEK: Alphabet = {
  letter: /\p{Script=Greek}/u,
  readAs: {
    '0': 'ο',
    '3': 'εξ',
    '4': 'α',
    '9': 'φ',
    '@': 'α',
    a: 'α',
    b: 'β',
    e: 'ε',
    h: 'η',
    i: 'ι',
    k: 'κ',
    m: 'μ',
    n: 'ηπ',
    o: 'οσ',
    p: 'ρ',
    t: 'τ',
    u: 'υμ',
    v: 'ν',
    w: 'ω',
    x: 'χ',
    y: 'υγ',
  },
}

/** What is most often meant by a sign or letter that the alphabet does not have. */
export function likeliest({ readAs }: Alphabet, sign: string): string | undefined {
  return readAs[sign]?.charAt(0)
}

/** A word with the letters of other scripts read as those of one; digits and signs stay. */
export function lettersIn(alphabet: Alphabet, word: string): string {
  return word.replaceAll(/\p{L}/gu, (letter) => likeliest(alphabet, letter) ?? letter)
}

/** Which alphabet a word is meant to be read in: that of a letter which no other one has. */
export function alphabetOf(word: string, byDefault: Alphabet = LATIN): Alphabet {
  return ownAlphabet(word) ?? (byDefault.letter.test(word) ? byDefault : LATIN)
}

function ownAlphabet(word: string): Alphabet | undefined {
  const letters = word.match(/\p{L}/gu) ?? []
  if (letters.some((letter) => LATIN.letter.test(letter) && !hasTwin(letter))) return LATIN
  return [CYRILLIC, GREEK].find(({ letter: of }) =>
    letters.some((letter) => of.test(letter) && LOOK_ALIKES[letter] === undefined),
  )
}

/** Whether a Latin letter is drawn as one of another script is. */
function hasTwin(letter: string): boolean {
  return CYRILLIC.readAs[letter] !== undefined || GREEK.readAs[letter] !== undefined
}

/** The alphabet of most letters that no other one has. */
export function alphabetOfText(text: string): Alphabet {
  const counts = new Map<Alphabet, number>()
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    const alphabet = ownAlphabet(word)
    if (alphabet) counts.set(alphabet, (counts.get(alphabet) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? LATIN
}
