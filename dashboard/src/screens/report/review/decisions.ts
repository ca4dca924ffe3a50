import type { Decision } from '../../../../../sdk/contract.ts'
import { words } from '../../../../../sdk/words.ts'

export const DECISIONS: { value: Decision; label: string; note: string; mark: string }[] = [
  { value: 'cleared', label: 'Clear', note: 'Nothing to act on', mark: '✓' },
  { value: 'escalated', label: 'Escalate', note: 'Somebody has to act', mark: '▲' },
  { value: 'false_alarm', label: 'False alarm', note: 'The report is wrong', mark: '✕' },
]

const DONE: Record<Decision, string> = {
  cleared: 'Cleared',
  escalated: 'Escalated',
  false_alarm: 'False alarm',
}

export function decisionWord(decision: string): string {
  return decision in DONE ? DONE[decision as Decision] : words(decision)
}
