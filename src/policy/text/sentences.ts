import type { Span } from './text-views.ts'

/** A point before a digit stands in a number. */
const SENTENCE_END = /[!?。！？\n]|\.(?!\d)/gu

/** The sentence that a span stands in, or the sentences that it runs over, in units of the text. */
export function sentenceAround(text: string, { start, end }: Span): Span {
  return { start: lastEnd(text, start), end: nextEnd(text, end) }
}

function lastEnd(text: string, before: number): number {
  let last = 0
  for (const match of text.slice(0, before).matchAll(SENTENCE_END)) last = match.index + 1
  return last
}

function nextEnd(text: string, from: number): number {
  SENTENCE_END.lastIndex = from
  const match = SENTENCE_END.exec(text)
  SENTENCE_END.lastIndex = 0
  return match ? match.index : text.length
}
