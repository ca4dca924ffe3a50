import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '../../../../sdk/words.ts'
import { useOrg } from '../../session/use-org.ts'
import { shortAddress } from '../../text/defang.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { type Batch, type BatchRow, rowsOf } from './batch.ts'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'Running' },
  { value: 'review', label: 'For review' },
] as const
const SORTS = [
  { value: 'position', label: 'As submitted' },
  { value: 'risk', label: 'Risk, highest first' },
] as const

/** Every profile, in the order of submission unless somebody wants the worst first. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { orgId } = useOrg()
  const navigate = useNavigate({ from: '/o/$orgId/batches/$batchId' })
  const { show = 'all', sort = 'position' } = useSearch({ from: '/o/$orgId/batches/$batchId' })
  const change = (next: { show?: string; sort?: string }) =>
    void navigate({ search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  const rows = rowsOf(batch)
    .filter((row) => isShown(row, show))
    .sort((a, b) => (sort === 'risk' ? (b.risk_score ?? -1) - (a.risk_score ?? -1) : a.position - b.position))
  return (
    <Card
      title="Profiles"
      flush
      actions={
        <>
          <Select
            label="Show"
            hideLabel
            options={SHOWN}
            value={SHOWN.find((each) => each.value === show)?.value ?? 'all'}
            onChange={(value) => change({ show: value })}
          />
          <Select
            label="Sort"
            hideLabel
            options={SORTS}
            value={sort === 'risk' ? 'risk' : 'position'}
            onChange={(value) => change({ sort: value })}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty title="None of them">No profile of this batch is of that kind.</Empty>
      ) : (
        <DataTable
          label="Profiles of this batch"
          isStacked
          rows={rows}
          rowId={(row) => row.scan_id}
          columns={[
            { id: 'position', header: '#', isNumeric: true, isMinor: true, cell: (row) => row.position },
            {
              id: 'profile',
              header: 'Profile',
              isHeader: true,
              cell: (row) => (
                <Link
                  to="/o/$orgId/scans/$scanId"
                  params={{ orgId, scanId: row.scan_id }}
                  className="inline-flex min-h-6 max-w-full items-center"
                >
                  <bdi className="font-mono text-xs [overflow-wrap:anywhere]">{shortAddress(row.url)}</bdi>
                </Link>
              ),
            },
            { id: 'status', header: 'Status', cell: (row) => STATUS_WORDS[row.status] ?? words(row.status) },
            {
              id: 'recommendation',
              header: 'Recommendation',
              cell: (row) => <Verdict value={row.recommendation} state={row.profile_state} />,
            },
            { id: 'risk', header: 'Risk', isNumeric: true, cell: (row) => row.risk_score ?? '—' },
          ]}
        />
      )}
    </Card>
  )
}

const STATUS_WORDS: Record<string, string> = {
  processing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
}

function isShown(row: BatchRow, show: string): boolean {
  if (show === 'review') return row.recommendation !== null && row.recommendation !== 'no_flags'
  return show === 'failed' || show === 'processing' ? row.status === show : true
}
