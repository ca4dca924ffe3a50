import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { BatchList } from './batch-list.tsx'
import { useBatches } from './use-batches.ts'

/** Everything that was submitted together, newest first. */
export function BatchesPage() {
  const { orgId } = useOrg()
  const { loaded, error, refetch, ...list } = useBatches()
  return (
    <>
      <PageHeader
        title="Batches"
        lead="Profiles that were submitted together."
        actions={
          <LinkButton variant="primary" icon="plus" to="/o/$orgId/scan" params={{ orgId }}>
            New batch
          </LinkButton>
        }
      />
      <HistoryTabs />
      {error && <Failure what="The batches could not be loaded" error={error} onRetry={refetch} />}
      {!loaded && !error && <Loading label="The batches: loading" rows={8} />}
      {loaded?.length === 0 && !error && (
        <Empty
          title="No batches yet"
          action={
            <LinkButton to="/o/$orgId/scan" params={{ orgId }}>
              Scan many profiles
            </LinkButton>
          }
        >
          Two or more addresses that are submitted at once are a batch, and stay together here.
        </Empty>
      )}
      {loaded && loaded.length > 0 && <BatchList loaded={loaded} {...list} />}
    </>
  )
}
