import { isInsideWord, type RunTables, runMatcherOf, runTables } from '../text/terms/run-matcher.ts'
import { madeOf, type TextView } from '../text/text-views.ts'
import { alternativesOf } from './alternatives-of.ts'
import { requiredWords, wordsBesides } from './required-words.ts'
import { leadOf, MOST_LEAD, type RequiredWord } from './word-places.ts'

/**
 * Which patterns a text may match, by the atoms that ask for them (`re.<name>`), with the numbers of those of their alternatives that it may: of
 * the others none does, surely.
 */
export interface PatternGate {
  mayMatch(view: TextView): MayMatch
  /** Where in a view matches of an alternative may begin, in order, by the number of the alternative; null where that may be anywhere. */
  startsIn(view: TextView, atom: string): Starts
  /** Where the words stand in a view of which matches of an alternative hold one, in order, by the number of the alternative; null where it needs none. */
  wordsIn(view: TextView, atom: string): Starts
}

/** The patterns that a text may match, by the atoms that ask for them. */
export interface MayMatch {
  atoms(): readonly string[]
  has(atom: string): boolean
  /** The numbers of the alternatives that it may match. */
  alternatives(atom: string): readonly number[]
}

/** Of an alternative of a pattern, by its number. */
export type Starts = (number: number) => Int32Array | null

/** What a gate runs on: plain data, which can be kept in a file. */
export interface GateTables {
  /** Of every alternative of every pattern, those of one beside each other in their order, the atom that asks for it. */
  atoms: string[]
  /** Of every alternative, the most UTF-16 units that stand before its word; `FAR` where they are more. */
  leads: Uint8Array
  /** Of every alternative, the same of the words that must stand beside; `NONE` where there are none. */
  besides: Uint8Array
  /** The alternatives that give no word away. */
  always: number[]
  /** The words; their ids are the alternatives, and of words beside so many more as there are alternatives. */
  words: RunTables
}

/** In `leads` and `besides`. */
const FAR = 255
/** In `besides`. */
const NONE = 254

/** All words of all patterns are looked for at once: a text is read one time, however many patterns there are. */
export function gateTables(patterns: Readonly<Record<string, string>>): GateTables {
  const alternatives = Object.entries(patterns).flatMap(([name, source]) =>
    alternativesOf(source).map((alternative) => {
      const words = requiredWords(alternative)
      return { atom: `re.${name}`, words, besides: words && wordsBesides(alternative, words) }
    }),
  )
  const termsOf = (words: readonly RequiredWord[] | null, id: number) =>
    (words ?? []).map(({ text, begins, ends }) => ({ id, term: text, begins, ends }))
  return {
    atoms: alternatives.map(({ atom }) => atom),
    leads: Uint8Array.from(alternatives, ({ words }) => reachOf(words ?? [])),
    besides: Uint8Array.from(alternatives, ({ besides }) => (besides ? reachOf(besides) : NONE)),
    always: alternatives.flatMap(({ words }, id) => (words === null ? [id] : [])),
    words: runTables([
      ...alternatives.flatMap(({ words }, id) => termsOf(words, id)),
      ...alternatives.flatMap(({ besides }, id) => termsOf(besides, alternatives.length + id)),
    ]),
  }
}

function reachOf(words: readonly RequiredWord[]): number {
  const lead = leadOf(words)
  return lead >= 0 && lead <= MOST_LEAD ? lead : FAR
}

