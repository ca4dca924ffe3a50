import type { Logger } from 'pino'
import { CANCELLED } from '../../sdk/contract.ts'
import { despiteOutage, metOutage } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import { stateOfScan } from '../db/scans/cancelling.ts'
import { type ClaimedScan, handBackAfterOutage } from '../db/scans/queue.ts'
import type { Metrics } from '../metrics.ts'
import { nextTrace, type RecordSpan, readTrace, type Trace } from '../trace.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { endScan, failure } from './end-scan.ts'
import type { ScanOutcome } from './run-scan.ts'

/** What a run of a scan needs of its worker. */
export interface RunContext {
  db: Db
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
}

/** One run of a scan: what its lines say, its place in a trace, and who waits for what it still stores. */
export interface RunOf {
  log: Logger
  trace: Trace
  /** A worker that stops hands its scans back once this is done: without their claim nothing is stored of them any more. */
  beforeHandBack(work: Promise<unknown>): void
}

/** Why a running scan was told to stop. */
export class Stopped extends Error {
  readonly reason: 'deadline' | 'lost' | 'shutdown'
  constructor(reason: 'deadline' | 'lost' | 'shutdown') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Runs a claimed scan and tells how it ended, to metrics, trace and log. `signal` ends this scan, `stopping` the whole worker. A fault of ours leaves its
 * claim to lapse.
 */
export async function runToEnd(
  ctx: RunContext,
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

/** Rejects with the reason of a signal, as soon as there is one. */
export function aborted(signal: AbortSignal): Promise<never> {
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
  ctx: RunContext,
  scan: ClaimedScan,
  workerId: string,
  reason: unknown,
  stopping: AbortSignal,
): Promise<string> {
  if (reason instanceof Stopped && reason.reason !== 'deadline') return reason.reason
  const facts = { err: reason, attempt: scan.attempt }
  const claim = { workerId, attempt: scan.attempt }
  const isOutage = !(reason instanceof Stopped) && (await metOutage(ctx.db, reason))
  if (isOutage) ctx.log.warn(facts, 'a scan met an outage of the database')
  const end = async () => {
    if (reason instanceof Stopped) {
      await endScan(ctx, failure(scan.scan_id, claim, 'Scan timed out'), null)
      return 'timed_out'
    }
    if (isOutage && (await handBackAfterOutage(ctx.db, { scanId: scan.scan_id, ...claim })))
      return 'handed_back'
    ctx.log.error(facts, 'scan faulted')
    if (scan.attempt < 3) return 'faulted'
    await endScan(ctx, failure(scan.scan_id, claim, 'Internal error'), null)
    return 'failed'
  }
  try {
    return await despiteOutage(ctx.db, end, stopping)
  } catch (error) {
    ctx.log.error({ err: error }, 'ending a scan failed')
    return 'faulted'
  }
}
