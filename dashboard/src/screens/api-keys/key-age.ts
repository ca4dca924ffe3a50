import type { ApiKey } from '../../../../sdk/contract.ts'

const HOUR_MS = 3_600_000
const STALE_MS = 90 * 24 * HOUR_MS

type Use = Pick<ApiKey, 'created_at' | 'last_used_at'>

/** A key that nobody has used for ninety days, counted from its making: a door that nobody would miss. */
export function isStale({ created_at, last_used_at }: Use, now: number): boolean {
  return now - Date.parse(last_used_at ?? created_at) >= STALE_MS
}

/** Something would break at once if it were revoked. */
export function isInUse({ last_used_at }: Use, now: number): boolean {
  return last_used_at !== null && now - Date.parse(last_used_at) < HOUR_MS
}
