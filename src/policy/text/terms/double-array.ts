import type { Trie } from './term-trie.ts'

interface Layout {
  states: Int32Array
  /** Of each state of the trie, its place in the arrays. */
  slots: Int32Array
}

const FREE = -1
const MOSTLY = 0.9

/**
 * The trie as a double array: two numbers a state (see `TermTables`), and one look to follow it, where rows of all classes would take 800 MB for our lexicons.
 * @see Aoe, An Efficient Digital Search Algorithm by Using a Double-Array Structure, 1989
 */
export function layOut(trie: Trie): Layout {
  const { count, classes, lastChild, sibling, units } = trie
  // More than enough: what is not used is cut off below.
  const size = 2 * count + 2 * classes
  const states = new Int32Array(2 * size)
  for (let slot = 0; slot < size; slot++) states[2 * slot + 1] = FREE
  const isTaken = (slot: number): boolean => states[2 * slot + 1] !== FREE
  const slots = new Int32Array(count)
  let used = 1
  let from = 1
  const place = (state: number) => {
    const children: number[] = []
    for (let child = lastChild[state] as number; child !== 0; child = sibling[child] as number)
      children.push(child)
    if (children.length === 0) return
    const lowest = children.reduce((low, child) => Math.min(low, units[child] as number), classes)
    let at = Math.max(1, from - lowest)
    let taken = 0
    while (children.some((child) => isTaken(at + (units[child] as number)))) {
      if (isTaken(at + lowest)) taken++
      at++
    }
    // What is nearly full is not searched again.
    if (taken > MOSTLY * (at + lowest - from)) from = at + lowest
    const slot = slots[state] as number
    states[2 * slot] = 2 * at
    for (const child of children) {
      const own = at + (units[child] as number)
      states[2 * own + 1] = slot
      slots[child] = own
      used = Math.max(used, own + 1)
    }
  }
  place(0)
  for (const state of byDepth(trie)) place(state)
  // Whatever class comes after the last state stays within the arrays.
  return { states: states.slice(0, 2 * (used + classes)), slots }
}

/** All states but the first, those of one depth in the order in which they were made. */
function byDepth({ count, depths }: Trie): Int32Array {
  const begins: number[] = []
  for (let state = 1; state < count; state++) {
    const next = (depths[state] as number) + 1
    begins[next] = (begins[next] ?? 0) + 1
  }
  for (let depth = 1; depth < begins.length; depth++)
    begins[depth] = (begins[depth] ?? 0) + (begins[depth - 1] ?? 0)
  const ordered = new Int32Array(count - 1)
  for (let state = 1; state < count; state++) {
    const depth = depths[state] as number
    const at = begins[depth] ?? 0
    ordered[at] = state
    begins[depth] = at + 1
  }
  return ordered
}
