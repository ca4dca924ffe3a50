import type { Span } from './text-views.ts'

/** A point before a digit stands in a number. */
const SENTENCE_END = /[!?。！？\n]|\.(?!\d)/gu

/**
 * The sentence that a span stands in, or the sentences that it runs over, in units of the text. A pattern may begin with the line break or the
 * point before its first word: its sentence is that of the word.
 */
export function sentenceAround(text: string, { start, end }: Span): Span {
  const toWord = Math.max(0, text.slice(start, end).search(/[\p{L}\p{N}]/u))
  return { start: lastEnd(text, start + toWord), end: nextEnd(text, end) }
}

/** A point before a digit stands in a number, one in the middle of a word in an address. */
const FULL_STOP = /[!?。！？]|\.(?![\p{L}\p{N}])/gu

/** Like the sentence, but a line break alone ends none: profiles break their lines where they are full. */
export function statementAround(text: string, { start, end }: Span): Span {
  let from = 0
  for (const match of text.slice(0, start).matchAll(FULL_STOP)) from = match.index + 1
  FULL_STOP.lastIndex = end
  const stop = FULL_STOP.exec(text)
  FULL_STOP.lastIndex = 0
  return { start: from, end: stop ? stop.index : text.length }
}

/** The line that a span stands in, or the lines that it runs over. */
export function lineAround(text: string, { start, end }: Span): Span {
  const next = text.indexOf('\n', end)
  return { start: text.lastIndexOf('\n', Math.max(0, start - 1)) + 1, end: next < 0 ? text.length : next }
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
