import { parentPort, workerData } from 'node:worker_threads'
import type { EmbedderFolders } from '../embeddings/open-embedder.ts'
import { ToscanError } from '../errors.ts'
import { adaptPack, type PolicyOverrides } from '../policy/pack/adapt-pack.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { type Judgement, judge, type Matter } from './judge.ts'
import { type OpenedSense, openSense } from './open-sense.ts'

/** What the thread starts with. */
export interface JudgingStart {
  policies: PolicyPack
  /** An operator's embedding model, where there is one. */
  embedder: EmbedderFolders | null
}

/** What the thread is asked: one scan, by the pack with an organization's changes. */
export interface JudgingJob {
  overrides: PolicyOverrides
  matter: Matter
}

/** What the embedding model was worth on the known texts; null where there is none. */
export type SenseMeasures = OpenedSense['measured'] | null

export type JudgingAnswer =
  | { ready: SenseMeasures }
  /** What an operator can mend. */
  | { refused: string }
  | { judgement: Judgement }
  | { fault: unknown }

// Runs as a worker only: answers every job, in order.
const { policies, embedder } = startOf(workerData)
try {
  const sense = embedder && (await openSense(policies, embedder))
  compilePack(policies)
  parentPort?.on('message', async (job: JudgingJob) => answer(await judged(job, sense)))
  answer({ ready: sense && { codes: sense.measured.codes, languages: sense.measured.languages } })
} catch (fault) {
  answer(fault instanceof ToscanError ? { refused: fault.message } : { fault })
}

function answer(message: JudgingAnswer) {
  parentPort?.postMessage(message)
}

async function judged({ overrides, matter }: JudgingJob, sense: OpenedSense | null): Promise<JudgingAnswer> {
  try {
    const pack = adaptPack(policies, overrides)
    const judgement = sense ? await sense.hear((heard) => judge(pack, matter, heard)) : judge(pack, matter)
    return { judgement }
  } catch (fault) {
    return { fault }
  }
}

/** `startJudging` starts this file with nothing else. */
function startOf(data: unknown): JudgingStart {
  return data as JudgingStart
}
