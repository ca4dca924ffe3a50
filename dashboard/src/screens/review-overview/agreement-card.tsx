import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { ReviewStats } from '../../../../sdk/contract.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { decisionWord } from '../report/review/decisions.ts'
import { shareWords } from './share-words.ts'

/** How often a second person, who did not see the first decision, decided alike; and where not. */
export function AgreementCard({ agreement }: { agreement: Open<ReviewStats>['agreement'] }) {
  const { orgId } = useOrg()
  const { both, agreed, codes, disagreements } = agreement
  return (
    <Card title="Agreement" flush>
      <p className="px-4 pb-2 text-muted">
        {both === 0
          ? 'Nothing was decided twice. How much is, stands in the settings.'
          : `${shareWords(agreed, both)} of ${both.toLocaleString('en')} that two people decided on.`}
      </p>
      {codes.length > 0 && (
        <DataTable
          label="Agreement by reason code"
          isStacked
          rows={codes}
          rowId={(row) => row.code}
          columns={[
            { id: 'code', header: 'Reason code', isHeader: true, cell: (row) => <code>{row.code}</code> },
            { id: 'both', header: 'Decided twice', isNumeric: true, cell: (row) => row.both },
            {
              id: 'agreed',
              header: 'Alike',
              isNumeric: true,
              cell: (row) => shareWords(row.agreed, row.both),
            },
          ]}
        />
      )}
      {disagreements.length > 0 && (
        <DataTable
          label="Decided differently"
          isStacked
          rows={disagreements}
          rowId={(row) => row.scan_id}
          columns={[
            {
              id: 'scan',
              header: 'Decided differently',
              isHeader: true,
              cell: (row) => (
                <Link to={scanAddress(orgId, row.scan_id)} className="inline-flex min-h-6 items-center">
                  {showPlainly(accountName(row.profile_url))}
                </Link>
              ),
            },
            { id: 'first', header: 'First', cell: (row) => decisionWord(row.first) },
            { id: 'second', header: 'Second', cell: (row) => decisionWord(row.second) },
          ]}
        />
      )}
    </Card>
  )
}
