import type { Open } from '../../../../sdk/client.ts'
import type { ScanSummary } from '../../../../sdk/contract.ts'
import { usePaused } from '../../api/polling.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useAnnouncement } from '../history/use-announcement.ts'
import { InFlightRow } from './in-flight-row.tsx'

/** What runs now, each with the step that it is at. One region tells those who listen what has ended. */
export function InFlight({
  scans,
  updatedAt,
  hasFailed,
}: {
  scans: Open<ScanSummary>[]
  /** Milliseconds since 1970. */
  updatedAt: number
  hasFailed: boolean
}) {
  const [isPaused, setPaused] = usePaused()
  const announced = useAnnouncement(scans)
  const running = scans.filter((scan) => scan.status === 'processing')
  const time = new Date(updatedAt).toISOString().slice(11, 19)
  return (
    <Card
      title={
        running.length === 0
          ? 'Nothing is running'
          : `Running (${running.length}${running.length === scans.length ? ' or more' : ''})`
      }
      flush
      actions={
        running.length === 0 ? (
          <span className="text-xs text-muted">Every submitted scan has ended.</span>
        ) : (
          <>
            <span className="text-xs text-muted tabular-nums">
              {hasFailed ? `Last update ${time} UTC, retrying` : `Updated ${time} UTC`}
            </span>
            <Button size="small" icon={isPaused ? 'play' : 'pause'} onPress={() => setPaused(!isPaused)}>
              {isPaused ? 'Resume updates' : 'Pause updates'}
            </Button>
          </>
        )
      }
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      {running.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {running.map((scan) => (
            <InFlightRow key={scan.scan_id} scan={scan} />
          ))}
        </ul>
      )}
    </Card>
  )
}
