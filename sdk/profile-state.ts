import type { ProfileState } from './contract.ts'

const STATES: Readonly<Record<string, ProfileState>> = {
  ok: 'read',
  private: 'front_only',
  age_gate: 'front_only',
  gone: 'gone',
  banned: 'suspended',
}

/**
 * How much of a profile was read, by the `outcome` of its entry in `evidence_index` (the one with hop 0). An outcome that is not known is
 * `unread`: what nobody has seen is never clean.
 */
export function profileStateOf(outcome: string): ProfileState {
  return STATES[outcome] ?? 'unread'
}
