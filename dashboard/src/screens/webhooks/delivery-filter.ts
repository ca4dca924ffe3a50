import type { DeliveryFilter } from '../../../../sdk/client.ts'
import type { SearchParams } from '../../search-params.ts'

const NAMES = ['status', 'scan_id', 'from', 'to'] as const

/** What the address says, under the API's names. */
export type DeliverySearch = Partial<Record<(typeof NAMES)[number], string>>

export function readDeliverySearch(search: SearchParams): DeliverySearch {
  const given = NAMES.map((name) => [name, search[name]?.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** For the client, which passes on words that the contract does not know: the service says which it cannot use. */
export function toDeliveryFilter(search: DeliverySearch): DeliveryFilter {
  return search as DeliveryFilter
}
