import type { Watch } from '../../../sdk/contract.ts'
import type { ListedWatchRow } from '../../db/watches/watches.ts'
import { timeOf } from '../../watches/next-run.ts'

/** A watch as the interface has it. */
export function publicWatch({ org_id, is_snoozed, is_ended, ...row }: ListedWatchRow): Watch {
  const state = is_ended ? 'ended' : is_snoozed ? 'snoozed' : row.muted ? 'muted' : 'active'
  return { ...row, state, time_utc: timeOf(row.watch_id) }
}
