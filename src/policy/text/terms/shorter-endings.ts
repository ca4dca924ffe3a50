import type { TermTables } from './term-tables.ts'

/** What leads on where a trie has no next state, so that a text is read once from end to end. */
export interface Links {
  /** Of each state, the one of the longest other term's beginning that its letters end with; 0 where there is none. */
  fallbacks: Int32Array
  /** Of each state, the longest of those behind it by fallbacks in which a term ends; 0: none. */
  shorter: Int32Array
  /** Units that lead to each state. */
  depths: Uint16Array
}

/**
 * Links of the states of a double array, from the shortest on: each one's is found from that of the state before it.
 * @see Aho and Corasick, Efficient String Matching: An Aid to Bibliographic Search, 1975
 */
export function linksOf({ states, endings }: Pick<TermTables, 'states' | 'endings'>): Links {
  const count = states.length / 2
  const links = {
    fallbacks: new Int32Array(count),
    shorter: new Int32Array(count),
    depths: new Uint16Array(count),
  }
  for (const state of byDepth(states, links.depths)) {
    const parent = states[2 * state + 1] as number
    const unit = state - ((states[2 * parent] as number) >> 1)
    const behind = parent === 0 ? 0 : longestBehind(states, links.fallbacks, parent, unit)
    links.fallbacks[state] = behind
    links.shorter[state] = endings[behind] === 0 ? (links.shorter[behind] as number) : behind
  }
  return links
}

/** The state after `unit` of the longest of the fallbacks of `parent` that has one; 0: none has. */
function longestBehind(states: Int32Array, fallbacks: Int32Array, parent: number, unit: number): number {
  let state = parent
  while (state !== 0) {
    state = fallbacks[state] as number
    const next = ((states[2 * state] as number) >> 1) + unit
    if (states[2 * next + 1] === state) return next
  }
  return 0
}

/** All states but the first, which no other follows into; what they were reached by is written to `depths`. */
function byDepth(states: Int32Array, depths: Uint16Array): number[] {
  const children = new Map<number, number[]>()
  for (let state = 1; state < depths.length; state++) {
    const parent = states[2 * state + 1] as number
    if (parent < 0) continue
    const known = children.get(parent)
    if (known) known.push(state)
    else children.set(parent, [state])
  }
  const ordered = [0]
  for (const state of ordered) {
    for (const child of children.get(state) ?? []) {
      depths[child] = (depths[state] as number) + 1
      ordered.push(child)
    }
  }
  return ordered.slice(1)
}
