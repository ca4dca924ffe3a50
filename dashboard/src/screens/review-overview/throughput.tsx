import type { Open } from '../../../../sdk/client.ts'
import type { ReviewStats } from '../../../../sdk/contract.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'

/** How much was decided, and by whom. */
export function Throughput({
  days,
  reviewers,
}: {
  days: Open<ReviewStats>['days']
  reviewers: Open<ReviewStats>['reviewers']
}) {
  const inAll = days.reduce((sum, { decided }) => sum + decided, 0)
  const today = days.at(-1)?.decided ?? 0
  const best = days.reduce((most, each) => (each.decided > most.decided ? each : most), {
    day: '',
    decided: 0,
  })
  return (
    <Card title="Decisions" flush>
      <p className="px-4 pb-2 text-muted">
        {inAll === 0
          ? `None in ${days.length} days.`
          : `${inAll.toLocaleString('en')} in ${days.length} days, ${(inAll / Math.max(1, days.length)).toFixed(1)} a day; ${today.toLocaleString('en')} today; most on ${best.day}: ${best.decided.toLocaleString('en')}.`}{' '}
        Days are UTC.
      </p>
      {reviewers.length > 0 && (
        <DataTable
          label="Decisions by person"
          isStacked
          rows={reviewers}
          rowId={(row) => `${row.user_id} ${row.email}`}
          columns={[
            { id: 'who', header: 'Person', isHeader: true, cell: (row) => row.email },
            { id: 'cleared', header: 'Cleared', isNumeric: true, cell: (row) => row.cleared },
            { id: 'escalated', header: 'Escalated', isNumeric: true, cell: (row) => row.escalated },
            { id: 'false', header: 'False alarm', isNumeric: true, cell: (row) => row.false_alarm },
            { id: 'second', header: 'Second', isNumeric: true, cell: (row) => row.second },
          ]}
        />
      )}
    </Card>
  )
}
