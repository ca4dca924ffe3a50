import type { UseQueryResult } from '@tanstack/react-query'
import type { Open } from '../../../../sdk/client.ts'
import type { OrgUsage } from '../../../../sdk/contract.ts'
import { duration } from '../../text/times.ts'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { useNow } from '../../ui/use-now.ts'

export function TodayCard({ usage }: { usage: UseQueryResult<Open<OrgUsage>> }) {
  const now = useNow(60_000)
  return (
    <Card title="Today">
      <QueryView query={usage} what="Today’s usage" rows={1}>
        {({ used, limit, resets_at: resetsAt }) =>
          limit === null ? (
            <p>
              <span className="text-xl font-semibold tabular-nums">{used}</span>{' '}
              <span className="text-muted">{used === 1 ? 'scan' : 'scans'}, no limit</span>
            </p>
          ) : (
            <>
              <p>
                <span className="text-xl font-semibold tabular-nums">{used}</span>
                <span className="text-muted"> of {limit} scans</span>
              </p>
              <Meter
                label="Scans of today"
                value={used}
                max={limit}
                fill={used >= limit ? 'fill-high' : 'fill-accent'}
              />
              <p className="mt-1 text-xs text-muted">
                Resets at 00:00 UTC, in{' '}
                {duration(Math.max(60_000, Math.ceil((Date.parse(resetsAt) - now) / 60_000) * 60_000))}
              </p>
            </>
          )
        }
      </QueryView>
    </Card>
  )
}
