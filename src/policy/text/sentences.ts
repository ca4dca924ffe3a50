import type { Span } from './text-views.ts'

const NEWLINE = 0x0a
const FULL_STOP_UNIT = 0x2e
const STOPS = new Set(Array.from('!?。！？', (sign) => sign.charCodeAt(0)))
const DIGIT = /\d/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

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
  const from = startAfter(text, start, (at) => !LETTER_OR_DIGIT.test(signAt(text, at)))
  FULL_STOP.lastIndex = end
  const stop = FULL_STOP.exec(text)
  FULL_STOP.lastIndex = 0
  return { start: from, end: stop ? stop.index : text.length }
}

/** The line that a span stands in, or the lines that it runs over. */
export function lineAround(text: string, { start, end }: Span): Span {
  const known = lastLine
  if (text === known.text && start > known.start && start <= known.end && end <= known.end)
    return { start: known.start, end: known.end }
  const next = text.indexOf('\n', end)
  const line = {
    start: text.lastIndexOf('\n', Math.max(0, start - 1)) + 1,
    end: next < 0 ? text.length : next,
  }
  if (!text.slice(start, end).includes('\n')) lastLine = { text, ...line }
  return line
}

/** What was asked for last: many rules ask about one place, and a line of a page may be as long as the page. */
let lastLine = { text: '', start: 0, end: 0 }

/** What is longer is a page: a bio, a post or a caption never is. UTF-16 units. */
export const LONGEST_PROFILE = 800

/** UTF-16 units: a heading, a button, an entry of a list. */
const SHORT_LINE = 60

/**
 * What belongs together on a page with a span of it: its line, and where that is short the short lines before and behind it. Lines of a page
 * are elements of it, and most that stand under one another have nothing to do with each other.
 */
export function blockAround(text: string, span: Span): Span {
  const line = lineAround(text, span)
  if (!isShort(line)) return line
  const before = line.start === 0 ? line : lineAround(text, { start: line.start - 1, end: line.start - 1 })
  const next = line.end === text.length ? line : lineAround(text, { start: line.end + 1, end: line.end + 1 })
  return { start: isShort(before) ? before.start : line.start, end: isShort(next) ? next.end : line.end }
}

function isShort({ start, end }: Span): boolean {
  return end - start <= SHORT_LINE
}

function lastEnd(text: string, before: number): number {
  return startAfter(text, before, (at) => !DIGIT.test(text[at] ?? ''), NEWLINE)
}

/** Where what stands before `before` ended last, walking back: a text is long, and what a word stands in is not. */
function startAfter(text: string, before: number, endsAt: (next: number) => boolean, further = -1): number {
  for (let at = before - 1; at >= 0; at--) {
    const unit = text.charCodeAt(at)
    if (STOPS.has(unit) || unit === further) return at + 1
    if (unit === FULL_STOP_UNIT && (at + 1 === before || endsAt(at + 1))) return at + 1
  }
  return 0
}

function signAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function nextEnd(text: string, from: number): number {
  SENTENCE_END.lastIndex = from
  const match = SENTENCE_END.exec(text)
  SENTENCE_END.lastIndex = 0
  return match ? match.index : text.length
}
