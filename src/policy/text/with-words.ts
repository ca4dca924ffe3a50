import type { Span, TextView } from './text-views.ts'

/** A place of a view, and what is read there instead. */
export interface ReadAs extends Span {
  word: string
}

/**
 * The view with other words at some places, each of whose letters stands for the whole place, and where these words are in it.
 * @param changes in their order, none over another
 */
export function withWords(view: TextView, changes: readonly ReadAs[]): { view: TextView; words: Span[] } {
  const text: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const words: Span[] = []
  let from = 0
  const copy = (to: number): void => {
    text.push(view.text.slice(from, to))
    for (; from < to; from++) {
      starts.push(view.starts[from] ?? 0)
      ends.push(view.ends[from] ?? 0)
    }
  }
  for (const { start, end, word } of changes) {
    copy(start)
    text.push(word)
    words.push({ start: starts.length, end: starts.length + word.length })
    for (let i = 0; i < word.length; i++) {
      starts.push(view.starts[start] ?? 0)
      ends.push(view.ends[end - 1] ?? 0)
    }
    from = end
  }
  copy(view.text.length)
  const read = { text: text.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
  return { view: { ...read, changes: view.changes, longer: undefined, made: undefined }, words }
}
