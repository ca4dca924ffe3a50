import { languageOf } from './language-of.ts'
import { buildTermMatcher } from './term-matcher.ts'
import { normaliseText, type TextView } from './text-views.ts'

/**
 * The numbers of a child's years as the languages write them whose ages the rules cover (`languages.yaml`). English prose is full of such numbers,
 * and patterns of its own read them.
 */
const NUMERALS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ar: {
    12: 'اثنا عشر, اثني عشر, اثنتا عشرة, اثنتي عشرة',
    13: 'ثلاثة عشر, ثلاث عشرة',
    14: 'أربعة عشر, أربع عشرة',
    15: 'خمسة عشر, خمس عشرة',
    16: 'ستة عشر, ست عشرة',
    17: 'سبعة عشر, سبع عشرة',
  },
  de: { 12: 'zwölf', 13: 'dreizehn', 14: 'vierzehn', 15: 'fünfzehn', 16: 'sechzehn', 17: 'siebzehn' },
  el: {
    12: 'δώδεκα',
    13: 'δεκατρία, δεκατριών',
    14: 'δεκατέσσερα, δεκατεσσάρων',
    15: 'δεκαπέντε',
    16: 'δεκαέξι',
    17: 'δεκαεπτά, δεκαεφτά',
  },
  es: { 12: 'doce', 13: 'trece', 14: 'catorce', 15: 'quince', 16: 'dieciséis', 17: 'diecisiete' },
  fr: { 12: 'douze', 13: 'treize', 14: 'quatorze', 15: 'quinze', 16: 'seize', 17: 'dix-sept, dix sept' },
  he: {
    12: 'שתים עשרה, שתיים עשרה, שנים עשר',
    13: 'שלוש עשרה, שלושה עשר',
    14: 'ארבע עשרה, ארבעה עשר',
    15: 'חמש עשרה, חמישה עשר',
    16: 'שש עשרה, שישה עשר',
    17: 'שבע עשרה, שבעה עשר',
  },
  hi: {
    12: 'बारह',
    13: 'तेरह',
    14: 'चौदह',
    15: 'पंद्रह, पन्द्रह',
    16: 'सोलह',
    17: 'सत्रह',
  },
  id: {
    12: 'dua belas',
    13: 'tiga belas',
    14: 'empat belas',
    15: 'lima belas',
    16: 'enam belas',
    17: 'tujuh belas',
  },
  it: {
    12: 'dodici',
    13: 'tredici',
    14: 'quattordici',
    15: 'quindici',
    16: 'sedici',
    17: 'diciassette',
  },
  ja: { 12: '十二', 13: '十三', 14: '十四', 15: '十五', 16: '十六', 17: '十七' },
  ko: {
    12: '열두, 열둘, 십이',
    13: '열세, 열셋, 십삼',
    14: '열네, 열넷, 십사',
    15: '열다섯, 십오',
    16: '열여섯, 십육',
    17: '열일곱, 십칠',
  },
  nl: { 12: 'twaalf', 13: 'dertien', 14: 'veertien', 15: 'vijftien', 16: 'zestien', 17: 'zeventien' },
  pl: {
    12: 'dwanaście',
    13: 'trzynaście',
    14: 'czternaście',
    15: 'piętnaście',
    16: 'szesnaście',
    17: 'siedemnaście',
  },
  pt: {
    12: 'doze',
    13: 'treze',
    14: 'catorze, quatorze',
    15: 'quinze',
    16: 'dezesseis, dezasseis',
    17: 'dezessete, dezassete',
  },
  ro: {
    12: 'doisprezece, douăsprezece',
    13: 'treisprezece',
    14: 'paisprezece',
    15: 'cincisprezece, cinșpe',
    16: 'șaisprezece',
    17: 'șaptesprezece',
  },
  ru: {
    12: 'двенадцать',
    13: 'тринадцать',
    14: 'четырнадцать',
    15: 'пятнадцать',
    16: 'шестнадцать',
    17: 'семнадцать',
  },
  sv: { 12: 'tolv', 13: 'tretton', 14: 'fjorton', 15: 'femton', 16: 'sexton', 17: 'sjutton' },
  th: { 12: 'สิบสอง', 13: 'สิบสาม', 14: 'สิบสี่', 15: 'สิบห้า', 16: 'สิบหก', 17: 'สิบเจ็ด' },
  tr: { 12: 'on iki', 13: 'on üç', 14: 'on dört', 15: 'on beş', 16: 'on altı', 17: 'on yedi' },
  uk: {
    12: 'дванадцять',
    13: 'тринадцять',
    14: 'чотирнадцять',
    15: 'п’ятнадцять',
    16: 'шістнадцять',
    17: 'сімнадцять',
  },
  vi: {
    12: 'mười hai',
    13: 'mười ba',
    14: 'mười bốn',
    15: 'mười lăm',
    16: 'mười sáu',
    17: 'mười bảy',
  },
  zh: { 12: '十二', 13: '十三', 14: '十四', 15: '十五', 16: '十六', 17: '十七' },
}

const ALL: readonly { years: string; term: string }[] = Object.values(NUMERALS).flatMap((byYears) =>
  Object.entries(byYears).flatMap(([years, words]) =>
    words.split(', ').map((word) => ({ years, term: normaliseText(word) })),
  ),
)
const matcher = buildTermMatcher(ALL.map(({ term }, id) => ({ id, term })))
/** A fruit, a nap and a grasp, where nobody counts. */
const ENGLISH = new Set(['quince', 'doze', 'seize'])
/** Of a longer number: 二十五. */
const IN_NUMBER = /[零〇一二三四五六七八九十百千万億亿\p{N}]/u

/**
 * A view with the numerals from twelve to seventeen in digits, so that an age in words is read by what reads it in digits; null where
 * none stands in it.
 */
export function agesInDigits(view: TextView): TextView | null {
  const hits = matcher.find(view.text)
  if (hits.length === 0) return null
  const isEnglish = hits.some(({ id }) => ENGLISH.has(ALL[id]?.term ?? '')) && languageOf(view.text) === 'en'
  const text: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  const copy = (to: number): void => {
    text.push(view.text.slice(at, to))
    for (; at < to; at++) {
      starts.push(view.starts[at] ?? 0)
      ends.push(view.ends[at] ?? 0)
    }
  }
  let isChanged = false
  for (const { id, start, end } of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const numeral = ALL[id]
    if (numeral === undefined || start < at || !isNumber(view.text, start, end)) continue
    if (isEnglish && ENGLISH.has(numeral.term)) continue
    copy(start)
    text.push(numeral.years)
    for (let digit = 0; digit < numeral.years.length; digit++) {
      starts.push(view.starts[start] ?? 0)
      ends.push(view.ends[end - 1] ?? 0)
    }
    at = end
    isChanged = true
  }
  if (!isChanged) return null
  copy(view.text.length)
  return {
    text: text.join(''),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    changes: view.changes,
    longer: undefined,
    made: undefined,
  }
}

function isNumber(text: string, start: number, end: number): boolean {
  return !IN_NUMBER.test(text.charAt(start - 1)) && !IN_NUMBER.test(text.charAt(end))
}
