import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { HeldScans, LeaseNews, LeaseOrder } from './lease-worker.ts'

export interface Leases {
  /** These are held now, and no others. To be said again and again: silence ends all leases. */
  hold(scanIds: string[]): void
  stop(): Promise<void>
}

/** A worker that dies loses its scans after the lease; it renews three times in that time. */
export const LEASE_SECONDS = 15
const RENEW_MS = 5000
const SILENCE_MS = 60_000
const STOP_MS = 2000
const RESTART_MS = 1000

/**
 * Renews the leases of a worker's scans on a thread and a connection of their own: a worker that is busy is not dead. One that has
 * not said a word for a minute is.
 */
export function startLeases(
  where: { url: string; workerId: string; log: Logger; onLost: (scanId: string) => void },
  times: Partial<Pick<LeaseOrder, 'leaseSeconds' | 'renewMs' | 'silenceMs'>> = {},
): Leases {
  const { url, workerId, log } = where
  const order: LeaseOrder = {
    url,
    workerId,
    leaseSeconds: LEASE_SECONDS,
    renewMs: RENEW_MS,
    silenceMs: SILENCE_MS,
    ...times,
  }
  let held: string[] = []
  let stopped = false
  let ended: Promise<unknown> = Promise.resolve()
  let thread = start()

  function start(): Worker {
    const worker = new Worker(new URL('./lease-worker.ts', import.meta.url), {
      execArgv: [],
      workerData: order,
    })
    worker.on('message', (news: LeaseNews) => {
      if ('fault' in news) return log.warn({ err: news.fault }, 'renewing leases failed')
      const kept = new Set(news.kept)
      for (const id of news.asked) if (!kept.has(id) && held.includes(id)) where.onLost(id)
    })
    worker.on('error', (error) => log.error({ err: error }, 'the thread of the leases has ended'))
    ended = new Promise((resolve) => worker.once('exit', resolve))
    ended.then(() => {
      if (!stopped) setTimeout(restart, RESTART_MS).unref()
    })
    worker.unref()
    return worker
  }
  function restart() {
    if (stopped) return
    thread = start()
    tell(held)
  }
  function tell(scans: HeldScans) {
    thread.postMessage(scans)
  }

  return {
    hold(scanIds) {
      held = scanIds
      tell(held)
    },
    async stop() {
      stopped = true
      held = []
      tell(null)
      const patience = setTimeout(() => thread.terminate(), STOP_MS)
      await ended
      clearTimeout(patience)
    },
  }
}
