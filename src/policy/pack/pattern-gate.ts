import { type RunTables, runMatcherOf, runTables } from '../text/terms/run-matcher.ts'
import { madeOf, type TextView } from '../text/text-views.ts'
import { alternativesOf } from './alternatives-of.ts'
import { requiredWords } from './required-words.ts'

/**
 * Which patterns a text may match, by the atoms that ask for them (`re.<name>`), with the numbers of those of their alternatives that it may: of
 * the others none does, surely.
 */
export interface PatternGate {
  mayMatch(view: TextView): ReadonlyMap<string, readonly number[]>
}

/** What a gate runs on: plain data, which can be kept in a file. */
export interface GateTables {
  /** Of every alternative of every pattern, the atom that asks for it and its number within the pattern. */
  atoms: string[]
  numbers: Int32Array
  /** The alternatives that give no word away. */
  always: number[]
  /** The words; their ids are the alternatives. */
  words: RunTables
}

/** All words of all patterns are looked for at once: a text is read one time, however many patterns there are. */
export function gateTables(patterns: Readonly<Record<string, string>>): GateTables {
  const alternatives = Object.entries(patterns).flatMap(([name, source]) =>
    alternativesOf(source).map((alternative, number) => ({
      atom: `re.${name}`,
      number,
      words: requiredWords(alternative),
    })),
  )
  return {
    atoms: alternatives.map(({ atom }) => atom),
    numbers: Int32Array.from(alternatives, ({ number }) => number),
    always: alternatives.flatMap(({ words }, id) => (words === null ? [id] : [])),
    words: runTables(
      alternatives.flatMap(({ words }, id) =>
        (words ?? []).map(({ text, begins }) => ({ id, term: text, isAtEdge: begins })),
      ),
    ),
  }
}

export function gateFrom({ atoms, numbers, always, words }: GateTables): PatternGate {
  const matcher = runMatcherOf(words)
  const find = (text: string) => {
    const found = new Map<string, number[]>()
    for (const id of [...always, ...matcher.within(text)].sort((a, b) => a - b)) {
      const atom = atoms[id] ?? ''
      const numbered = found.get(atom)
      if (numbered) numbered.push(numbers[id] as number)
      else found.set(atom, [numbers[id] as number])
    }
    return found
  }
  /** Of a view that a longer one begins with, what that one may match: nobody need look again. */
  const mayMatch = (view: TextView) => {
    const widest = view.longer ?? view
    return madeOf(widest, matcher, () => find(widest.text))
  }
  return { mayMatch }
}
