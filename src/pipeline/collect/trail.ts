import type { RankedAddress } from './frontier.ts'

/** Social profiles handed over while the traversal still runs, so that reading them does not wait for its end. */
export interface Trail extends AsyncIterable<RankedAddress> {
  /** Met on the way, in whatever order pages answered. */
  add(addresses: RankedAddress[]): void
  /** The traversal is over, and these are the profiles that it met, in order of their places. */
  close(met: RankedAddress[]): void
  /** What `close` was given, each address once. */
  met(): RankedAddress[]
}

export function createTrail(): Trail {
  const seen = new Set<string>()
  const waiting: RankedAddress[] = []
  let all: RankedAddress[] | null = null
  let wake = () => {}

  async function* iterate() {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (all) return
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
    close(met) {
      const urls = new Set<string>()
      all ??= met.filter(({ url }) => !urls.has(url) && urls.add(url))
      wake()
    },
    met: () => all ?? [],
    [Symbol.asyncIterator]: iterate,
  }
}
