import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { filterWords, type HistoryFilter } from '../history/history-filter.ts'
import { useLoadedPages } from '../history/use-loaded-pages.ts'

/** Where this report stands in the list that it was opened from, and the way on in it. Nothing for one that was opened otherwise. */
export function ListPosition({ scanId }: { scanId: string }) {
  const filter = useRouterState({ select: ({ location }) => location.state.openedFrom })
  return filter ? <Position scanId={scanId} filter={filter} /> : null
}

function Position({ scanId, filter }: { scanId: string; filter: HistoryFilter }) {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useLoadedPages(filter)
  const ids = idsOf(data)
  const at = ids.indexOf(scanId)
  const open = (id: string | undefined) => {
    if (id)
      void navigate({
        to: '/o/$orgId/scans/$scanId',
        params: { orgId, scanId: id },
        state: { openedFrom: filter },
      })
  }
  const isLast = at === ids.length - 1
  const canGoOn = at >= 0 && (!isLast || hasNextPage)
  const next = async () => {
    if (!canGoOn || isFetchingNextPage) return
    if (!isLast) return open(ids[at + 1])
    const more = await fetchNextPage()
    open(idsOf(more.data)[at + 1])
  }
  const previous = () => open(ids[at - 1])
  useKeys({ '[': previous, p: previous, ']': () => void next(), n: () => void next() })
  if (!data && !error) return null
  return (
    <nav aria-label="In the list" className="flex flex-wrap items-center gap-x-3 gap-y-2" data-print="no">
      <Link
        to="/o/$orgId/history"
        params={{ orgId }}
        search={filter}
        className="inline-flex min-h-6 min-w-0 items-center text-[0.8125rem]"
      >
        <span className="truncate">← History: {showPlainly(filterWords(filter))}</span>
      </Link>
      <span className="ml-auto text-xs text-muted tabular-nums">
        {at >= 0 ? `${at + 1} of ${ids.length} loaded` : `not among the ${ids.length} loaded`}
      </span>
      <span className="flex gap-2">
        <Button size="small" icon="left" shortcut="[" isDisabled={at < 1} onPress={previous}>
          Previous
        </Button>
        <Button
          size="small"
          icon="right"
          shortcut="]"
          isDisabled={!canGoOn}
          isBusy={isFetchingNextPage}
          onPress={() => void next()}
        >
          {isFetchingNextPage ? 'Loading…' : 'Next'}
        </Button>
      </span>
      {error && (
        <Failure what="The list could not be loaded" error={error} onRetry={() => void fetchNextPage()} />
      )}
    </nav>
  )
}

/** Each once: pages that were read one after another may hold the same scan. */
function idsOf(data: { pages: { scans: { scan_id: string }[] }[] } | undefined): string[] {
  return [...new Set(data?.pages.flatMap((page) => page.scans.map(({ scan_id }) => scan_id)))]
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that a report was opened from. It stays with the entry of the browser's history, and out of links. */
    openedFrom?: HistoryFilter
  }
}
