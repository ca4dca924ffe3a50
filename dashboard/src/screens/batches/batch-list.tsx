import { Link } from '@tanstack/react-router'
import { usePaused } from '../../api/polling.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Moment } from '../../ui/moment.tsx'
import { type BatchRow, progressText } from './live-batches.ts'
import { useLiveBatches } from './use-batches.ts'

export function BatchList({
  loaded,
  hasMore,
  isLoadingMore,
  onMore,
}: {
  loaded: readonly BatchRow[]
  hasMore: boolean
  isLoadingMore: boolean
  onMore(): void
}) {
  const { rows, newCount, showNew } = useLiveBatches(loaded)
  const [isPaused, setPaused] = usePaused()
  const isLive = rows.some(({ status }) => status === 'processing')
  return (
    <Card
      title="All batches"
      flush
      actions={
        <>
          {newCount > 0 && (
            <Button size="small" variant="primary" onPress={showNew}>
              {newCount === 1 ? '1 new batch' : `${newCount} new batches`}
            </Button>
          )}
          {(isLive || isPaused) && (
            <Button size="small" icon={isPaused ? 'play' : 'pause'} onPress={() => setPaused(!isPaused)}>
              {isPaused ? 'Resume updates' : 'Pause updates'}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label="Batches"
        isStacked
        rows={rows}
        rowId={(batch) => batch.batch_id}
        columns={[
          {
            id: 'batch',
            header: 'Batch',
            isHeader: true,
            cell: (batch) => <BatchLink batchId={batch.batch_id} />,
          },
          {
            id: 'progress',
            header: 'Profiles',
            cell: (batch) => (
              <div className="min-w-28">
                <progress
                  aria-label={`Profiles of ${batch.batch_id.slice(0, 8)} that have ended`}
                  max={batch.total_profiles}
                  value={batch.completed + batch.failed}
                  className="progress"
                />
                <span className={`text-xs tabular-nums ${batch.failed > 0 ? 'text-high' : 'text-muted'}`}>
                  {progressText(batch)}
                </span>
              </div>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            cell: (batch) =>
              batch.status === 'processing' ? <span className="text-accent">Running</span> : 'Finished',
          },
          {
            id: 'mode',
            header: 'Mode',
            isMinor: true,
            cell: (batch) => (batch.scan_mode === 'quick' ? 'Quick' : 'Deep'),
          },
          {
            id: 'submitted',
            header: 'Submitted',
            cell: (batch) => <Moment at={batch.submitted_at} ago />,
          },
          {
            id: 'finished',
            header: 'Finished',
            isMinor: true,
            cell: (batch) => <Moment at={batch.completed_at} />,
          },
        ]}
      />
      <LoadMore count={rows.length} hasMore={hasMore} isLoading={isLoadingMore} onMore={onMore} />
    </Card>
  )
}

function BatchLink({ batchId }: { batchId: string }) {
  const { orgId } = useOrg()
  return (
    <Link
      to="/o/$orgId/batches/$batchId"
      params={{ orgId, batchId }}
      title={batchId}
      className="inline-flex min-h-6 items-center font-mono text-xs"
    >
      {batchId.slice(0, 8)}
    </Link>
  )
}
