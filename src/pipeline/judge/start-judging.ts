import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EmbedderFolders } from '../../embeddings/open-embedder.ts'
import { InvalidInput } from '../../errors.ts'
import type { OrgChanges } from '../../policy/pack/adapt-pack.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Judgement, Matter } from './judge.ts'
import type { JudgingAnswer, JudgingJob, JudgingStart, SenseMeasures, TrialJob } from './judging-worker.ts'
import type { Trial } from './try-criterion.ts'

export interface Judging {
  /**
   * Resolves once the pack is compiled and an embedding model measured, with what that is worth; null where there is none. Rejects with
   * InvalidInput where it cannot be run.
   */
  ready(): Promise<SenseMeasures>
  /**
   * What `judge` gives for the pack with these changes, after the scans before it; null when it took more than it may.
   * Rejects with the reason of `signal`, and with a fault of the rules.
   */
  judge(changes: OrgChanges, matter: Matter, signal: AbortSignal): Promise<Judgement | null>
  /** What a criterion would come to, in the same thread and within the same bounds; null when it took more than it may. */
  try(job: TrialJob): Promise<(Trial | null)[] | null>
  /** There will be something to judge: a thread that rests gets ready meanwhile, and none rests until what is given back is called. */
  expect(): () => void
  close(): Promise<void>
}

/** CPU time that judging one scan may take; most take a tenth of a second. */
const SCAN_CPU_MS = 20_000
const LOOK_MS = 100
/** After the last scan. */
const REST_MS = 30_000
/** With the compiled pack, some 40 MB of it. */
const MAX_HEAP_MB = 768
/** Three times what V8 collects at once. What is left of a scan when it is judged is little: in more room it lies longer, and takes no less time. */
const YOUNG_HEAP_MB = 24

/**
 * Judges in a thread of its own, one scan at a time: strangers' words must not hold the loop that keeps leases and answers
 * requests. A scan that takes more than `cpuMs` or all memory costs the thread, which is replaced, and nothing else. CPU time, not the
 * clock: a busy machine must change no verdict.
 *
 * Its thread takes some 100 MB. It rests where nothing was judged for a while, and is ready again in a quarter of a second, while the first page is
 * fetched; with an embedding model, which takes longer to open, it never rests.
 */
export function startJudging(
  policies: PolicyPack,
  {
    cpuMs = SCAN_CPU_MS,
    embedder = null,
    restMs = REST_MS,
    atRest = false,
  }: {
    cpuMs?: number
    embedder?: EmbedderFolders | null
    restMs?: number
    /** Nobody waits for it before the first job. */
    atRest?: boolean
  } = {},
): Judging {
  const start = { policies, embedder }
  let thread: Thread | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false
  let expected = 0
  let timer: NodeJS.Timeout | undefined
  const living = () => {
    if (closed) throw new Error('judging has been closed')
    if (thread === null || thread.isLost()) thread = startThread(start)
    return thread
  }
  const rest = () => {
    const resting = thread
    thread = null
    void resting?.stop()
  }
  const expect = () => {
    clearTimeout(timer)
    expected++
    if (!closed) living()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      expected--
      if (expected === 0 && !closed && embedder === null) timer = setTimeout(rest, restMs).unref()
    }
  }
  const inTurn = (job: JudgingJob, signal?: AbortSignal) => {
    const judged = expect()
    const turn = last
      .then(() => {
        signal?.throwIfAborted()
        return living().ask(job, cpuMs)
      })
      .finally(judged)
    last = turn.catch(() => {})
    return turn
  }
  if (!atRest) expect()()
  return {
    ready() {
      const ended = expect()
      return living().ready.finally(ended)
    },
    expect,
    async judge(changes, matter, signal) {
      const given = await inTurn({ changes, matter }, signal)
      if (given === null) return null
      if ('judgement' in given) return given.judgement
      throw outOfTurn()
    },
    async try(job) {
      const given = await inTurn(job)
      if (given === null) return null
      if ('trials' in given) return given.trials
      throw outOfTurn()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await thread?.stop()
    },
  }
}

function outOfTurn(): Error {
  return new Error('the judging thread answered out of turn')
}

interface Thread {
  ready: Promise<SenseMeasures>
  isLost(): boolean
  ask(job: JudgingJob, cpuMs: number): Promise<JudgingAnswer | null>
  stop(): Promise<unknown>
}

/** A thread has what Node keeps of our code, and with it the tables of the pack, only where its own environment says so. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

function startThread(start: JudgingStart): Thread {
  const worker = new Worker(new URL('./judging-worker.ts', import.meta.url), {
    execArgv: [],
    env: compileCache(),
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  worker.unref()
  let isLost = false
  /** Why it answers no more. */
  let end: unknown
  /** Whoever waits for an answer. Not a race against the end: a promise that lasts keeps what every race against it came to. */
  let asking: PromiseWithResolvers<JudgingAnswer> | null = null
  const finish = (error: unknown) => {
    end ??= error
    asking?.reject(end)
    asking = null
  }
  worker.on('message', (message) => {
    asking?.resolve(message)
    asking = null
  })
  worker.on('error', finish)
  worker.on('exit', () => {
    isLost = true
    finish(new Error('the judging thread has ended'))
  })
  const answer = (): Promise<JudgingAnswer> => {
    if (end !== undefined) return Promise.reject(end)
    asking = Promise.withResolvers<JudgingAnswer>()
    return asking.promise
  }
  const ready = answer().then((first) => {
    if ('ready' in first) return first.ready
    if ('refused' in first) throw new InvalidInput(first.refused)
    throw 'fault' in first ? first.fault : outOfTurn()
  })
  ready.catch(() => {})

  return {
    ready,
    isLost: () => isLost,
    stop: () => worker.terminate(),
    async ask(job, cpuMs) {
      await ready
      worker.ref()
      const guard = guardTime(worker, cpuMs)
      try {
        worker.postMessage(job)
        const given = await answer()
        if ('fault' in given) throw given.fault
        return given
      } catch (error) {
        if (guard.isOver() || isOutOfMemory(error)) return null
        throw error
      } finally {
        guard.end()
        worker.unref()
      }
    },
  }
}

/** Ends the thread once it has used so much CPU time from the first look on: most are done before that, and asking a thread for its times wakes it. */
function guardTime(worker: Worker, cpuMs: number): { isOver(): boolean; end(): void } {
  let isOver = false
  let before: NodeJS.CpuUsage | undefined
  const look = async () => {
    const used = await worker.cpuUsage(before)
    before ??= used
    if (used === before || (used.user + used.system) / 1000 <= cpuMs) return
    isOver = true
    await worker.terminate()
  }
  // A thread that has ended meanwhile has no times.
  const timer = setInterval(() => look().catch(() => {}), LOOK_MS)
  return { isOver: () => isOver, end: () => clearInterval(timer) }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
