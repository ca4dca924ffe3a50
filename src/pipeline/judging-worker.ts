import { parentPort, workerData } from 'node:worker_threads'
import { adaptPack, type PolicyOverrides } from '../policy/pack/adapt-pack.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { type Judgement, judge, type Matter } from './judge.ts'

/** What the thread is asked: one scan, by the pack with an organization's changes. */
export interface JudgingJob {
  overrides: PolicyOverrides
  matter: Matter
}

export type JudgingAnswer = 'ready' | { judgement: Judgement } | { fault: unknown }

// Runs as a worker only: answers every job, in order.
const policies = packOf(workerData)
compilePack(policies)
parentPort?.on('message', (job: JudgingJob) => answer(judged(job)))
answer('ready')

function answer(message: JudgingAnswer) {
  parentPort?.postMessage(message)
}

function judged({ overrides, matter }: JudgingJob): JudgingAnswer {
  try {
    return { judgement: judge(adaptPack(policies, overrides), matter) }
  } catch (fault) {
    return { fault }
  }
}

/** `startJudging` starts this file with nothing else. */
function packOf(data: unknown): PolicyPack {
  return data as PolicyPack
}
