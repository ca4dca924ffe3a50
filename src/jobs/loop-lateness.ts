const LOOK_MS = 20

/** How late the loop of this process has turned. */
export interface LoopLateness {
  /** Milliseconds that somebody had to wait at most: in the second before the last `turn`, since then, or just now. */
  longest(): number
  /** Once a second: what was before the last one is forgotten. */
  turn(): void
  stop(): void
}

/**
 * Looks at the clock now and then. Node's own histogram of it (`monitorEventLoopDelay`) sees nothing between being started or reset and its next look, and
 * what a claim brings begins within a few milliseconds.
 */
export function watchLoop(): LoopLateness {
  let lookedAt = performance.now()
  let before = 0
  let since = 0
  const late = () => Math.max(0, performance.now() - lookedAt - LOOK_MS)
  const timer = setInterval(() => {
    since = Math.max(since, late())
    lookedAt = performance.now()
  }, LOOK_MS).unref()
  return {
    longest: () => Math.max(before, since, late()),
    turn() {
      before = since
      since = 0
    },
    stop: () => clearInterval(timer),
  }
}
