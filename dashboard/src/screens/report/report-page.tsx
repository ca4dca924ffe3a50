import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../../../sdk/client.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { scanQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FailedScan } from './failed-scan.tsx'
import { FinishedScan } from './finished-scan.tsx'
import { ListPosition } from './list-position.tsx'
import { NoSuchScan } from './no-such-scan.tsx'
import { RunningScan } from './running/running-scan.tsx'
import { isMinorSafety } from './scan.ts'
import { ScanActions } from './scan-actions.tsx'
import { RevealProvider } from './subject/reveal.tsx'
import { ScanSubject } from './subject/scan-subject.tsx'

/** One profile, from the moment it is submitted to the decision about it, at one address. */
export function ReportPage() {
  const { scanId } = useParams({ from: '/o/$orgId/scans/$scanId' })
  const { toscan, orgId } = useOrg()
  const [isPaused] = usePaused()
  const query = useQuery({
    ...scanQuery(toscan, orgId, scanId),
    refetchInterval: pollWhile((scan) => scan.status === 'processing', isPaused),
  })
  if (query.error instanceof NotFound) return <NoSuchScan scanId={scanId} />
  const { data: scan } = query
  const hasReport = Boolean(scan?.triage_report)
  return (
    <>
      <ListPosition scanId={scanId} />
      <PageHeader
        title={scan ? showPlainly(accountName(scan.url)) : 'Scan'}
        lead={scan && !hasReport && <ScanSubject scan={scan} />}
        actions={scan && <ScanActions key={scanId} scan={scan} />}
      />
      <p role="status" className="sr-only">
        {scan && `Scan ${scan.status}`}
      </p>
      <QueryView query={query} what="The scan" rows={8}>
        {(found) => {
          // By scan: what was typed or opened for one report must not stand in the next.
          if (found.status === 'processing') return <RunningScan key={scanId} scan={found} />
          if (found.status === 'failed') return <FailedScan key={scanId} scan={found} />
          return (
            <RevealProvider key={scanId} isMinorSafety={isMinorSafety(found.triage_report)}>
              <FinishedScan scan={found} />
            </RevealProvider>
          )
        }}
      </QueryView>
    </>
  )
}
