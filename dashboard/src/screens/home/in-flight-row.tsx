import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { ScanSummary } from '../../../../sdk/contract.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { scanQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { duration } from '../../text/times.ts'
import { stepWords } from '../../text/words.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { scanSteps } from '../report/scan-steps.ts'

const TYPICAL = { deep: '2 min', quick: '30 s' }

export function InFlightRow({ scan }: { scan: Open<ScanSummary> }) {
  const { toscan, orgId } = useOrg()
  const [isPaused] = usePaused()
  const now = useNow(1000, !isPaused)
  const { data } = useQuery({
    ...scanQuery(toscan, orgId, scan.scan_id),
    refetchInterval: pollWhile((found) => found.status === 'processing', isPaused),
  })
  const mode = scan.scan_mode === 'quick' ? 'quick' : 'deep'
  const since = duration(Math.max(0, now - Date.parse(data?.processing_started_at ?? scan.submitted_at)))
  const steps = data ? scanSteps(data).filter((step) => step.state !== 'not_part') : []
  const at = steps.find((step) => step.state === 'running')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-0 grow basis-48">
        <Link
          to="/o/$orgId/scans/$scanId"
          params={{ orgId, scanId: scan.scan_id }}
          className="inline-block min-h-6 font-medium"
        >
          <ForeignText>{accountName(scan.profile_url)}</ForeignText>
        </Link>{' '}
        <span className="text-xs text-muted">
          {hostOf(scan.profile_url)} · {mode === 'quick' ? 'Quick' : 'Deep'}
        </span>
      </span>
      <span className="flex items-center gap-2 text-[13px]">
        <span aria-hidden="true" className="flex gap-1">
          {steps.map(({ step, state }) => (
            <span
              key={step}
              className={`size-2 rounded-full ${state === 'done' ? 'bg-accent' : state === 'running' ? 'animate-pulse bg-accent' : 'bg-line'}`}
            />
          ))}
        </span>
        {data?.processing_started_at ? (at ? stepWords(at.step) : 'Finishing') : 'Waiting for a slot'}
      </span>
      <span className="w-32 text-right text-xs text-muted tabular-nums max-sm:w-auto">
        {since} of about {TYPICAL[mode]}
      </span>
    </li>
  )
}
