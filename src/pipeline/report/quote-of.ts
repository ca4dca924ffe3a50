import type { Evidence } from '../../evidence/evidence.ts'
import type { Finding } from '../../policy/finding.ts'

/** Words to be shown: a part of the stored text, to the letter. */
export interface Quote {
  quote: string
  /** Where the hit stands in the quote, in UTF-16 units. Absent where the quote is all there is to show. */
  hit?: { start: number; length: number }
  /** Whether the sentence goes on before or behind the quote. */
  cut?: { before: boolean; after: boolean }
}

/** Longer sentences are cut at a word. */
const MAX_QUOTE = 240
const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' })

/**
 * The sentence or line that a hit stands in, or those that it runs over, with its place in it: three words of a rule tell a
 * reader nothing. Addresses and facts are shown as they are.
 * @param isMasked the scan holds a minor-safety finding: nothing is shown of any text but the masked hit
 */
export function quoteOf(
  { quote, textIndex, start, end }: Finding,
  cited: Evidence | undefined,
  isMasked: boolean,
): Quote {
  const text = cited?.texts[textIndex]?.text
  if (isMasked || text === undefined || quote === '' || text.slice(start, end) !== quote) return { quote }
  const sentence = sentenceOf(text, start, end)
  const shown = shorten(text, sentence, { start, end })
  return {
    quote: text.slice(shown.start, shown.end),
    hit: { start: start - shown.start, length: end - start },
    ...((shown.start > sentence.start || shown.end < sentence.end) && {
      cut: { before: shown.start > sentence.start, after: shown.end < sentence.end },
    }),
  }
}

interface Span {
  start: number
  end: number
}

/** Without the blanks around it. What lies beyond twice a quote's length is not looked at: it would be cut anyhow. */
function sentenceOf(text: string, start: number, end: number): Span {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const from = Math.max(start === 0 ? 0 : lineStart, start - 2 * MAX_QUOTE)
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + 2 * MAX_QUOTE)
  const spans = [...SENTENCES.segment(text.slice(from, to))]
    .map(({ index, segment }) => ({ start: from + index, end: from + index + segment.length }))
    .filter((each) => each.start < end && start < each.end)
  const [first, last] = [spans.at(0)?.start ?? start, spans.at(-1)?.end ?? end]
  return {
    start: Math.min(start, first + leadingBlanks(text.slice(first, start))),
    end: Math.max(end, last - trailingBlanks(text.slice(end, last))),
  }
}

function leadingBlanks(text: string): number {
  return text.length - text.trimStart().length
}

function trailingBlanks(text: string): number {
  return text.length - text.trimEnd().length
}

/** As much of the sentence as may be shown, the hit in its middle where both sides are long, and whole words at both ends. */
function shorten(text: string, sentence: Span, hit: Span): Span {
  if (sentence.end - sentence.start <= MAX_QUOTE) return sentence
  const room = MAX_QUOTE - (hit.end - hit.start)
  if (room <= 0) return hit
  const [before, after] = [hit.start - sentence.start, sentence.end - hit.end]
  const left = Math.min(before, Math.max(room - after, Math.floor(room / 2)))
  return {
    start: hit.start - wholeWordsBefore(text.slice(sentence.start, hit.start), left),
    end: hit.end + wholeWordsBehind(text.slice(hit.end, sentence.end), Math.min(after, room - left)),
  }
}

/** How much of the end of `text`, at most `room`, from the beginning of a word; of a script without blanks, from a whole letter. */
function wholeWordsBefore(text: string, room: number): number {
  if (text.length <= room) return text.length
  const from = text.length - room
  const word = text.slice(from - 1).search(/(?<=\s)(?:\S|$)/u)
  return word > 0 ? room + 1 - word : room - Number(/^[\uDC00-\uDFFF]/.test(text.slice(from)))
}

/** How much of its beginning, to the end of a word. */
function wholeWordsBehind(text: string, room: number): number {
  if (text.length <= room) return text.length
  const beginning = text.slice(0, room)
  if (/^\s/.test(text.slice(room))) return beginning.trimEnd().length
  const blank = beginning.search(/\s+\S*$/)
  return blank >= 0 ? blank : room - Number(/[\uD800-\uDBFF]$/.test(beginning))
}
