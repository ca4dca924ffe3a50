/** A summary cut at its references: `… [E1, E3].` becomes text, E1, E3 with its full stop, text. What follows a reference without a blank stays with it. */
export type SummaryPart = { text: string } | { ref: string; tail?: string }

export function summaryParts(summary: string): SummaryPart[] {
  return summary.split(/\[(E\d+(?:, E\d+)*)\]([.,;:!?)]*)/).flatMap<SummaryPart>((part, index, all) => {
    if (index % 3 === 2) return []
    if (index % 3 === 0) return part === '' ? [] : [{ text: part }]
    const refs = part.split(', ')
    const tail = all[index + 1]
    return refs.map((ref, at) => (tail && at === refs.length - 1 ? { ref, tail } : { ref }))
  })
}
