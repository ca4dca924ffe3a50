export interface Term {
  id: number
  term: string
}

/** States and what leads to them, as long as it grows: 0 is the first state. */
export interface Trie {
  count: number
  /** The class of the unit that leads to a state. */
  units: Uint16Array
  depths: Uint16Array
  /** The last that was added of the states that follow one, and the one added before each; 0: none. */
  lastChild: Int32Array
  sibling: Int32Array
  /** Of each state and of each term as `TermTables` has them. */
  firstEnding: Int32Array
  alike: Int32Array
  classes: number
}

export function buildTrie(terms: readonly Term[], classOf: Uint16Array): Trie {
  const most = terms.reduce((sum, { term }) => sum + term.length, 1)
  const trie: Trie = {
    count: 1,
    units: new Uint16Array(most),
    depths: new Uint16Array(most),
    lastChild: new Int32Array(most),
    sibling: new Int32Array(most),
    firstEnding: new Int32Array(most),
    alike: new Int32Array(terms.length),
    classes: 1 + highestOf(terms, classOf),
  }
  // The first state is followed by hundreds, and every term begins there.
  const first = new Int32Array(trie.classes)
  const lastEnding = new Int32Array(most)
  for (const [at, { term }] of terms.entries()) {
    const length = term.endsWith('*') ? term.length - 1 : term.length
    if (length === 0) continue
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = classOf[term.charCodeAt(i)] ?? 0
      let next = (state === 0 ? first[unit] : childOf(trie, state, unit)) ?? 0
      if (next === 0) next = addChild(trie, state, unit)
      if (state === 0) first[unit] = next
      state = next
    }
    const last = lastEnding[state] as number
    if (last === 0) trie.firstEnding[state] = at + 1
    else trie.alike[last - 1] = at + 1
    lastEnding[state] = at + 1
  }
  return trie
}

/** Of the units that stand in terms: all others have no class, and there are 65,536, which took longer than the terms of a small pack. */
function highestOf(terms: readonly Term[], classOf: Uint16Array): number {
  let highest = 0
  for (const { term } of terms)
    for (let i = 0; i < term.length; i++) highest = Math.max(highest, classOf[term.charCodeAt(i)] ?? 0)
  return highest
}

function childOf({ lastChild, sibling, units }: Trie, state: number, unit: number): number {
  let child = lastChild[state] as number
  while (child !== 0 && units[child] !== unit) child = sibling[child] as number
  return child
}

function addChild(trie: Trie, state: number, unit: number): number {
  const child = trie.count++
  trie.units[child] = unit
  trie.depths[child] = (trie.depths[state] as number) + 1
  trie.sibling[child] = trie.lastChild[state] as number
  trie.lastChild[state] = child
  return child
}
