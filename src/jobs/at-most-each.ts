/**
 * Does `work` at once, and then at most once in `ms` milliseconds: what is asked for meanwhile is done once, at their end, or as soon as `enough` have
 * asked.
 */
export function atMostEach(ms: number, work: () => unknown, enough = Number.POSITIVE_INFINITY): () => void {
  let resting: NodeJS.Timeout | undefined
  let asked = 0
  const run = () => {
    clearTimeout(resting)
    asked = 0
    resting = setTimeout(() => {
      resting = undefined
      if (asked > 0) run()
    }, ms).unref()
    work()
  }
  return () => {
    asked++
    if (resting === undefined || asked >= enough) run()
  }
}
