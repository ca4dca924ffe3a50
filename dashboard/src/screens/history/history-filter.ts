import type { ScanFilter } from '../../../../sdk/client.ts'
import type { Recommendation } from '../../../../sdk/contract.ts'
import { SCAN_FILTERS } from '../../../../sdk/scan-filters.ts'
import type { TableRow } from '../../../../sdk/scan-table.ts'
import { listOf, type SearchParams, stringifySearch } from '../../search-params.ts'

export type FilterName = (typeof SCAN_FILTERS)[number]

/** What the address bar says, under the API's names. Values stand as they were written: the service says which it cannot use. */
export type HistoryFilter = Partial<Record<FilterName, string>>

export function readFilter(search: SearchParams): HistoryFilter {
  const given = SCAN_FILTERS.map((name) => [name, search[name]?.trim()] as const)
  return Object.fromEntries(given.filter(([, value]) => value))
}

/** For the client, which passes words on that the contract does not know. */
export function toScanFilter(filter: HistoryFilter): ScanFilter {
  const { recommendation, decision, ...rest } = filter
  const words = {
    ...rest,
    ...(recommendation && { recommendation: listOf(recommendation) }),
    ...(decision && { decision: listOf(decision) }),
  }
  return words as ScanFilter
}

/** The same question to the interface, for a shell. The key is the reader's. */
export function toCurl(filter: HistoryFilter, origin: string): string {
  const address = `${origin}/api/v2/org/scans${stringifySearch({ ...filter, limit: '100' })}`
  return `curl -s '${address.replaceAll("'", '%27')}' -H "Authorization: Bearer $TOSCAN_API_KEY"`
}

/** What a list holds, in a few words: `High, Medium · “lena” · from 2026-03-01`. */
export function filterWords({
  recommendation,
  scan_mode,
  q,
  from_date,
  to_date,
  status,
  decision,
  reviewer,
  assigned,
  reason_code,
  domain,
  batch_id,
}: HistoryFilter): string {
  const parts = [
    listOf(recommendation)
      .map((value) => RECOMMENDATION_WORDS[value] ?? value)
      .join(', '),
    scan_mode,
    q && `“${q}”`,
    from_date && `from ${from_date}`,
    to_date && `to ${to_date}`,
    status,
    listOf(decision)
      .map((value) => value.replaceAll('_', ' '))
      .join(', '),
    reviewer && `decided by ${reviewer === 'me' ? 'me' : 'one person'}`,
    assigned && `assigned to ${assigned === 'me' || assigned === 'nobody' ? assigned : 'one person'}`,
    reason_code,
    domain,
    batch_id && 'one batch',
  ]
  return parts.filter(Boolean).join(' · ') || 'all'
}

const RECOMMENDATION_WORDS: Record<string, string> = {
  review_high: 'High',
  review_medium: 'Medium',
  review_low: 'Low',
  no_flags: 'No flags',
}

/** What narrows the list, without what only orders it. */
export function narrowingNames(filter: HistoryFilter): FilterName[] {
  return SCAN_FILTERS.filter((name) => filter[name] && !name.startsWith('sort_'))
}

export const SORTS = [
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
  { value: 'risk_score.desc', label: 'Highest risk first' },
  { value: 'risk_score.asc', label: 'Lowest risk first' },
] as const
export type Sort = (typeof SORTS)[number]['value']

export function sortOf({ sort_by = 'created_at', sort_order = 'desc' }: HistoryFilter): Sort {
  return SORTS.find(({ value }) => value === `${sort_by}.${sort_order}`)?.value ?? 'created_at.desc'
}

/** The order that nobody has to ask for is not written down. */
export function withSort(filter: HistoryFilter, sort: Sort): HistoryFilter {
  const [by, order] = sort.split('.')
  const { sort_by, sort_order, ...rest } = filter
  return {
    ...rest,
    ...(by !== 'created_at' && { sort_by: by }),
    ...(order !== 'desc' && { sort_order: order }),
  }
}

/** Whether a row may still change. */
export function isRunning({ status }: Pick<ScanRow, 'status'>): boolean {
  return status === 'processing'
}

/** A row of the list. */
export type ScanRow = TableRow

/** The words of a verdict that this page has a shape and a colour for; null for all others. */
export function knownRecommendation(word: string | null | undefined): Recommendation | null {
  return word === 'no_flags' || word === 'review_low' || word === 'review_medium' || word === 'review_high'
    ? word
    : null
}
