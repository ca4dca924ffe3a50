import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useOrg } from '../../session/use-org.ts'
import { type HistoryFilter, toScanFilter } from './history-filter.ts'

/** The pages that somebody has loaded. They are not read again by themselves: rows would move. */
export function useLoadedPages(filter: HistoryFilter) {
  const { toscan, orgId } = useOrg()
  return useInfiniteQuery({
    queryKey: [orgId, 'history', filter],
    queryFn: ({ pageParam, signal }) =>
      toscan.scans.list({ ...toScanFilter(filter), after: pageParam }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}
