import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { filterName, refusedFilters } from '../../api/refused-filter.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { ReadFailure } from '../../ui/states/read-failure.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { FilterForm } from './filter-form.tsx'
import { type HistoryFilter, narrowingNames, readFilter } from './history-filter.ts'
import { HistoryList } from './history-list.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { useLoadedPages } from './use-loaded-pages.ts'
import { ViewsBar } from './views-bar.tsx'

export function HistoryPage() {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const filter = readFilter(useSearch({ from: '/o/$orgId/history' }))
  const search = useRef<HTMLInputElement>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } =
    useLoadedPages(filter)
  const show = (next: HistoryFilter) =>
    void navigate({ to: '/o/$orgId/history', params: { orgId }, search: next, replace: true })
  useKeys({
    '/': () => search.current?.focus(),
    n: () => void navigate({ to: '/o/$orgId/scan', params: { orgId } }),
  })

  const loaded = data?.pages.flatMap((page) => page.scans) ?? []
  return (
    <>
      <PageHeader
        title="History"
        lead="Every scan of the organization. All days are UTC."
        actions={
          <LinkButton variant="primary" icon="plus" to="/o/$orgId/scan" params={{ orgId }}>
            New scan
          </LinkButton>
        }
      />
      <HistoryTabs />
      <ViewsBar filter={filter} />
      <FilterForm
        filter={filter}
        onChange={show}
        searchRef={search}
        refused={refusedFilters(error, filter)}
      />
      {error && (
        <ReadFailure what="The scans could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading label="The scans: loading" rows={10} />}
      {data && loaded.length === 0 && !error && <NoScans filter={filter} onChange={show} />}
      {data && (loaded.length > 0 || narrowingNames(filter).length === 0) && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <HistoryList
            filter={filter}
            loaded={loaded}
            hasMore={hasNextPage}
            isLoadingMore={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        </div>
      )}
    </>
  )
}

/** Says which part of the filter to let go of; without a filter, what this place is for. */
function NoScans({ filter, onChange }: { filter: HistoryFilter; onChange(filter: HistoryFilter): void }) {
  const { orgId } = useOrg()
  const names = narrowingNames(filter)
  if (names.length === 0)
    return (
      <Empty
        title="No scans yet"
        action={
          <LinkButton to="/o/$orgId/scan" params={{ orgId }}>
            Scan a profile
          </LinkButton>
        }
      >
        Every scan of the organization is listed here, from its submission on.
      </Empty>
    )
  return (
    <Empty
      title="No scans match"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {names.map((name) => (
            <Button key={name} size="small" onPress={() => onChange({ ...filter, [name]: '' })}>
              Without {filterName(name)}
            </Button>
          ))}
        </div>
      }
    >
      All parts of a filter have to hold at once.
    </Empty>
  )
}
