export interface Context {
  before: string
  quote: string
  after: string
}

const AROUND = 240

/**
 * The quote in its surroundings; blanks count as one, capitals do not matter. Where the sentence does not stand as it is, its hit alone is
 * looked for. Null where that does not either.
 * @param hit the place in the quote of what is to be marked; all of it where it is not given
 */
export function findInContext(
  text: string,
  quote: string,
  hit: { start: number; length: number } = { start: 0, length: quote.length },
): Context | null {
  const behind = hit.start + hit.length
  const words = quote.slice(hit.start, behind)
  if (words.trim() === '') return null
  const parts = [quote.slice(0, hit.start), words, quote.slice(behind)]
  const [left = '', wanted, right = ''] = hit.length < quote.length ? parts : ['', words.trim()]
  const found = new RegExp(
    `(${literally(left)})(${literally(wanted ?? '')})(${literally(right)})`,
    'iu',
  ).exec(text)
  if (!found) return left + right === '' ? null : findInContext(text, words)
  const [all, first = '', marked = '', last = ''] = found
  const end = found.index + all.length
  return {
    before:
      (found.index > AROUND ? '…' : '') +
      tidy(text.slice(Math.max(0, found.index - AROUND), found.index) + first),
    quote: tidy(marked),
    after: tidy(last + text.slice(end, end + AROUND)) + (end + AROUND < text.length ? '…' : ''),
  }
}

function literally(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('\\s+')
}

function tidy(text: string): string {
  return text.replace(/[ \t]+/g, ' ').replace(/\s*\n\s*/g, '\n')
}