export function gateFrom({ atoms, leads, besides, always, words }: GateTables): PatternGate {
  const matcher = runMatcherOf(words)
  const patterns = patternsOf(atoms)
  const names = [...patterns.keys()]
  const patternOf = Int32Array.from(atoms, (atom) => patterns.get(atom)?.nth ?? 0)
  const read = (text: string): GateRead => {
    const { ids, startsOf } = matcher.read(text)
    // Of each alternative, and of its words beside, 1 where the text holds some.
    const holds = new Uint8Array(2 * atoms.length)
    for (const id of ids) holds[id] = 1
    for (const id of always) holds[id] = 1
    const isMet = new Uint8Array(patterns.size)
    const may = (id: number): boolean =>
      holds[id] === 1 && (besides[id] === NONE || holds[atoms.length + id] === 1)
    for (const some of [always, ids])
      for (const id of some) if (id < atoms.length && may(id)) isMet[patternOf[id] as number] = 1
    return {
      found: {
        has: (atom) => isMet[patterns.get(atom)?.nth ?? -1] === 1,
        atoms: () => names.filter((_, nth) => isMet[nth] === 1),
        alternatives(atom) {
          const { first, count } = patterns.get(atom) ?? NOWHERE
          const all = Array.from({ length: count }, (_, number) => number)
          return all.filter((number) => may(first + number))
        },
      },
      placesOf: (id) => nearEach(startsOf(id), id, startsOf),
    }
  }
  /** Of the places of an alternative's words those that have others within reach, where it asks for some. */
  const nearEach = (places: Int32Array, id: number, startsOf: (id: number) => Int32Array): Int32Array => {
    const [lead, beside] = [leads[id] as number, besides[id] as number]
    if (lead === FAR || beside === FAR || beside === NONE || places.length === 0) return places
    const others = startsOf(atoms.length + id)
    let next = 0
    return places.filter((place) => {
      while (next < others.length && (others[next] as number) < place - lead) next++
      return next < others.length && (others[next] as number) <= place + beside
    })
  }
  /** Of a view that a longer one begins with, what that one may match: nobody need look again. */
  const readOf = (view: TextView): GateRead => {
    const widest = view.longer ?? view
    return madeOf(widest, matcher, () => read(widest.text))
  }
  const needsNone = new Set(always)
  return {
    mayMatch: (view) => readOf(view).found,
    startsIn(view, atom) {
      const { placesOf } = readOf(view)
      const { first } = patterns.get(atom) ?? NOWHERE
      return (number) => {
        const lead = leads[first + number] ?? FAR
        return lead === FAR ? null : withLead(placesOf(first + number), lead, view.text)
      }
    },
    wordsIn(view, atom) {
      const { placesOf } = readOf(view)
      const { first } = patterns.get(atom) ?? NOWHERE
      return (number) => (needsNone.has(first + number) ? null : placesOf(first + number))
    },
  }
}

interface GateRead {
  found: MayMatch
  /** Where the words of an alternative stand that a match may hold. */
  placesOf(id: number): Int32Array
}

/** The alternatives of a pattern among all, and the number of the pattern. */
interface Range {
  first: number
  count: number
  nth: number
}

const NOWHERE: Range = { first: 0, count: 0, nth: -1 }

/** By the atom that asks for it, where the alternatives of each pattern are. */
function patternsOf(atoms: readonly string[]): ReadonlyMap<string, Range> {
  const patterns = new Map<string, Range>()
  for (const [id, atom] of atoms.entries()) {
    const known = patterns.get(atom)
    if (known) known.count++
    else patterns.set(atom, { first: id, count: 1, nth: patterns.size })
  }
  return patterns
}

/** A place in so many units of a text, at the most: where there are more, an expression finds the next one sooner. */
const UNITS_A_PLACE = 4

/**
 * The places of words and of up to `lead` units before each where a match may begin, which is not inside of a word; null where they are too many to
 * be worth going to.
 */
function withLead(places: Int32Array, lead: number, text: string): Int32Array | null {
  if (places.length * (lead + 1) * UNITS_A_PLACE > text.length + 10 * UNITS_A_PLACE) return null
  const starts = new Int32Array(places.length * (lead + 1))
  let length = 0
  let last = -1
  for (const place of places) {
    for (let at = Math.max(last + 1, place - lead); at <= place; at++) {
      if (!isInsideWord(text, at)) starts[length++] = at
      last = at
    }
  }
  return starts.subarray(0, length)
}
