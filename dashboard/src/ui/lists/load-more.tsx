import { Button } from '../buttons/button.tsx'

/** The end of a list that is read page by page: how much of it is there, and the way on. Never a total that nobody has counted. */
export function LoadMore({
  count,
  hasMore,
  isLoading,
  onMore,
}: {
  count: number
  hasMore: boolean
  isLoading: boolean
  onMore(): void
}) {
  return (
    <div className="flex items-center gap-3 border-t border-line px-4 py-2 text-[0.8125rem]">
      <span className="text-muted tabular-nums">
        {count} loaded{hasMore ? '' : ', no more'}
      </span>
      {hasMore && (
        <Button size="small" isBusy={isLoading} onPress={onMore}>
          {isLoading ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
