import { useQuery } from '@tanstack/react-query'
import { pollWhile, usePaused } from '../../api/polling.ts'
import {
  apiKeysQuery,
  reviewQueueQuery,
  scansQuery,
  settingsQuery,
  statsQuery,
  usageQuery,
} from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InFlight } from './in-flight.tsx'
import { MentionsCard } from './mentions-card.tsx'
import { NeedsReview } from './needs-review.tsx'
import { NoticesCard } from './notices-card.tsx'
import { ScanBox } from './scan-box.tsx'
import { ScansPerDay } from './scans-per-day.tsx'
import { TodayCard } from './today-card.tsx'
import { WebhookHealth } from './webhook-health.tsx'

const POLL = { limit: 20 }

/** What needs me now, and is the service well. Each part fails for itself. */
export function HomePage() {
  const { toscan, orgId } = useOrg()
  const [isPaused] = usePaused()
  const scans = useQuery({
    ...scansQuery(toscan, orgId, POLL),
    refetchInterval: pollWhile((list) => list.scans.some((scan) => scan.status === 'processing'), isPaused),
  })
  const stats = useQuery({ ...statsQuery(toscan, orgId), staleTime: 30_000 })
  const waiting = useQuery({
    ...reviewQueueQuery(toscan, orgId, { limit: 1 }),
    refetchInterval: isPaused ? false : 30_000,
  })
  const usage = useQuery(usageQuery(toscan, orgId))
  const isNew = scans.data?.scans.length === 0
  const keys = useQuery({ ...apiKeysQuery(toscan, orgId), enabled: isNew })
  const settings = useQuery({ ...settingsQuery(toscan, orgId), enabled: isNew })

  return (
    <>
      <PageHeader title="Home" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <ScanBox />
        <TodayCard usage={usage} />
      </div>
      {isNew ? (
        <FirstSteps
          hasKey={(keys.data?.api_keys.length ?? 0) > 0}
          hasCallback={Boolean(settings.data?.default_callback_url)}
        />
      ) : (
        <>
          <QueryView query={scans} what="The running scans" rows={3}>
            {(list) => (
              <InFlight scans={list.scans} updatedAt={scans.dataUpdatedAt} hasFailed={scans.isError} />
            )}
          </QueryView>
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
            <div className="flex min-w-0 flex-col gap-5">
              <NoticesCard />
              <QueryView query={stats} what="The figures" rows={8}>
                {(found) => <ScansPerDay days={found.days} />}
              </QueryView>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <QueryView query={waiting} what="The review queue" rows={4}>
                {({ counts }) => <NeedsReview counts={counts} />}
              </QueryView>
              <MentionsCard />
              {stats.data && <WebhookHealth webhooks={stats.data.webhooks} />}
            </div>
          </div>
        </>
      )}
    </>
  )
}
