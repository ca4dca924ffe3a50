import type { Open } from '../../../../sdk/client.ts'
import type { OrgUsage } from '../../../../sdk/contract.ts'
import { duration } from '../../text/times.ts'

/** What will happen to so many profiles today, before anything is sent. */
export function QuotaNote({ usage, wanted, now }: { usage: Open<OrgUsage>; wanted: number; now: number }) {
  const { limit, used, remaining, resets_at: resetsAt } = usage
  if (limit === null || remaining === null) return <p className="text-xs text-muted">No daily limit.</p>
  const inTime = duration(Math.max(60_000, Math.ceil((Date.parse(resetsAt) - now) / 60_000) * 60_000))
  const resets = `Resets at 00:00 UTC (in ${inTime}).`
  if (remaining === 0)
    return (
      <p className="font-medium text-high">
        Daily limit: {used} of {limit} used. {resets} Your list stays here.
      </p>
    )
  if (wanted > remaining)
    return (
      <p className="font-medium text-medium">
        {remaining} left today: the first {remaining} run, {wanted - remaining} stay in your list. {resets}
      </p>
    )
  return (
    <p className="text-xs text-muted">
      {remaining} of {limit} left today. {resets}
    </p>
  )
}
