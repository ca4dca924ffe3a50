import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { storeStep } from '../db/scans/queue.ts'
import { sharedNow } from '../evidence/shared-time.ts'
import type { Metrics } from '../metrics.ts'
import { nextTrace, type RecordSpan, type Trace } from '../trace.ts'
import { type LostCaptures, outputOf } from './output-of.ts'

/** Runs a named step once: its output is stored, and a later attempt takes it from there. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** The claim on the scan has passed to another worker. */
export class ClaimLost extends Error {}

/** A step that has ended and is not in the database yet. */
export interface HeldStep {
  step: string
  output: string
  startedAt: Date
}

export interface StoredSteps {
  step: RunStep
  /** Stores nothing from now on; gives what was held back, for whoever ends the scan. */
  close(): Promise<HeldStep[]>
}

/**
 * When a step is stored: before its scan goes on, so that nobody is asked again after a crash; while it goes on, if it does for a moment; or a
 * second later, to be stored with the end of its scan.
 */
export type StoredWhen = 'first' | 'meanwhile' | 'later'

/** A scan that ends before that has stored nothing that its end deletes. */
const WAIT_MS = { meanwhile: 100, later: 1000 }

/**
 * Steps of a scan that lives in the database.
 * @param ctx `beforeHandBack` is given what is being stored when the scan is told to stop
 * @param stored what earlier runs have stored, also of a first attempt: a scan that was handed back keeps its steps and its count of crashes
 * @param captured resolves when what was captured so far is written, with what could not be: a step is stored after its pages,
 * so that a resumed scan never builds on a page whose bytes went down with its worker
 * @param whenStored by step. What waits is stored before what does not
 */
export function storedSteps(
  ctx: {
    db: Db
    log: Logger
    metrics: Metrics
    trace?: Trace
    recordSpan?: RecordSpan
    beforeHandBack?: (work: Promise<unknown>) => void
  },
  claim: { scanId: string; workerId: string; attempt: number },
  stored: Map<string, string>,
  signal: AbortSignal,
  captured: () => Promise<LostCaptures>,
  whenStored: (step: string) => StoredWhen = () => 'first',
): StoredSteps {
  let held: (HeldStep & { dueAt: number })[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<void> = Promise.resolve()

  const store = async (step: HeldStep) => {
    if (!(await storeStep(ctx.db, { ...claim, ...step }))) throw new ClaimLost(step.step)
  }
  /** Those that are due by then, and what came before them. */
  const storeHeld = async (dueBy: number) => {
    const isDue = held.findLastIndex(({ dueAt }) => dueAt <= dueBy)
    for (const step of held.slice(0, isDue + 1)) {
      if (isClosed) return
      await store(step)
      held = held.filter((each) => each !== step)
    }
    wait()
  }
  const inTurn = (dueBy = Number.POSITIVE_INFINITY) => {
    last = last.catch(() => {}).then(() => storeHeld(dueBy))
    return last
  }
  // What could not be stored is held on, and whoever stores the next step or the end meets the same.
  const soon = (dueBy?: number) => void inTurn(dueBy).catch(() => {})
  const wait = () => {
    clearTimeout(timer)
    const dueAt = Math.min(...held.map((each) => each.dueAt))
    if (isClosed || held.length === 0) return
    timer = setTimeout(() => soon(dueAt), Math.max(0, dueAt - performance.now())).unref()
  }
  // A worker that stops hands its scans on with what they have.
  const hurry = () => {
    const stored = inTurn().catch(() => {})
    ctx.beforeHandBack?.(stored)
  }
  signal.addEventListener('abort', hurry, { once: true })

  const step: RunStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = stored.get(name)
    if (known !== undefined) return fromStore<T>(known)
    const startedAt = sharedNow()
    const started = performance.now()
    let outcome = 'failed'
    try {
      const result = await work()
      // Fetches that were aborted under a step are not what the web says.
      signal.throwIfAborted()
      const output = outputOf(result, await captured())
      signal.throwIfAborted()
      const ended = { step: name, output, startedAt }
      const when = whenStored(name)
      if (when === 'first') {
        await inTurn()
        await store(ended)
      } else {
        held.push({ ...ended, dueAt: performance.now() + WAIT_MS[when] })
        wait()
      }
      outcome = 'stored'
      // What goes on is what was stored, so that a resumed scan sees the same as one in a single run.
      return fromStore<T>(output)
    } finally {
      const seconds = (performance.now() - started) / 1000
      ctx.metrics.steps.observe({ step: name, outcome }, seconds)
      const endedAt = Date.now()
      ctx.recordSpan?.({
        name: `step ${name}`,
        kind: 'internal',
        trace: nextTrace(ctx.trace ?? null),
        parent: ctx.trace ?? null,
        startedAt: endedAt - seconds * 1000,
        endedAt,
        ok: outcome === 'stored',
        facts: { scan_id: claim.scanId, step: name, outcome },
      })
      ctx.log.debug({ step: name, outcome, duration_ms: Math.round(seconds * 1000) }, 'step')
    }
  }
  return {
    step,
    async close() {
      isClosed = true
      clearTimeout(timer)
      signal.removeEventListener('abort', hurry)
      await last.catch(() => {})
      return held
    },
  }
}

const NONE_LOST: LostCaptures = new Set()

/** Steps of a scan without a database: `toscan scan`. */
export function plainStepRunner(announce: (step: string) => void): RunStep {
  return async (name, work) => {
    announce(name)
    return fromStore(outputOf(await work(), NONE_LOST))
  }
}

/** The text was written from a `T` by this very function; JSON keeps what our steps return. */
function fromStore<T>(text: string): T {
  return JSON.parse(text) as T
}
