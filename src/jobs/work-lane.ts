import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Heard } from '../webhooks/delivery-queue.ts'
import type { LaneGate } from './lane-gate.ts'

/** Where a lane gets its jobs and says what became of them. Claims lapse unless they are renewed. */
export interface JobSource<Job> {
  /** `closed` are the groups of which none is wanted, `running` how many are under way here, by group. */
  fetch(limit: number, closed: string[], running: ReadonlyMap<string, number>): Promise<Job[]>
  /** Back into their place, as if they had not been fetched. */
  giveBack(jobs: Job[]): Promise<unknown>
  complete(jobs: Job[]): Promise<unknown>
  fail(jobs: Job[]): Promise<unknown>
  /** To be asked again and again. */
  renew(): Promise<unknown>
}

export interface Lane {
  /** There may be something to fetch. */
  wake(): void
  /** Seconds since it last looked for jobs, or had no slot for any. */
  pollAge(): number
  /** Waits for running jobs for `graceMs`, then aborts them and gives them back. */
  stop(graceMs: number): Promise<void>
}

const POLL_MS = 1000
const RENEW_MS = 250
/** Jobs that end within this time are settled by one statement. */
const SETTLE_MS = 5
/** Slots that become free within this time are filled by one statement. */
const GATHER_MS = 5

/**
 * Runs jobs side by side, as many as the gate has slots for: one that takes long holds up one slot and nothing else. Fetches
 * when woken, when slots become free, and now and then.
 */
export function workLane<Job>(
  source: JobSource<Job>,
  options: {
    gate: LaneGate<Job>
    log: Logger
    handle: (job: Job, signal: AbortSignal, heard: Heard) => Promise<void>
  },
): Lane {
  const { gate } = options
  const running = new Map<Job, Promise<void>>()
  const ended: Record<'complete' | 'fail', Job[]> = { complete: [], fail: [] }
  const stopping = new AbortController()
  let closed = false
  let polledAt = performance.now()
  let fetching: Promise<void> | null = null
  let again = false
  let filling: NodeJS.Timeout | undefined
  let settling: NodeJS.Timeout | undefined
  let settled: Promise<unknown> = Promise.resolve()

  const pull = () => {
    again = true
    fetching ??= fetchWhileAsked().finally(() => {
      fetching = null
      if (again) pull()
    })
  }

  const fetchWhileAsked = async () => {
    while (again && !closed) {
      again = false
      const room = gate.room()
      polledAt = room <= 0 ? performance.now() : polledAt
      if (room <= 0) return
      try {
        const jobs = await source.fetch(room, gate.closed(), gate.running())
        polledAt = performance.now()
        const { admitted, refused } = await gate.admit(jobs)
        for (const job of admitted) start(job)
        if (refused.length > 0) await source.giveBack(refused)
        if (jobs.length === 0) continue
        again = true
        await pause(GATHER_MS)
      } catch (error) {
        options.log.warn({ err: error }, 'fetching jobs failed')
      }
    }
    again = false
  }

  const start = (job: Job) => {
    const heard: Heard = {
      answered(tookMs) {
        gate.answered(job, tookMs)
        filling ??= setTimeout(fill, GATHER_MS)
      },
      silent: (url, error) => gate.silent(job, url, error),
    }
    const work = options
      .handle(job, stopping.signal, heard)
      .then(
        () => {
          ended.complete.push(job)
        },
        (error) => {
          if (!stopping.signal.aborted) options.log.error({ err: error }, 'job failed')
          ended.fail.push(job)
        },
      )
      .then(() => {
        running.delete(job)
        gate.leave(job)
        settling ??= setTimeout(settle, SETTLE_MS)
      })
    running.set(job, work)
  }

  const fill = () => {
    filling = undefined
    pull()
  }

  const settle = () => {
    settling = undefined
    settled = Promise.all(
      (['complete', 'fail'] as const).map(async (end) => {
        const jobs = ended[end].splice(0)
        if (jobs.length === 0) return
        try {
          await source[end](jobs)
        } catch (error) {
          // Their claims lapse; each finds its work done when it runs again.
          options.log.warn({ err: error }, 'settling jobs failed')
        }
      }),
    ).then(pull)
  }

  let renewing: Promise<unknown> | null = null
  const renew = () => {
    renewing ??= source
      .renew()
      .catch((error) => options.log.warn({ err: error }, 'heartbeat failed'))
      .finally(() => {
        renewing = null
      })
  }

  const timers = [setInterval(pull, POLL_MS), setInterval(renew, RENEW_MS)]
  pull()

  return {
    wake: pull,
    pollAge: () => (performance.now() - polledAt) / 1000,
    async stop(graceMs) {
      closed = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(filling)
      await fetching
      await renewing
      const grace = setTimeout(() => stopping.abort(), graceMs)
      const aborted = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
      await Promise.race([Promise.all(running.values()), aborted])
      clearTimeout(grace)
      stopping.abort()
      ended.fail.push(...running.keys())
      clearTimeout(settling)
      await settled
      settle()
      await settled
    },
  }
}
