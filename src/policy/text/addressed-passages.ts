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
  return speechesIn(text, passages).reduce(
    (rest, { start, end }) => `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`,
    text,
  )
}

/** These passages with the sentences around them, near ones as one, first to last and apart. */
export function speechesIn(text: string, passages: readonly Passage[]): Passage[] {
  const whole = joined(passages).map(({ start, end }) => ({
    start: lastEnd(text, start),
    end: nextEnd(text, end),
  }))
  // Two that stood apart may end in one sentence.
  return joined(whole, 0)
}

function joined(passages: readonly Passage[], reach = ONE_SPEECH): Passage[] {
  const speeches: Passage[] = []
  for (const { start, end } of passages.toSorted((a, b) => a.start - b.start)) {
    const last = speeches.at(-1)
    if (last && start - last.end <= reach) last.end = Math.max(last.end, end)
    else speeches.push({ start, end })
  }
  return speeches
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
