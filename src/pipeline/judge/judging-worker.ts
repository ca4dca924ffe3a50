import { parentPort, workerData } from 'node:worker_threads'
import type { EmbedderFolders } from '../../embeddings/open-embedder.ts'
import { ToscanError } from '../../errors.ts'
import { adaptPack, type OrgChanges } from '../../policy/pack/adapt-pack.ts'
import { compilePack } from '../../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Analysis } from './analyze.ts'
import { type Judgement, judge, type Matter } from './judge.ts'
import type { ProfileText } from './judge-text.ts'
import { type OpenedSense, openSense } from './open-sense.ts'
import { practise } from './practise.ts'
import { type Trial, type Tried, tryOnScan, tryOnText } from './try-criterion.ts'

/** What the thread starts with. */
export interface JudgingStart {
  policies: PolicyPack
  /** An operator's embedding model, where there is one. */
  embedder: EmbedderFolders | null
}

/** What the thread is asked: one scan, by the pack with an organization's changes; or what a criterion would come to. */
export type JudgingJob = { changes: OrgChanges; matter: Matter } | TrialJob

export interface TrialJob {
  tried: Tried
  /** On this text, or on what these scans were judged by, as it is stored. */
  on: ProfileText | { analyses: string[] }
}

/** What the embedding model was worth on the known texts; null where there is none. */
export type SenseMeasures = OpenedSense['measured'] | null

export type JudgingAnswer =
  | { ready: SenseMeasures }
  /** What an operator can mend. */
  | { refused: string }
  | { judgement: Judgement }
  /** Null where the criterion finds nothing; of the first scans only, where all took too long. */
  | { trials: (Trial | null)[] }
  | { fault: unknown }

// Runs as a worker only: answers every job, in order.
const { policies, embedder } = startOf(workerData)
try {
  const sense = embedder && (await openSense(policies, embedder))
  compilePack(policies)
  practise(policies)
  parentPort?.on('message', async (job: JudgingJob) => answer(await judged(job, sense)))
  answer({ ready: sense && { codes: sense.measured.codes, languages: sense.measured.languages } })
} catch (fault) {
  answer(fault instanceof ToscanError ? { refused: fault.message } : { fault })
}

function answer(message: JudgingAnswer) {
  parentPort?.postMessage(message)
}

async function judged(job: JudgingJob, sense: OpenedSense | null): Promise<JudgingAnswer> {
  try {
    if ('tried' in job) return { trials: trialsOf(job) }
    const { changes, matter } = job
    const pack = adaptPack(policies, changes)
    const judgement = sense ? await sense.hear((heard) => judge(pack, matter, heard)) : judge(pack, matter)
    return { judgement }
  } catch (fault) {
    return { fault }
  }
}

function trialsOf({ tried, on }: TrialJob): (Trial | null)[] {
  if ('text' in on) return [tryOnText(policies, tried, on)]
  const trials: (Trial | null)[] = []
  const started = performance.now()
  for (const text of on.analyses) {
    if (performance.now() - started > TRIALS_MS) break
    // Written by `analyze` itself; older ones have no opinion of a model.
    const stored = JSON.parse(text) as Analysis
    trials.push(tryOnScan(policies, tried, { ...stored, modelReview: stored.modelReview ?? null }))
  }
  return trials
}

/** Whoever asks waits so long; the next request goes on. */
const TRIALS_MS = 5_000

/** `startJudging` starts this file with nothing else. */
function startOf(data: unknown): JudgingStart {
  return data as JudgingStart
}
