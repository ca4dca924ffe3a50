import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePaused } from '../../api/polling.ts'
import { reasonCodesQuery, reviewQueueQuery, reviewSettingsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { QueueCounts } from './queue-counts.tsx'
import { QueueFilterForm } from './queue-filter-form.tsx'
import { type QueueSearch, readQueueSearch, toQueueFilter } from './queue-search.ts'
import { Shift } from './shift.tsx'

const POLL_MS = 30_000

/** One case after the other, nobody else's while it is in hand. */
export function ReviewPage() {
  const { toscan, orgId, isAdmin } = useOrg()
  const navigate = useNavigate()
  const [isPaused] = usePaused()
  const { tab, ...search } = readQueueSearch(useSearch({ from: '/o/$orgId/review' }))
  const filter = toQueueFilter(search)
  const queue = useQuery({
    ...reviewQueueQuery(toscan, orgId, { ...filter, limit: 50 }),
    refetchInterval: isPaused ? false : POLL_MS,
  })
  const own = (queue.data?.cases ?? []).filter(({ claim }) => claim?.is_you).length
  const settings = useQuery(reviewSettingsQuery(toscan, orgId))
  const codes = useQuery(reasonCodesQuery(toscan, orgId))
  const show = (next: QueueSearch) =>
    void navigate({ to: '/o/$orgId/review', params: { orgId }, search: next, replace: true })
  return (
    <>
      <PageHeader
        title="Review"
        lead={
          queue.data ? (
            <>
              <QueueCounts queue={queue.data} search={search} />
              {queue.error && (
                <p role="status" className="text-xs">
                  Counted <Moment at={new Date(queue.dataUpdatedAt).toISOString()} />; it failed since and is
                  tried again.
                </p>
              )}
            </>
          ) : (
            <MissingPart query={queue} what="How many wait" />
          )
        }
        actions={
          isAdmin && (
            <LinkButton to="/o/$orgId/review/overview" params={{ orgId }}>
              Overview
            </LinkButton>
          )
        }
      />
      <QueueFilterForm search={search} codes={codes.data ?? []} onChange={show} />
      <MissingPart query={codes} what="The reason codes" />
      <QueryView query={settings} what="The settings of the review" rows={8}>
        {(found) => (
          <Shift key={JSON.stringify(search)} filter={filter} settings={found} ownElsewhere={own} />
        )}
      </QueryView>
    </>
  )
}
