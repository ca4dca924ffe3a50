import type { Open } from '../../../../sdk/client.ts'
import type { ReviewPrecision } from '../../../../sdk/contract.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'

const percent = (share: number) => `${Math.round(100 * share)} %`

/** How often people called findings right, of all verdicts that stand. */
export function PrecisionCard({ codes }: { codes: Open<ReviewPrecision>['codes'] }) {
  return (
    <Card title="Precision by reason code" flush>
      <p className="px-4 pb-2 text-muted">
        {codes.length === 0
          ? 'Nobody has called a finding right or wrong yet.'
          : 'Share of findings that people called right, and where it lies with 95 % certainty.'}
      </p>
      {codes.length > 0 && (
        <DataTable
          label="Precision by reason code"
          isStacked
          rows={codes}
          rowId={(row) => row.code}
          columns={[
            { id: 'code', header: 'Reason code', isHeader: true, cell: (row) => <code>{row.code}</code> },
            { id: 'right', header: 'Right', isNumeric: true, cell: (row) => row.accepted },
            { id: 'wrong', header: 'Wrong', isNumeric: true, cell: (row) => row.rejected },
            { id: 'precision', header: 'Precision', isNumeric: true, cell: (row) => percent(row.precision) },
            {
              id: 'range',
              header: 'Between',
              isNumeric: true,
              cell: (row) => `${percent(row.low)} and ${percent(row.high)}`,
            },
          ]}
        />
      )}
    </Card>
  )
}
