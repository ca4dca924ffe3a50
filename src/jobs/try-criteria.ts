import { type Judging, startJudging } from '../pipeline/start-judging.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'

/** After the last trial; a thread with the compiled pack takes some 100 MB. */
const IDLE_MS = 120_000

/**
 * Tries criteria in a thread of its own, which no scan waits for: it starts with the first trial, which takes a second longer, and ends
 * when nobody has tried anything for a while.
 */
export function createTrials(policies: PolicyPack): Pick<Judging, 'try' | 'close'> {
  let judging: Judging | null = null
  let timer: NodeJS.Timeout | undefined
  let running = 0
  const close = async () => {
    clearTimeout(timer)
    const last = judging
    judging = null
    await last?.close()
  }
  return {
    async try(job) {
      clearTimeout(timer)
      judging ??= startJudging(policies)
      running++
      try {
        return await judging.try(job)
      } finally {
        running--
        if (running === 0 && judging !== null) timer = setTimeout(close, IDLE_MS).unref()
      }
    },
    close,
  }
}
