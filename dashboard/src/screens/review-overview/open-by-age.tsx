import type { Open } from '../../../../sdk/client.ts'
import type { ReviewStats } from '../../../../sdk/contract.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { knownRecommendation } from '../history/history-filter.ts'

const SPANS = [
  { id: 'hour', header: 'Under an hour' },
  { id: 'day', header: 'Under a day' },
  { id: 'three_days', header: 'Under 3 days' },
  { id: 'week', header: 'Under a week' },
  { id: 'older', header: 'Longer' },
] as const
const GRAVEST_FIRST = ['review_high', 'review_medium', 'review_low']

/** What nobody has decided, by how long it waits. */
export function OpenByAge({ open }: { open: Open<ReviewStats>['open'] }) {
  const rows = open.toSorted(
    (a, b) => GRAVEST_FIRST.indexOf(a.recommendation) - GRAVEST_FIRST.indexOf(b.recommendation),
  )
  return (
    <Card title="Waiting, by age" flush>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-muted">Nothing waits for a decision.</p>
      ) : (
        <DataTable
          label="Waiting, by age"
          isStacked
          rows={rows}
          rowId={(row) => row.recommendation}
          columns={[
            {
              id: 'level',
              header: 'Recommendation',
              isHeader: true,
              cell: (row) => <Verdict value={knownRecommendation(row.recommendation)} />,
            },
            ...SPANS.map(({ id, header }) => ({
              id,
              header,
              isNumeric: true,
              cell: (row: (typeof rows)[number]) => row[id].toLocaleString('en'),
            })),
          ]}
        />
      )}
    </Card>
  )
}
