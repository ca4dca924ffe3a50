import { normaliseText } from './text-views.ts'

/** Numerals of ages in English, Spanish, Portuguese, French, German, Italian, Dutch, Russian, Turkish and Polish. */
const NUMERALS: Readonly<Record<number, string>> = {
  1: 'one un una uno um uma ein eins een один одна bir jeden',
  2: 'two dos dois duas deux zwei due twee два две iki dwa dwie',
  3: 'three tres trois drei tre drie три üç trzy',
  4: 'four cuatro quatro quatre vier quattro четыре dört cztery',
  5: 'five cinco cinq fünf cinque vijf пять beş pięć',
  6: 'six seis sechs sei zes шесть altı sześć',
  7: 'seven siete sete sept sieben sette zeven семь yedi siedem',
  8: 'eight ocho oito huit acht otto восемь sekiz osiem',
  9: 'nine nueve nove neuf neun negen девять dokuz dziewięć',
  10: 'dix on',
  18: 'eighteen dieciocho dezoito achtzehn diciotto achttien восемнадцать osiemnaście',
  19: 'nineteen diecinueve dezenove dezanove neunzehn diciannove negentien девятнадцать dziewiętnaście',
  20: 'twenty veinte veinti vinte vingt zwanzig venti vent twintig двадцать yirmi dwadzieścia',
  30: 'thirty treinta trinta trente dreißig dreissig trenta trent dertig тридцать otuz trzydzieści',
  40: 'forty cuarenta quarenta quarante vierzig quaranta quarant veertig сорок kırk czterdzieści',
  50: 'fifty cincuenta cinquenta cinquante fünfzig cinquanta cinquant vijftig пятьдесят elli pięćdziesiąt',
  60: 'sixty sesenta sessenta soixante sechzig sessanta sessant zestig шестьдесят altmış sześćdziesiąt',
}
const VALUES: ReadonlyMap<string, number> = new Map(
  Object.entries(NUMERALS).flatMap(([value, words]) =>
    words.split(' ').map((word): [string, number] => [normaliseText(word), Number(value)]),
  ),
)
/** "treinta y uno", "vingt et un", "einundzwanzig", "eenentwintig". */
const JOINTS = ['und', 'en', 'et', 'y', 'e']
const MAX_WORDS = 3

/**
 * The age from 18 to 69 that normalised `words` end in, in years; null where they end in none. "aquí tengo treinta y dos"
 * is 32.
 */
export function ageAtEnd(words: string): number | null {
  const split = words.split(/[ -]+/).filter((word) => word !== '')
  for (let count = Math.min(MAX_WORDS, split.length); count > 0; count--) {
    const years = numberIn(split.slice(-count).join(''))
    if (years !== null && years >= 18 && years <= 69) return years
  }
  return null
}

/** What numerals and joints from end to end add up to, tens and units said once each; null where no reading does. */
function numberIn(letters: string, said: readonly number[] = []): number | null {
  if (letters === '') return added(said)
  const words = [...VALUES].filter(([word]) => letters.startsWith(word))
  const joints = said.length > 0 ? JOINTS.filter((joint) => letters.startsWith(joint)) : []
  const readings = [
    ...words.map(([word, value]) => numberIn(letters.slice(word.length), [...said, value])),
    ...joints.map((joint) => numberIn(letters.slice(joint.length), said)),
  ]
  return readings.find((years) => years !== null) ?? null
}

function added(said: readonly number[]): number | null {
  const [tens, units, ...more] = said.toSorted((a, b) => b - a)
  if (tens === undefined || more.length > 0) return null
  if (units === undefined) return tens
  return tens % 10 === 0 && units < 10 ? tens + units : null
}
