import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { batchesQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { type BatchRow, liveBatches } from './live-batches.ts'

/** The pages that somebody has loaded, which are not read again by themselves: rows would move. */
export function useBatches() {
  const { toscan, orgId } = useOrg()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: batchPagesKey(orgId),
    queryFn: ({ pageParam, signal }) => toscan.batches.list({ after: pageParam }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    loaded: data?.pages.flatMap((page) => page.batches),
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    onMore: () => void fetchNextPage(),
  }
}

/** The loaded batches with the latest of each, from the newest page. */
export function useLiveBatches(loaded: readonly BatchRow[]) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [isPaused] = usePaused()
  const newest = useQuery({
    ...batchesQuery(toscan, orgId),
    refetchInterval: pollWhile(
      (page) => page.batches.some(({ status }) => status === 'processing'),
      isPaused,
    ),
  })
  return {
    ...liveBatches(loaded, newest.data?.batches ?? []),
    /** Begins the list anew with what is there now. */
    showNew() {
      if (newest.data)
        queries.setQueryData(batchPagesKey(orgId), { pages: [newest.data], pageParams: [undefined] })
    },
  }
}

function batchPagesKey(orgId: string) {
  return [orgId, 'batches', 'pages']
}
