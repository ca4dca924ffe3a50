import type { ActFilter } from '../../../../sdk/client.ts'
import type { SearchParams } from '../../search-params.ts'

const NAMES = ['actor', 'action', 'from', 'to'] as const

/** What the address says, under the API's names. */
export type ActSearch = Partial<Record<(typeof NAMES)[number], string>>

export function readActSearch(search: SearchParams): ActSearch {
  const given = NAMES.map((name) => [name, search[name]?.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** For the client, which passes on words that the contract does not know: the service says which it cannot use. */
export function toActFilter(search: ActSearch): ActFilter {
  return search as ActFilter
}
