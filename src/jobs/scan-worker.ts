import { despiteOutage } from '../db/connect/outage.ts'
import { abandonedScans, type ClaimedScan, claimScans, releaseScans } from '../db/scans/queue.ts'
import { atMostEach } from './at-most-each.ts'
import { endScan, failure } from './end-scan.ts'
import { watchLoop } from './loop-lateness.ts'
import { scansThatFit } from './memory-room.ts'
import { aborted, type RunContext, type RunOf, runToEnd, Stopped } from './run-to-end.ts'
import { LEASE_SECONDS, startLeases } from './start-leases.ts'

const POLL_MS = 1000
/** Scans of one process at most; the deployment's cap holds beside it. */
const LOCAL_SLOTS = 64
/** Taken at once: what these bring to do is to be felt before more are taken. */
const MOST_TAKEN = 8
const TAKE_AGAIN_MS = 50
/** A claim takes some milliseconds of the database, for one free slot as for eight: slots that become free together are filled together. */
const GATHER_MS = 60
const ENOUGH_FREE = 4
/** A loop that kept somebody waiting for longer has all the scans that it can hold. */
const LATE_LOOP_MS = 200
const DEADLINE_SECONDS = { deep: 600, quick: 120 }
/** What a scan takes of memory is not to be seen before. */
const YOUNG_MS = 5000
const HAND_BACK_MS = 4000

export interface ScanWorkerContext extends RunContext {
  /** Of the same database: for renewing leases, whatever else waits for a connection. */
  databaseUrl: string
  /** Why no scans are to be taken just now; null: they are. */
  whyPaused?: () => string | null
  /** How many more there is memory for; absent: by what this process may have. */
  thatFit?: () => number
}

/** Takes scans while there are free slots and time to serve them, keeps their leases, ends those past their deadline. */
export function startScanWorker(
  ctx: ScanWorkerContext,
  workerId: string,
  { deadlineSeconds = DEADLINE_SECONDS } = {},
) {
  const { thatFit = scansThatFit } = ctx
  const running = new Map<string, { controller: AbortController; done: Promise<void>; since: number }>()
  const stopping = new AbortController()
  const storing = new Set<Promise<unknown>>()
  const beforeHandBack: RunOf['beforeHandBack'] = (work) => {
    storing.add(work)
    work.finally(() => storing.delete(work))
  }
  let claiming: Promise<void> | null = null
  let wokenMeanwhile = false
  let polledAt = performance.now()
  const loop = watchLoop()
  const leases = startLeases({
    url: ctx.databaseUrl,
    workerId,
    log: ctx.log,
    onLost: (id) => running.get(id)?.controller.abort(new Stopped('lost')),
  })
  const hold = () => leases.hold([...running.keys()])

  const claim = (): Promise<void> => {
    if (stopping.signal.aborted) return Promise.resolve()
    if (claiming) {
      wokenMeanwhile = true
      return claiming
    }
    claiming = claimOnce().finally(() => {
      claiming = null
      if (wokenMeanwhile) {
        wokenMeanwhile = false
        claim()
      }
    })
    return claiming
  }

  const claimFreed = atMostEach(GATHER_MS, claim, ENOUGH_FREE)

  const claimOnce = async () => {
    const now = performance.now()
    const young = [...running.values()].filter(({ since }) => now - since < YOUNG_MS).length
    // One at a time goes on whatever there is.
    const fitting = Math.max(thatFit() - young, running.size === 0 ? 1 : 0)
    const wanted = Math.min(MOST_TAKEN, LOCAL_SLOTS - running.size, fitting)
    const isLate = loop.longest() > LATE_LOOP_MS
    if (wanted <= 0 || (isLate && running.size > 0) || ctx.whyPaused?.()) {
      polledAt = performance.now()
      return
    }
    try {
      const claimed = await claimScans(ctx.db, workerId, wanted, LEASE_SECONDS)
      polledAt = performance.now()
      for (const scan of claimed) start(scan)
      hold()
      if (claimed.length === wanted) {
        // Whoever woke it meanwhile is served then: until the loop has turned nobody knows what these bring.
        wokenMeanwhile = false
        setTimeout(claim, TAKE_AGAIN_MS).unref()
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'claiming failed')
    }
  }

  const start = (scan: ClaimedScan) => {
    // Frozen for longer than the lease, a worker can be given a scan that it still believes to hold.
    running.get(scan.scan_id)?.controller.abort(new Stopped('lost'))
    if (scan.attempt > 1) ctx.metrics.scansResumed.inc()
    const controller = new AbortController()
    const deadline = setTimeout(
      () => controller.abort(new Stopped('deadline')),
      deadlineSeconds[scan.scan_mode] * 1000,
    )
    const done = runToEnd(ctx, scan, workerId, {
      signal: controller.signal,
      stopping: stopping.signal,
      beforeHandBack,
    }).finally(() => {
      clearTimeout(deadline)
      // The leases are told with the next claim, or within a second: that of an ended scan is not renewed whoever asks.
      if (running.get(scan.scan_id)?.controller === controller) running.delete(scan.scan_id)
      claimFreed()
    })
    running.set(scan.scan_id, { controller, done, since: performance.now() })
  }

  const poll = async () => {
    hold()
    await claim()
    loop.turn()
  }

  const sweep = async () => {
    try {
      for (const scan of await abandonedScans(ctx.db, LEASE_SECONDS)) {
        const claimed = scan.worker_id ? { workerId: scan.worker_id, attempt: scan.attempt } : null
        if (!(await endScan(ctx, failure(scan.scan_id, claimed, 'Internal error'), null))) continue
        ctx.metrics.scansEnded.inc({ status: 'failed', recommendation: 'none', platform: 'other' })
        ctx.log.error(
          { scan_id: scan.scan_id, worker_id: scan.worker_id, attempt: scan.attempt },
          'scan given up',
        )
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'sweeping failed')
    }
  }

  const timers = [setInterval(poll, POLL_MS), setInterval(sweep, POLL_MS)]
  claim()

  return {
    wake: claim,
    running: () => running.size,
    /** Seconds since it last looked for scans, or had no room for any. */
    pollAge: () => (performance.now() - polledAt) / 1000,
    /** Takes no more work and hands running scans back for others to go on with. */
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await claiming
      loop.stop()
      for (const { controller } of running.values()) controller.abort(new Stopped('shutdown'))
      const patience = AbortSignal.timeout(HAND_BACK_MS)
      const allDone = Promise.allSettled([...[...running.values()].map((scan) => scan.done), ...storing])
      await Promise.race([allDone, aborted(patience).catch(() => {})])
      const released = await despiteOutage(ctx.db, () => releaseScans(ctx.db, workerId), patience).catch(
        () => 0,
      )
      if (released > 0) ctx.log.info({ released }, 'scans handed back')
      await leases.stop()
    },
  }
}
