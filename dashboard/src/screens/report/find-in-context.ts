export interface Context {
  before: string
  quote: string
  after: string
}

const AROUND = 240

/** The quote in its surroundings; blanks count as one, capitals do not matter. Null where it does not stand as it is. */
export function findInContext(text: string, quote: string): Context | null {
  const wanted = quote.trim().split(/\s+/).map(literally).join('\\s+')
  if (wanted === '') return null
  const found = new RegExp(wanted, 'iu').exec(text)
  if (!found) return null
  const end = found.index + found[0].length
  const before = text.slice(Math.max(0, found.index - AROUND), found.index)
  const after = text.slice(end, end + AROUND)
  return {
    before: (found.index > AROUND ? '…' : '') + tidy(before),
    quote: tidy(found[0]),
    after: tidy(after) + (end + AROUND < text.length ? '…' : ''),
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

function tidy(text: string): string {
  return text.replace(/[ \t]+/g, ' ').replace(/\s*\n\s*/g, '\n')
}
