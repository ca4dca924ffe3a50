import type { Address } from './look.ts'

/** Social profiles handed over while the traversal still runs, so that reading them does not wait for its end. */
export interface Trail extends AsyncIterable<Address> {
  add(addresses: Address[]): void
  close(): void
}

export function createTrail(): Trail {
  const seen = new Set<string>()
  const waiting: Address[] = []
  let closed = false
  let wake = () => {}

  async function* iterate() {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (closed) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    add(addresses) {
      for (const address of addresses) {
        if (seen.has(address.url)) continue
        seen.add(address.url)
        waiting.push(address)
      }
      wake()
    },
    close() {
      closed = true
      wake()
    },
    [Symbol.asyncIterator]: iterate,
  }
}
