import type { ReactNode } from 'react'
import { Loading } from '../states/loading.tsx'
import { ReadFailure } from '../states/read-failure.tsx'
import { LoadMore } from './load-more.tsx'

/** What an infinite query says of itself. */
interface Leafed {
  error: unknown
  data: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isPlaceholderData: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

/** A list that is read page by page: that it is loading or could not be loaded, that it is empty, or the rows and the way on. */
export function LeafedList({
  what,
  list,
  count,
  empty,
  children,
}: {
  /** In the plural, as in "The acts could not be loaded". */
  what: string
  list: Leafed
  count: number
  empty: ReactNode
  /** The rows, of which there are some. */
  children: ReactNode
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list
  const hasFailed = error !== null
  return (
    <>
      {hasFailed && (
        <div className="px-4 pb-3">
          <ReadFailure
            what={`The ${what} could not be loaded`}
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data === undefined && !hasFailed && (
        <div className="px-4">
          <Loading label={`The ${what}: loading`} rows={5} />
        </div>
      )}
      {data !== undefined && count === 0 && empty}
      {count > 0 && (
        <div aria-busy={isPlaceholderData}>
          {children}
          <LoadMore
            count={count}
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        </div>
      )}
    </>
  )
}
