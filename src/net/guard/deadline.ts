import { netError } from './failure.ts'
import { lateMs } from './late-loop.ts'

/** Made once: nobody reads where it came from, and taking that down costs more than the rest of a deadline. */
const WORK_IS_OVER = netError('aborted', 'the work is over')

/** What a piece of work asks of the signal that may end it. Each `AbortSignal` is one. */
export interface EndSignal {
  readonly aborted: boolean
  /** Nobody asks before it is aborted. */
  readonly reason: Error
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** An `AbortController` for work of which there are thousands a second: to make one, and to listen to it, takes longer than the rest of a deadline. */
export class EndController implements EndSignal {
  readonly signal: EndSignal = this
  aborted = false
  reason: Error = WORK_IS_OVER
  private readonly listeners: (() => void)[] = []

  abort(reason: Error): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.listeners.splice(0)) listener()
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) this.listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const place = this.listeners.indexOf(listener)
    if (place < 0) return
    const last = this.listeners.pop()
    if (last !== undefined && last !== listener) this.listeners[place] = last
  }
}

/** One time limit over a whole piece of work, with the reasons for which others may end it. */
export interface Deadline<Signal extends EndSignal = AbortSignal> {
  signal: Signal
  /** Work that takes none of the time, as waiting for a turn does. Aborts end it, and its own limit where there is one. */
  paused<T>(work: () => Promise<T>, limitMs?: number): Promise<T>
  /** Ends the work as `aborted`. */
  abort(): void
  /** Nothing runs any more: frees the timer. */
  done(): void
  /** Frees the timer and ends whatever still listens. */
  end(): void
}

/**
 * @param timeoutMs for everything together, less what this process was too busy to notice: an answer may lie there unread.
 * `signals` end it as `aborted`.
 */
export function startDeadline(timeoutMs: number, signals: (EndSignal | undefined)[]): Deadline {
  return deadlineOf(new AbortController(), timeoutMs, signals)
}

/** The same for work whose parts need no more of a signal. */
export function startLeanDeadline(
  timeoutMs: number,
  signals: (EndSignal | undefined)[],
): Deadline<EndSignal> {
  return deadlineOf<EndSignal>(new EndController(), timeoutMs, signals)
}

function deadlineOf<Signal extends EndSignal>(
  controller: { signal: Signal; abort(reason: Error): void },
  timeoutMs: number,
  signals: (EndSignal | undefined)[],
): Deadline<Signal> {
  const expire = () => controller.abort(netError('timeout', `nothing complete in ${timeoutMs} ms`))
  let left = timeoutMs
  let since = performance.now()
  let late = lateMs()
  let timer = setTimeout(onTime, left)
  function onTime(): void {
    const lost = lateMs() - late
    late += lost
    if (lost > 0) timer = setTimeout(onTime, lost)
    else expire()
  }
  const onAbort = () => controller.abort(netError('aborted', 'the caller gave up'))
  for (const signal of signals) {
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
  }
  function done(): void {
    clearTimeout(timer)
    for (const signal of signals) signal?.removeEventListener('abort', onAbort)
  }
  return {
    signal: controller.signal,
    abort: onAbort,
    async paused(work, limitMs) {
      clearTimeout(timer)
      left -= performance.now() - since
      if (limitMs !== undefined) timer = setTimeout(expire, limitMs)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        since = performance.now()
        if (!controller.signal.aborted) timer = setTimeout(onTime, Math.max(0, left))
      }
    },
    done,
    end() {
      done()
      controller.abort(WORK_IS_OVER)
    },
  }
}
