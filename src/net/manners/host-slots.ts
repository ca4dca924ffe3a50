/** Bounds how many requests run against one host at once; the others wait in order. */
export interface HostSlots {
  /** Resolves to the function that gives the slot back. Rejects with the signal's reason. */
  acquire(host: string, signal: AbortSignal): Promise<() => void>
  /** The same where one is free here and now; null where it has to be waited or asked for. */
  acquireNow(host: string): (() => void) | null
}

interface Waiter {
  enter: () => void
}

export function createHostSlots(limit: number): HostSlots {
  const hosts = new Map<string, { running: number; waiting: Waiter[] }>()

  function release(host: string): void {
    const entry = hosts.get(host)
    if (!entry) return
    const next = entry.waiting.shift()
    // The slot passes straight on, so that a newcomer cannot overtake the queue.
    if (next) next.enter()
    else if (--entry.running === 0) hosts.delete(host)
  }

  function acquireNow(host: string): (() => void) | null {
    const entry = hosts.get(host)
    if (entry === undefined) hosts.set(host, { running: 1, waiting: [] })
    else if (entry.running < limit) entry.running++
    else return null
    return givesBack(host)
  }

  function givesBack(host: string): () => void {
    let held = true
    return () => {
      if (held) release(host)
      held = false
    }
  }

  return {
    async acquire(host, signal) {
      signal.throwIfAborted()
      const now = acquireNow(host)
      if (now !== null) return now
      await turn(hosts.get(host)?.waiting ?? [], signal)
      return givesBack(host)
    },
    acquireNow,
  }
}

function turn(waiting: Waiter[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      enter() {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    function leave(): void {
      waiting.splice(waiting.indexOf(waiter), 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(waiter)
  })
}
