import { setTimeout as sleep } from 'node:timers/promises'
import type { HostSlots } from './host-slots.ts'

/** Counts the requests of all workers to a host. */
export interface HostRequests {
  /** The request's number, or null when the host has as many as it may. */
  enter(host: string): Promise<string | null>
  leave(id: string): Promise<void>
}

const FIRST_WAIT_MS = 15
const LONGEST_WAIT_MS = 250

/**
 * Slots that hold for all workers: first one of this process, then one of the deployment. Only those that have the first
 * ask for the second, again and again until another worker's request has ended.
 */
export function shareSlots(
  own: HostSlots,
  requests: HostRequests,
  /** Hosts that are the operator's own. */
  isExempt: (host: string, port: number) => boolean,
): HostSlots {
  return {
    async acquire(key, signal) {
      const release = await own.acquire(key, signal)
      const { host, port } = partsOf(key)
      if (isExempt(host, port)) return release
      try {
        const id = await enter(requests, host, signal)
        return () => {
          release()
          // A row that could not be removed ends with its lease.
          requests.leave(id).catch(() => {})
        }
      } catch (error) {
        release()
        throw error
      }
    },
    acquireNow(key) {
      const { host, port } = partsOf(key)
      return isExempt(host, port) ? own.acquireNow(key) : null
    },
  }
}

async function enter(requests: HostRequests, host: string, signal: AbortSignal): Promise<string> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    signal.throwIfAborted()
    const id = await requests.enter(host)
    if (id !== null) {
      if (!signal.aborted) return id
      await requests.leave(id)
      throw signal.reason
    }
    await sleep(waitMs * (0.5 + Math.random()), undefined, { signal }).catch((error) => {
      throw signal.aborted ? signal.reason : error
    })
  }
}

/** Ports of one host are one host to the deployment: it is the machine that is spared. */
function partsOf(key: string): { host: string; port: number } {
  const colon = key.lastIndexOf(':')
  return { host: key.slice(0, colon), port: Number(key.slice(colon + 1)) }
}
