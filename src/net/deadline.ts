import { netError } from './failure.ts'

/** One time limit over a whole piece of work, with the reasons for which others may end it. */
export interface Deadline {
  signal: AbortSignal
  /** Ends whatever still listens, and frees the timer. */
  end(): void
}

/** @param timeoutMs for everything together. `signals` end it as `aborted`. */
export function startDeadline(timeoutMs: number, signals: (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(netError('timeout', `nothing complete in ${timeoutMs} ms`)),
    timeoutMs,
  )
  const onAbort = () => controller.abort(netError('aborted', 'the caller gave up'))
  for (const signal of signals) {
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', onAbort)
      controller.abort(netError('aborted', 'the work is over'))
    },
  }
}
