import type { Scan } from '../scan.ts'
import { STEPS } from './steps.ts'

export interface StepState {
  step: string
  state: 'done' | 'running' | 'waiting' | 'not_part'
}

const QUICK = new Set(['profile', 'ban_check', 'analysis'])

/** Where a running scan is. Links, social profiles and outside search run side by side. */
export function scanSteps({
  scan_mode: mode,
  progress,
  processing_started_at: startedAt,
}: Scan): StepState[] {
  const done = new Set(progress?.steps_done ?? [])
  return STEPS.map((step) => {
    if (mode === 'quick' && !QUICK.has(step)) return { step, state: 'not_part' }
    if (done.has(step)) return { step, state: 'done' }
    return { step, state: startedAt !== null && step === progress?.step ? 'running' : 'waiting' }
  })
}
