/** Bounds how many requests run against one host at once; the others wait in order. */
export interface HostSlots {
  /** Resolves to the function that gives the slot back. Rejects with the signal's reason. */
  acquire(host: string, signal: AbortSignal): Promise<() => void>
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

  return {
    async acquire(host, signal) {
      signal.throwIfAborted()
      const entry = hosts.get(host) ?? { running: 0, waiting: [] }
      hosts.set(host, entry)
      if (entry.running < limit) entry.running++
      else await turn(entry.waiting, signal)
      let held = true
      return () => {
        if (held) release(host)
        held = false
      }
    },
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
