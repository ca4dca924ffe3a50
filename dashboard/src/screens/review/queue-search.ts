import type { QueueFilter } from '../../../../sdk/client.ts'
import { listOf, type SearchParams } from '../../search-params.ts'

const NAMES = ['recommendation', 'order_by', 'reason_code', 'assigned', 'tab'] as const

/** What the address bar says, under the API's names; `tab` is the part of the report that is shown. */
export type QueueSearch = Partial<Record<(typeof NAMES)[number], string>>

export function readQueueSearch(search: SearchParams): QueueSearch {
  const given = NAMES.map((name) => [name, search[name]?.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** For the client, which passes words on that the contract does not know. */
export function toQueueFilter({ recommendation, tab, ...rest }: QueueSearch): QueueFilter {
  const words = { ...rest, ...(recommendation && { recommendation: listOf(recommendation) }) }
  return words as QueueFilter
}
