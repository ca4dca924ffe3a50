import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../../../sdk/client.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { batchQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { BatchActions } from './batch-actions.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { BatchRows } from './batch-rows.tsx'
import { LeftOver } from './left-over.tsx'

/** Many profiles that were submitted together. */
export function BatchPage() {
  const { batchId } = useParams({ from: '/o/$orgId/batches/$batchId' })
  const { toscan, orgId, name } = useOrg()
  const [isPaused] = usePaused()
  const query = useQuery({
    ...batchQuery(toscan, orgId, batchId),
    refetchInterval: pollWhile((batch) => batch.status === 'processing', isPaused),
  })
  const { data: batch } = query
  if (query.error instanceof NotFound)
    return (
      <>
        <PageHeader title="No such batch" lead={`There is no batch of this id in ${name}.`} />
        <div>
          <LinkButton to="/o/$orgId/batches" params={{ orgId }}>
            All batches
          </LinkButton>
        </div>
      </>
    )
  return (
    <>
      <PageHeader
        title={`Batch ${batchId.slice(0, 8)}`}
        lead={
          batch && (
            <>
              {batch.scan_mode === 'quick' ? 'Quick' : 'Deep'} · {batch.total_profiles} profiles · submitted{' '}
              <Moment at={batch.submitted_at} />
            </>
          )
        }
        actions={batch && <BatchActions batch={batch} />}
      />
      <LeftOver batchId={batchId} />
      <QueryView query={query} what="The batch" rows={8}>
        {(found) => (
          <>
            <BatchProgress batch={found} />
            <BatchRows batch={found} />
          </>
        )}
      </QueryView>
    </>
  )
}
