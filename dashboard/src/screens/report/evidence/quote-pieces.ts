import type { Quote } from '../scan.ts'

/** The words of a quote, cut where a hit begins or ends; several rules may have hit one sentence. Older quotes are the hit. */
export function quotePieces(quotes: readonly Quote[]): { text: string; isHit: boolean }[] {
  const { quote = '', cut } = quotes[0] ?? {}
  const hits = quotes.map(({ hit = { start: 0, length: quote.length } }) => hit)
  const edges = hits.flatMap(({ start, length }) => [start, start + length])
  const cuts = [0, ...edges, quote.length].sort((a, b) => a - b)
  const pieces = cuts.slice(1).map((end, index) => {
    const from = cuts[index] ?? 0
    return {
      text: quote.slice(from, end),
      isHit: hits.some(({ start, length }) => start <= from && from < start + length),
    }
  })
  const more = (is: boolean | undefined) => ({ text: is ? ' … ' : '', isHit: false })
  return [more(cut?.before), ...pieces, more(cut?.after)].filter(({ text }) => text !== '')
}
