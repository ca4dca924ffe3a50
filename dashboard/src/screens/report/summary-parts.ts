/** A summary cut at its references: `… [E1, E3].` becomes text, E1, E3, text. */
export type SummaryPart = { text: string } | { ref: string }

export function summaryParts(summary: string): SummaryPart[] {
  return summary.split(/\[(E\d+(?:, E\d+)*)\]/).flatMap<SummaryPart>((part, index) => {
    if (index % 2 === 1) return part.split(', ').map((ref) => ({ ref }))
    return part === '' ? [] : [{ text: part }]
  })
}
