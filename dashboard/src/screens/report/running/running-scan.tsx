import { stepWords } from '../../../../../sdk/words.ts'
import { usePaused } from '../../../api/polling.ts'
import { duration } from '../../../text/times.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Scan } from '../scan.ts'
import { type StepState, scanSteps } from './scan-steps.ts'

const TYPICAL_MS = { deep: 120_000, quick: 30_000 }

/** The same address as the report that will stand here. */
export function RunningScan({ scan }: { scan: Scan }) {
  const [isPaused, setPaused] = usePaused()
  const now = useNow(1000, !isPaused)
  const mode = scan.scan_mode === 'quick' ? 'quick' : 'deep'
  const isQueued = scan.processing_started_at === null
  const elapsed = Math.max(0, now - Date.parse(scan.processing_started_at ?? scan.created_at))
  const typical = TYPICAL_MS[mode]
  return (
    <Card
      title={isQueued ? 'Waiting for a slot' : 'Scanning'}
      actions={
        <Button size="small" icon={isPaused ? 'play' : 'pause'} onPress={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume updates' : 'Pause updates'}
        </Button>
      }
    >
      <p className="text-muted">
        {isQueued
          ? `Submitted ${duration(elapsed)} ago. All slots of the deployment are in use; this scan starts by itself.`
          : elapsed > typical
            ? `Longer than usual, still running: ${duration(elapsed)} of about ${duration(typical)}.`
            : `${duration(elapsed)} of about ${duration(typical)}.`}
      </p>
      {!isQueued && (
        <progress
          aria-label="Time against the usual time"
          max={typical}
          value={Math.min(elapsed, typical)}
          className="progress mt-3"
        />
      )}
      <ol className="mt-4 flex flex-col gap-2.5">
        {scanSteps(scan).map((each) => (
          <li key={each.step} className="flex items-center gap-2.5">
            <StepMark state={each.state} />
            <span
              className={
                each.state === 'not_part'
                  ? 'text-muted line-through'
                  : each.state === 'waiting'
                    ? 'text-muted'
                    : ''
              }
            >
              {stepWords(each.step)}
            </span>
            <span className="text-xs text-muted">{STATE_WORDS[each.state]}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const STATE_WORDS: Record<StepState['state'], string> = {
  done: 'done',
  running: 'running',
  waiting: '',
  not_part: 'not part of a quick scan',
}

function StepMark({ state }: { state: StepState['state'] }) {
  if (state === 'done') return <Icon name="check" className="text-clear" />
  const style = state === 'running' ? 'border-accent border-t-transparent animate-spin' : 'border-line'
  return <span aria-hidden="true" className={`size-4 rounded-full border-2 ${style}`} />
}
