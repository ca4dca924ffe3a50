import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { Criterion } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { criteriaQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { stateWords } from './state-words.ts'

export function OwnCriteriaCard() {
  const { toscan, orgId } = useOrg()
  const criteria = useQuery(criteriaQuery(toscan, orgId))
  return (
    <Card title="Own criteria" flush>
      <QueryView query={criteria} what="The criteria" rows={2}>
        {(list) =>
          list.criteria.length === 0 ? (
            <Empty title="No criteria of your own yet">
              A criterion is a reason code that you write: phrases, words and domains that matter here and are
              in no policy pack. It is tried on stored scans before it counts.
            </Empty>
          ) : (
            <Rows criteria={list.criteria} orgId={orgId} />
          )
        }
      </QueryView>
    </Card>
  )
}

function Rows({ criteria, orgId }: { criteria: readonly Open<Criterion>[]; orgId: string }) {
  return (
    <DataTable
      label="Own criteria"
      isStacked
      rows={criteria}
      rowId={({ code }) => code}
      columns={[
        {
          id: 'name',
          header: 'Criterion',
          isHeader: true,
          cell: ({ code, definition }) => (
            <div className="max-w-80">
              <Link
                to="/o/$orgId/criteria/$code"
                params={{ orgId, code }}
                className="font-medium text-accent underline underline-offset-2"
              >
                {definition.name}
              </Link>
              <code className="block font-mono text-xs text-muted">{code}</code>
            </div>
          ),
        },
        { id: 'family', header: 'Family', isMinor: true, cell: ({ definition }) => words(definition.family) },
        { id: 'severity', header: 'Severity', cell: ({ definition }) => words(definition.severity) },
        { id: 'state', header: 'State', cell: (criterion) => stateWords(criterion) },
        {
          id: 'changed',
          header: 'Last change',
          isMinor: true,
          cell: ({ version, version_at, version_by_email }) => (
            <>
              Version {version}, <Moment at={version_at} /> by {version_by_email}
            </>
          ),
        },
      ]}
    />
  )
}
