import type { Recommendation } from '../../../../sdk/contract.ts'
import { usePaused } from '../../api/polling.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VERDICTS, Verdict } from '../../ui/verdict.tsx'
import { type Batch, countByRecommendation } from './batch.ts'

export function BatchProgress({ batch }: { batch: Batch }) {
  const [isPaused, setPaused] = usePaused()
  const ended = batch.completed + batch.failed
  const counts = countByRecommendation(batch)
  const isRunning = batch.status === 'processing'
  return (
    <Card
      title={isRunning ? 'Running' : 'Finished'}
      actions={
        isRunning && (
          <Button size="small" icon={isPaused ? 'play' : 'pause'} onPress={() => setPaused(!isPaused)}>
            {isPaused ? 'Resume updates' : 'Pause updates'}
          </Button>
        )
      }
    >
      <progress
        aria-label="Profiles that have ended"
        max={batch.total_profiles}
        value={ended}
        className="progress"
      />
      <p className="mt-2 tabular-nums">
        {batch.completed} done ·{' '}
        <span className={batch.failed > 0 ? 'font-medium text-high' : ''}>{batch.failed} failed</span> ·{' '}
        {batch.in_progress} running
      </p>
      {/* Said once: counts that change all the time would never let a screen reader finish. */}
      <p role="status" className="sr-only">
        {isRunning ? '' : `The batch has finished: ${batch.completed} done, ${batch.failed} failed.`}
      </p>
      {counts.size > 0 && (
        <ul aria-label="By recommendation" className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5">
          {(Object.keys(VERDICTS) as Recommendation[]).map((value) => (
            <li key={value} className="flex items-center gap-1.5 tabular-nums">
              <Verdict value={value} /> {counts.get(value) ?? 0}
            </li>
          ))}
          {counts.has('unseen') && (
            <li className="flex items-center gap-1.5 tabular-nums">
              <span className="rounded-md bg-gap-soft px-1.5 py-0.5 text-xs font-semibold text-gap">
                Gone or not read
              </span>{' '}
              {counts.get('unseen')}
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}
