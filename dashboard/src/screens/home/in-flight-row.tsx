import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { ScanSummary } from '../../../../sdk/contract.ts'
import { usePaused } from '../../api/polling.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { duration } from '../../text/times.ts'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useRunningStep } from '../report/running/use-running-step.ts'

const TYPICAL = { deep: '2 min', quick: '30 s' }

export function InFlightRow({ scan }: { scan: Open<ScanSummary> }) {
  const { orgId } = useOrg()
  const [isPaused] = usePaused()
  const now = useNow(1000, !isPaused)
  const { startedAt, steps, words } = useRunningStep(scan.scan_id)
  const mode = scan.scan_mode === 'quick' ? 'quick' : 'deep'
  const since = duration(Math.max(0, now - Date.parse(startedAt ?? scan.submitted_at)))
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
      <span className="flex items-center gap-2 text-[0.8125rem]">
        <span aria-hidden="true" className="flex gap-1">
          {steps.map(({ step, state }) => (
            <span
              key={step}
              className={`size-2 rounded-full ${state === 'done' ? 'bg-accent' : state === 'running' ? 'animate-pulse bg-accent' : 'bg-line'}`}
            />
          ))}
        </span>
        {words ?? 'Running'}
      </span>
      <span className="w-32 text-right text-xs text-muted tabular-nums max-sm:w-auto">
        {since} of about {TYPICAL[mode]}
      </span>
    </li>
  )
}
