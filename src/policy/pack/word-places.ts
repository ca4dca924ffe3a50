/** At how many places of a page words stand that patterns need, roughly: by that they are chosen (`required-words.ts`). */

export interface RequiredWord {
  text: string
  /** Each match that holds it for this reason begins with it, and so, as patterns run, at the edge of a word. */
  begins: boolean
  /** No letter follows it, for the pattern forbids one there or ends with it. */
  ends: boolean
  /** What holds it ends with it: what follows in the pattern goes on from it. */
  isLast: boolean
  /** UTF-16 units of a match that stand before it, at the utmost; infinite where nothing bounds them. */
  lead: number
}

/** Null where nothing is told. */
export type Words = readonly RequiredWord[] | null

/** Two letters, or a digit: what says less stands in every text. */
const LEAST_WEIGHT = 1.5
/** UTF-16 units before a word from which a match may be looked for: from farther off it may begin anywhere. */
export const MOST_LEAD = 120

/** A page, in UTF-16 units. */
const PAGE = 4_000
/** What it costs to look for a match all over a page, in places where one is tried. */
const ALL_OVER = PAGE / 5
/** UTF-16 units of a text in which one word begins, and a match may. */
const UNITS_A_WORD = 6
/** Places where a string stands of which it ends a word in one, roughly. */
const PLACES_AN_END = 2
/** Each is kept and looked for. */
const COST_OF_A_WORD = 0.003

/** At how many places of a page they stand, roughly; infinite where one of them says too little. */
export function placesOf(words: readonly RequiredWord[]): number {
  let places = 0
  for (const word of words)
    places += weightOf(word.text) < LEAST_WEIGHT ? Number.POSITIVE_INFINITY : PAGE * shareOf(word)
  return places
}

/** To find a word, of what it costs to try a match. */
const COST_OF_FINDING = 0.1

/** What is left to try where words stand that must have others beside them, and what it costs to look for those. */
export function restOf(words: readonly RequiredWord[], others: readonly RequiredWord[]): number {
  const places = placesOf(others)
  const near = leadOf(words) + leadOf(others) + 1
  const share = Math.min(1, near > MOST_LEAD ? places : (places / PAGE) * near)
  return share * placesOf(words) + COST_OF_FINDING * places + COST_OF_A_WORD * others.length
}

/** UTF-16 units of a match before any of them, at the utmost. */
export function leadOf(words: readonly RequiredWord[]): number {
  return Math.max(...words.map(({ lead }) => lead))
}

/** At how many places of a page a match is tried, roughly, where it must hold one of these words; infinite where one of them says too little. */
export function triesOf(words: Words): number {
  if (words === null || words.length === 0) return Number.POSITIVE_INFINITY
  let places = 0
  let lead = 0
  for (const word of words) {
    if (weightOf(word.text) < LEAST_WEIGHT) return Number.POSITIVE_INFINITY
    places += PAGE * shareOf(word)
    lead = Math.max(lead, word.lead)
  }
  const allOver = Math.min(1, places) * ALL_OVER
  const tries = lead > MOST_LEAD ? allOver : Math.min(allOver, places * (1 + lead / UNITS_A_WORD))
  return tries + COST_OF_A_WORD * words.length
}

/** How much a string says, roughly: most texts hold every letter and many blanks, fewer a certain digit or sign. */
function weightOf(word: string): number {
  let weight = 0
  for (let i = 0; i < word.length; i++) weight += weightOfUnit(word.charCodeAt(i))
  return weight
}

function weightOfUnit(unit: number): number {
  if (unit === 0x20 || unit === 0x0a) return 0.3
  if (unit >= 0x61 && unit <= 0x7a) return 1
  return unit > 0x24f ? 2 : 1.5
}

/** What a letter says where the ones before it are known, of what it says alone. */
const TOLD_BY_OTHERS = 0.65

/** Of the units of a text, those at which such a string begins, roughly. */
function shareOf({ text, begins, ends }: RequiredWord): number {
  let share = 1
  for (let i = 0; i < text.length; i++) share *= SHARES.get(text.charAt(i)) ?? RARE
  return share ** TOLD_BY_OTHERS / (begins ? UNITS_A_WORD : 1) / (ends ? PLACES_AN_END : 1)
}

/** Further signs, and letters of scripts that few texts are written in. */
const RARE = 0.001
/**
 * Of 1,000 units, letters from a to z in the Declaration of Human Rights, marks left out: the mean of English, Spanish, Portuguese, French, German,
 * Italian, Dutch, Polish, Turkish and Indonesian.
 */
const LETTERS = [
  89, 12, 25, 41, 110, 8, 17, 19, 70, 5, 15, 37, 21, 68, 53, 17, 2, 54, 46, 49, 29, 10, 8, 1, 10, 10,
]
const SHARES = new Map([
  ...LETTERS.map((count, i): [string, number] => [String.fromCharCode(0x61 + i), count / 1_000]),
  [' ', 0.15],
  [',', 0.01],
  ['.', 0.006],
  // Of the units of 140 pages of different sites, .024 in all.
  ...Array.from('0123456789', (digit): [string, number] => [digit, 0.0024]),
])
