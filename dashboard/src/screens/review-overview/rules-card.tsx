import type { Open } from '../../../../sdk/client.ts'
import type { ReviewStats } from '../../../../sdk/contract.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { shareWords } from './share-words.ts'

/** Which rules speak where people see nothing. */
export function RulesCard({ rules }: { rules: Open<ReviewStats>['rules'] }) {
  return (
    <Card title="False alarms by rule" flush>
      <p className="px-4 pb-2 text-muted">
        Of decided scans on which a rule spoke: those called a false alarm, or whose finding was called wrong.
        What was only cleared is not counted.{rules.length === 0 && ' There are none yet.'}
      </p>
      {rules.length > 0 && (
        <DataTable
          label="False alarms by rule"
          isStacked
          rows={rules}
          rowId={(row) => row.rule}
          columns={[
            {
              id: 'rule',
              header: 'Rule',
              isHeader: true,
              cell: (row) => <code className="[overflow-wrap:anywhere]">{row.rule}</code>,
            },
            { id: 'judged', header: 'Judged', isNumeric: true, cell: (row) => row.judged },
            {
              id: 'false',
              header: 'False alarms',
              isNumeric: true,
              cell: (row) => shareWords(row.false_alarms, row.judged),
            },
          ]}
        />
      )}
    </Card>
  )
}
