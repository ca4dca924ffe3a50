import type { Subject } from '../finding.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'

export type Recommendation = 'no_flags' | 'review_low' | 'review_medium' | 'review_high'
export type Confidence = 'low' | 'medium' | 'high'
export type AnalysisMode = 'rules' | 'rules+model'

export interface ScoreInput {
  /** 0 to 1: the share of the planned steps that ran. */
  coverage: number
  mode: 'quick' | 'deep'
  analysisMode: AnalysisMode
  pack: PolicyPack
  subject: Subject
  /** Status codes that the pipeline already knows; listed last, never scored. */
  statusCodes: readonly string[]
  /** A model says that a page addresses it, with or without a finding. Default false. */
  injectionSeen?: boolean
}
