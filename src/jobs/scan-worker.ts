import type { Logger } from 'pino'
import { CANCELLED } from '../../sdk/contract.ts'
import { despiteOutage, isDatabaseOutage } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import { stateOfScan } from '../db/scans/cancelling.ts'
import {
  abandonedScans,
  type ClaimedScan,
  claimScans,
  handBackAfterOutage,
  releaseScans,
} from '../db/scans/queue.ts'
import type { Metrics } from '../metrics.ts'
import { nextTrace, type RecordSpan, readTrace, type Trace } from '../trace.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { atMostEach } from './at-most-each.ts'
import { endScan, failure } from './end-scan.ts'
import { watchLoop } from './loop-lateness.ts'
import { scansThatFit } from './memory-room.ts'
import type { ScanOutcome } from './run-scan.ts'
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

export interface ScanWorkerContext {
  db: Db
  /** Of the same database: for renewing leases, whatever else waits for a connection. */
  databaseUrl: string
  log: Logger
  metrics: Metrics
  queue: DeliveryQueue
  schedule: number[]
  /** Runs the pipeline of one claimed scan and stores its end; null when others have it now. Rejects only for faults of ours. */
  runScan: (
    scan: ClaimedScan,
    workerId: string,
    signal: AbortSignal,
    within: RunOf,
  ) => Promise<ScanOutcome | null>
  /** Absent where nobody draws traces. */
  recordSpan?: RecordSpan
  /** Whose profile an address shows, for counting; absent: nobody's. */
  platformOf?: (url: string) => string | null
  /** Why no scans are to be taken just now; null: they are. */
  whyPaused?: () => string | null
  /** How many more there is memory for; absent: by what this process may have. */
  thatFit?: () => number
}

/** One run of a scan: what its lines say, its place in a trace, and who waits for what it still stores. */
export interface RunOf {
  log: Logger
  trace: Trace
  /** A worker that stops hands its scans back once this is done: without their claim nothing is stored of them any more. */
  beforeHandBack(work: Promise<unknown>): void
}

/** Why a running scan was told to stop. */
class Stopped extends Error {
  readonly reason: 'deadline' | 'lost' | 'shutdown'
  constructor(reason: 'deadline' | 'lost' | 'shutdown') {
    super(reason)
    this.reason = reason
  }
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
      const released = await despiteOutage(() => releaseScans(ctx.db, workerId), patience).catch(() => 0)
      if (released > 0) ctx.log.info({ released }, 'scans handed back')
      await leases.stop()
    },
  }
}

/** `signal` ends this scan, `stopping` the whole worker. */
async function runToEnd(
  ctx: ScanWorkerContext,
  scan: ClaimedScan,
  workerId: string,
  {
    signal,
    stopping,
    beforeHandBack,
  }: { signal: AbortSignal; stopping: AbortSignal } & Pick<RunOf, 'beforeHandBack'>,
) {
  const started = performance.now()
  const parent = readTrace(scan.trace)
  const trace = nextTrace(parent)
  const log = ctx.log.child({
    scan_id: scan.scan_id,
    org_id: scan.org_id,
    trace_id: trace.traceId,
  })
  let outcome = 'lost'
  let recommendation = 'none'
  try {
    // A step that does not listen must not keep the scan: its claim is gone, so whatever it still stores is refused.
    const ended = await Promise.race([
      ctx.runScan(scan, workerId, signal, { log, trace, beforeHandBack }),
      aborted(signal),
    ])
    outcome = ended?.status ?? 'lost'
    recommendation = ended?.recommendation ?? 'none'
  } catch (error) {
    outcome = await endFaulted({ ...ctx, log }, scan, workerId, signal.reason ?? error, stopping)
  }
  if (outcome === 'lost') outcome = await howLost(ctx.db, scan.scan_id)
  const seconds = (performance.now() - started) / 1000
  const status = STATUS_OF[outcome]
  const platform = ctx.platformOf?.(scan.target_url) ?? 'other'
  ctx.metrics.scans.observe({ mode: scan.scan_mode, outcome }, seconds)
  if (status) ctx.metrics.scansEnded.inc({ status, recommendation, platform })
  if (outcome === 'lost') ctx.metrics.claimsLost.inc()
  const endedAt = Date.now()
  ctx.recordSpan?.({
    name: `scan ${scan.scan_mode}`,
    kind: 'consumer',
    trace,
    parent,
    startedAt: endedAt - seconds * 1000,
    endedAt,
    ok: outcome !== 'faulted' && status !== 'failed',
    facts: {
      scan_id: scan.scan_id,
      org_id: scan.org_id,
      attempt: scan.attempt,
      platform,
      outcome,
      recommendation,
    },
  })
  log.info(
    {
      worker_id: workerId,
      mode: scan.scan_mode,
      platform,
      attempt: scan.attempt,
      outcome,
      status: status ?? 'processing',
      recommendation,
      duration_ms: Math.round(seconds * 1000),
    },
    'scan',
  )
}

/** Whether others have a scan now that was ours, or somebody ended or deleted it, which is no fault of anybody's. */
async function howLost(db: Db, scanId: string): Promise<'lost' | 'cancelled' | 'deleted'> {
  try {
    const state = await stateOfScan(db, scanId)
    if (!state) return 'deleted'
    return state.error === CANCELLED ? 'cancelled' : 'lost'
  } catch {
    // Said where others say it too: by what cannot be read, nothing is known.
    return 'lost'
  }
}

/** The status of a scan that ended here; the other outcomes leave it to others. */
const STATUS_OF: Record<string, 'completed' | 'failed' | undefined> = {
  completed: 'completed',
  failed: 'failed',
  timed_out: 'failed',
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/**
 * A fault of ours leaves the claim to lapse, so that it counts as a crash and the scan runs again, three times in all. A database
 * that could not be used is no fault of the scan's: it is handed back as soon as that can be written.
 */
async function endFaulted(
  ctx: ScanWorkerContext,
  scan: ClaimedScan,
  workerId: string,
  reason: unknown,
  stopping: AbortSignal,
): Promise<string> {
  if (reason instanceof Stopped && reason.reason !== 'deadline') return reason.reason
  const facts = { err: reason, attempt: scan.attempt }
  const claim = { workerId, attempt: scan.attempt }
  if (isDatabaseOutage(reason)) ctx.log.warn(facts, 'a scan met an outage of the database')
  const end = async () => {
    if (reason instanceof Stopped) {
      await endScan(ctx, failure(scan.scan_id, claim, 'Scan timed out'), null)
      return 'timed_out'
    }
    if (isDatabaseOutage(reason) && (await handBackAfterOutage(ctx.db, { scanId: scan.scan_id, ...claim })))
      return 'handed_back'
    ctx.log.error(facts, 'scan faulted')
    if (scan.attempt < 3) return 'faulted'
    await endScan(ctx, failure(scan.scan_id, claim, 'Internal error'), null)
    return 'failed'
  }
  try {
    return await despiteOutage(end, stopping)
  } catch (error) {
    ctx.log.error({ err: error }, 'ending a scan failed')
    return 'faulted'
  }
}
