/** A passage of a text, in UTF-16 units of the original. */
export interface Passage {
  start: number
  end: number
}

const SENTENCE_END = /[.!?\n。！？]/u
/** Passages this near to one another are one speech, in UTF-16 units. */
const ONE_SPEECH = 200

/**
 * The text with the sentences around these passages blanked out, at the same length. What a page says to its reviewer must
 * not excuse what it says beside that: read without those words, an offer is what it was.
 */
export function withoutPassages(text: string, passages: readonly Passage[]): string {
  let rest = text
  for (const { start, end } of speeches(passages)) {
    const from = lastEnd(text, start)
    const to = nextEnd(text, end)
    rest = `${rest.slice(0, from)}${' '.repeat(to - from)}${rest.slice(to)}`
  }
  return rest
}

function speeches(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = []
  for (const { start, end } of passages.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start - last.end <= ONE_SPEECH) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

function lastEnd(text: string, before: number): number {
  let at = before
  while (at > 0 && !SENTENCE_END.test(text[at - 1] ?? '')) at--
  return at
}

function nextEnd(text: string, after: number): number {
  let at = after
  while (at < text.length && !SENTENCE_END.test(text[at] ?? '')) at++
  return at
}
