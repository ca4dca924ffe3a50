import type { Open } from '../../../../sdk/client.ts'
import type { Criterion } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'

/** What a criterion does now, and whether there is something newer that does not. */
export function stateWords({
  state,
  version,
  judging_version,
}: Pick<Open<Criterion>, 'state' | 'version' | 'judging_version'>): string {
  if (judging_version === null) return 'Draft: judges nothing'
  const doing =
    state === 'live' ? 'Live' : state === 'shadow' ? 'In shadow: recorded, not counted' : words(state)
  const behind = version > judging_version ? `; version ${version} is not in force yet` : ''
  return `${doing}, version ${judging_version}${behind}`
}
