import { useQuery } from '@tanstack/react-query'
import { stepWords } from '../../../../../sdk/words.ts'
import { pollWhile, usePaused } from '../../../api/polling.ts'
import { scanQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'
import { scanSteps } from './scan-steps.ts'

/** Where a running scan is, in words as well; asked for again while it runs. */
export function useRunningStep(scanId: string) {
  const { toscan, orgId } = useOrg()
  const [isPaused] = usePaused()
  const { data } = useQuery({
    ...scanQuery(toscan, orgId, scanId),
    refetchInterval: pollWhile((scan) => scan.status === 'processing', isPaused),
  })
  const steps = data ? scanSteps(data).filter((step) => step.state !== 'not_part') : []
  const at = steps.find((step) => step.state === 'running')
  return {
    startedAt: data?.processing_started_at ?? null,
    steps,
    /** Null until it is known. */
    words: data
      ? data.processing_started_at
        ? at
          ? stepWords(at.step)
          : 'Finishing'
        : 'Waiting for a slot'
      : null,
  }
}
