import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { scanQuery } from '../../api/queries.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Moment } from '../../ui/moment.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FinishedScan } from '../report/finished-scan.tsx'
import { isMinorSafety, type Scan } from '../report/scan.ts'
import { RevealProvider } from '../report/subject/reveal.tsx'
import type { Case } from './use-cases.ts'

/** The report of the case in hand, with what decides on it beside it. */
export function CaseView({
  current,
  heading,
  decision,
}: {
  current: Case
  heading: Ref<HTMLHeadingElement>
  decision(scan: Scan): ReactNode
}) {
  const { toscan, orgId } = useOrg()
  const query = useQuery(scanQuery(toscan, orgId, current.scan_id))
  return (
    <>
      <header className="-mb-2 min-w-0">
        <h2
          ref={heading}
          tabIndex={-1}
          className="line-clamp-1 text-lg leading-6 font-semibold [overflow-wrap:anywhere]"
        >
          {showPlainly(accountName(current.profile_url))}
        </h2>
        <p className="text-xs text-muted">
          Scanned <Moment at={current.ready_at} ago />
          {current.assigned_to && ` · assigned to ${current.assigned_to.email}`} ·{' '}
          <Link to={scanAddress(orgId, current.scan_id)} className="inline-flex min-h-6 items-center">
            Report on its own page
          </Link>
        </p>
      </header>
      <QueryView query={query} what="The report" rows={8}>
        {(scan) => (
          <RevealProvider isMinorSafety={isMinorSafety(scan.triage_report)}>
            <FinishedScan scan={scan} queue={{ decision: decision(scan), isBlind: current.second }} />
          </RevealProvider>
        )}
      </QueryView>
    </>
  )
}
