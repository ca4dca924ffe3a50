const INSIST_MS = 10_000

export interface StopSignal {
  /** The first that came. */
  came: Promise<NodeJS.Signals>
  /** Aborted when it came. */
  signal: AbortSignal
}

/**
 * SIGTERM, SIGINT or SIGHUP, asked for from the very start: one that comes while we start ends us in order too. What a
 * terminal or a service manager sends to the whole group comes again from npm and from `bin/toscan.js`, which pass it on: so repeats
 * are not heard. Only one that comes ten seconds later means that somebody will not wait for our end.
 */
export function stopSignal(): StopSignal {
  // With the terminal go its streams: what is still said must not end us before our time.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const controller = new AbortController()
  let first = 0
  const came = new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (first === 0) {
          first = performance.now()
          controller.abort()
          resolve(name)
        } else if (performance.now() - first > INSIST_MS) {
          console.error(
            'Asked again to stop: ending at once. Running scans go on elsewhere when their lease has run out.',
          )
          process.exit(1)
        }
      })
    }
  })
  return { came, signal: controller.signal }
}
