import { matchersOf, type TermTables, termTables } from '../text/term-matcher.ts'
import type { TextView } from '../text/text-views.ts'
import { requiredWords } from './required-words.ts'

/** Which patterns a text may match, by the atoms that ask for them (`re.<name>`): of the others none does, surely. */
export interface PatternGate {
  mayMatch(view: TextView): ReadonlySet<string>
}

/** What a gate runs on: plain data, which can be kept in a file. */
export interface GateTables {
  atoms: string[]
  /** Numbers of the patterns that give no word away. */
  always: number[]
  /** The words; their ids are the numbers of patterns. */
  words: TermTables
}

/** All words of all patterns are looked for at once: a text is read one time, however many patterns there are. */
export function gateTables(patterns: Readonly<Record<string, string>>): GateTables {
  const words = Object.values(patterns).map(requiredWords)
  const terms = words.flatMap((each, id) => (each ?? []).map((term) => ({ id, term })))
  return {
    atoms: Object.keys(patterns).map((name) => `re.${name}`),
    always: words.flatMap((each, id) => (each === null ? [id] : [])),
    words: termTables(terms, []),
  }
}

export function gateFrom({ atoms, always, words }: GateTables): PatternGate {
  const matcher = matchersOf(words)[0]
  const asked = new WeakMap<TextView, ReadonlySet<string>>()
  return {
    mayMatch(view) {
      const known = asked.get(view)
      if (known) return known
      const met = [...always, ...matcher.within(view.text)]
      const fresh = new Set(met.map((id) => atoms[id] ?? ''))
      asked.set(view, fresh)
      return fresh
    },
  }
}
