import { isIP } from 'node:net'
import { bareHost, portOf } from './address-guard.ts'
import type { EgressAllow } from './egress-allow.ts'
import { failureOf } from './failure.ts'
import { type Resolve, resolveVetted } from './resolve.ts'

/** A name server that says nothing is no reason to hold every request up. */
const LOOK_UP_MS = 2000
/** For one page asks its host many times. */
const REMEMBERED_MS = 10_000
const MOST_REMEMBERED = 1000

/**
 * For requests that a proxy carries, which looks names up by itself: a name that leads to a private address from here is refused,
 * since from there it may do the same. One that means nothing here is the proxy's to know. Literal addresses are for `vetUrl`.
 * @throws {Refused} `blocked_address`, from the function that it gives.
 */
export function createVetBehindProxy({
  allow,
  resolve,
  ports,
}: {
  allow: EgressAllow
  resolve: Resolve
  ports?: 'web' | 'any'
}): (url: URL) => Promise<void> {
  const passed = new Map<string, number>()

  return async (url) => {
    const destination = { host: bareHost(url.hostname), port: portOf(url), allow, ports }
    const key = `${destination.host}:${destination.port}`
    if (isIP(destination.host) || (passed.get(key) ?? 0) > performance.now()) return
    try {
      await resolveVetted((host) => within(LOOK_UP_MS, resolve(host)), destination)
    } catch (error) {
      const reason = failureOf(error)?.reason
      if (reason !== 'dns_error' && reason !== 'dns_unavailable') throw error
    }
    passed.delete(key)
    passed.set(key, performance.now() + REMEMBERED_MS)
    for (const oldest of passed.keys()) {
      if (passed.size <= MOST_REMEMBERED) break
      passed.delete(oldest)
    }
  }
}

/** No addresses when none came in time. */
function within(ms: number, answer: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve([]), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
