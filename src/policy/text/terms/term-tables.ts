import { layOut } from './double-array.ts'
import { buildTrie, type Term } from './term-trie.ts'

/** What matchers run on: plain data, which can be kept in a file. */
export interface TermTables {
  /** Class of each UTF-16 unit; 0 for units that no term holds. */
  classOf: Uint16Array
  /**
   * Two numbers of each state, beside each other because both are looked at: twice the place where its next states begin, and one more where a
   * term ends in it; and the state before it. The state after `unit` is that place plus `unit`, where the state before that is the state itself.
   */
  states: Int32Array
  /** Of each state, the number of the first term that ends in it and one; 0: none. */
  endings: Int32Array
  /** Of each term, the number of the next one that is written alike and one; 0: none. */
  alike: Int32Array
  ids: Int32Array
  /** 1 for a term that was written `stem*`: any letters may follow. */
  open: Uint8Array
  /** Terms before this number are found by both matchers, the others by the second alone. */
  further: number
}

/** The tables of both matchers: of the terms, and of these and the further ones. They share them, which are most of what they cost. */
export function termTables(terms: readonly Term[], further: readonly Term[]): TermTables {
  const all = [...terms, ...further]
  const classOf = classesOf(all)
  const trie = buildTrie(all, classOf)
  const { states, slots } = layOut(trie)
  const endings = new Int32Array(states.length / 2)
  for (const [state, slot] of slots.entries()) {
    const first = trie.firstEnding[state] as number
    endings[slot] = first
    if (first !== 0) states[2 * slot] = (states[2 * slot] as number) | 1
  }
  return {
    classOf,
    states,
    endings,
    alike: trie.alike,
    ids: Int32Array.from(all, ({ id }) => id),
    open: Uint8Array.from(all, ({ term }) => Number(term.endsWith('*'))),
    further: terms.length,
  }
}

const NEWLINE = 0x0a
const SPACE = 0x20
const UNITS = 65_536

/** Class of each UTF-16 unit; 0 for units that no term holds. A newline reads as a space. */
function classesOf(terms: readonly Term[]): Uint16Array {
  const classOf = new Uint16Array(UNITS)
  let count = 1
  for (const { term } of terms) {
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i)
      if (classOf[unit] === 0) classOf[unit] = count++
    }
  }
  const space = classOf[SPACE] as number
  if (space !== 0) classOf[NEWLINE] = space
  return classOf
}
