import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { storeStep } from '../db/queue.ts'
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

/** What a step that may wait is held back for, so that a scan that goes on does so with all that it has. */
const HOLD_MS = 1000

/**
 * Steps of a scan that lives in the database.
 * @param stored what earlier runs have stored, also of a first attempt: a scan that was handed back keeps its steps and its count of crashes
 * @param captured resolves when what was captured so far is written, with what could not be: a step is stored after its pages,
 * so that a resumed scan never builds on a page whose bytes went down with its worker
 * @param mayWait whether a step is held back for a second, to be stored with the end of its scan. It is stored before any that may not
 */
export function storedSteps(
  ctx: { db: Db; log: Logger; metrics: Metrics; trace?: Trace; recordSpan?: RecordSpan },
  claim: { scanId: string; workerId: string; attempt: number },
  stored: Map<string, string>,
  signal: AbortSignal,
  captured: () => Promise<LostCaptures>,
  mayWait: (step: string) => boolean = () => false,
): StoredSteps {
  let held: HeldStep[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<void> = Promise.resolve()

  const store = async (step: HeldStep) => {
    if (!(await storeStep(ctx.db, { ...claim, ...step }))) throw new ClaimLost(step.step)
  }
  const storeHeld = async () => {
    clearTimeout(timer)
    timer = undefined
    for (const step of isClosed ? [] : held) {
      await store(step)
      held = held.filter((each) => each !== step)
    }
  }
  const inTurn = () => {
    last = last.catch(() => {}).then(storeHeld)
    return last
  }
  // What could not be stored is held on, and whoever stores the next step or the end meets the same.
  const soon = () => void inTurn().catch(() => {})
  // A worker that stops hands its scans on with what they have.
  signal.addEventListener('abort', soon, { once: true })

  const step: RunStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = stored.get(name)
    if (known !== undefined) return fromStore<T>(known)
    const startedAt = new Date()
    const started = performance.now()
    let outcome = 'failed'
    try {
      const result = await work()
      // Fetches that were aborted under a step are not what the web says.
      signal.throwIfAborted()
      const output = outputOf(result, await captured())
      signal.throwIfAborted()
      if (mayWait(name)) {
        held.push({ step: name, output, startedAt })
        timer ??= setTimeout(soon, HOLD_MS).unref()
      } else {
        await inTurn()
        await store({ step: name, output, startedAt })
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
      signal.removeEventListener('abort', soon)
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
