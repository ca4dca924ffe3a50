const INTERVAL_MS = 5000
const AFTER_A_FAILURE_MS = 15_000
const AFTER_FAILURES_MS = 30_000

/**
 * How long to wait for the next look: 5 s while something runs, 15 s and then 30 s while looks fail; `false` when nothing is
 * to be expected or a person has paused updates. A hidden tab does not look at all (Query's own rule).
 */
export function pollInterval({
  isLive,
  isPaused,
  hasFailed,
  sinceGoodMs,
}: {
  isLive: boolean
  isPaused: boolean
  hasFailed: boolean
  /** Milliseconds since the last good answer. */
  sinceGoodMs: number
}): number | false {
  if (!isLive || isPaused) return false
  if (!hasFailed) return INTERVAL_MS
  return sinceGoodMs < AFTER_FAILURES_MS ? AFTER_A_FAILURE_MS : AFTER_FAILURES_MS
}
