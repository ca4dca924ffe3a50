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

/** What stands within `reach` UTF-16 units of some of `spans`, which are in order, a line for each piece; the view itself where that is all of it. */
export function nearOnly(view: TextView, spans: readonly Span[], reach: number): TextView {
  const pieces: Span[] = []
  for (const span of spans) {
    const start = Math.max(0, span.start - reach)
    const end = Math.min(view.text.length, span.end + reach)
    const last = pieces.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else pieces.push({ start, end })
  }
  const length = pieces.reduce((sum, { start, end }) => sum + end - start + 1, -1)
  if (length >= view.text.length) return view
  const text: string[] = []
  const starts = new Int32Array(length)
  const ends = new Int32Array(length)
  let at = 0
  for (const { start, end } of pieces) {
    // The line break stands for nothing of the original.
    if (at > 0) starts[at] = ends[at++] = view.starts[start] as number
    text.push(view.text.slice(start, end))
    starts.set(view.starts.subarray(start, end), at)
    ends.set(view.ends.subarray(start, end), at)
    at += end - start
  }
  return { ...view, text: text.join('\n'), starts, ends, longer: undefined, made: undefined }
}
