import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { profileStateOf } from '../../../../sdk/client.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { scanQuery, scansQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { type HistoryFilter, isRunning, type ScanRow, toScanFilter } from './history-filter.ts'
import { askSingly, countNew, liveRows } from './live-rows.ts'
import { useLoadedPages } from './use-loaded-pages.ts'

/** How often a list in which nothing runs is looked at, for what is new. */
const IDLE_MS = 30_000

/** The loaded rows with the latest of each, and how many new ones there are. */
export function useLiveRows(filter: HistoryFilter, loaded: readonly ScanRow[]) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [isPaused] = usePaused()
  const { data: pages, dataUpdatedAt: loadedAt, isPlaceholderData } = useLoadedPages(filter)
  const newest = useQuery({
    ...scansQuery(toscan, orgId, toScanFilter(filter)),
    // The first page that was loaded is the newest that there is: it is not asked for twice.
    initialData: isPlaceholderData ? undefined : pages?.pages[0],
    initialDataUpdatedAt: loadedAt,
    enabled: !isPlaceholderData,
    refetchInterval: (query) => {
      const rows = query.state.data?.scans ?? []
      const wait = pollWhile(() => rows.some(isRunning) || loaded.some(isRunning), isPaused)(query)
      return wait === false && !isPaused ? IDLE_MS : wait
    },
  })
  const first = newest.data?.scans ?? []
  const singles = useQueries({
    queries: askSingly(loaded, newest.data?.scans).map((scanId) => ({
      ...scanQuery(toscan, orgId, scanId),
      refetchInterval: pollWhile(isRunning, isPaused),
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [rowOf(data)] : [])),
  })
  return {
    rows: liveRows(loaded, [...singles, ...first]),
    fresh: countNew(loaded, first),
    lastFailure: newest.error,
    lastGoodAt: newest.dataUpdatedAt,
    /** Begins the list anew with what is there now. */
    showNew() {
      if (newest.data)
        queries.setQueryData([orgId, 'history', filter], { pages: [newest.data], pageParams: [undefined] })
    },
  }
}

type ScanRecord = Awaited<ReturnType<ReturnType<typeof useOrg>['toscan']['scans']['get']>>

function rowOf(scan: ScanRecord): ScanRow {
  const report = scan.triage_report
  return {
    scan_id: scan.profile_id,
    profile_url: scan.url,
    status: scan.status,
    scan_mode: scan.scan_mode ?? null,
    submitted_at: scan.created_at,
    completed_at: scan.processing_completed_at ?? null,
    recommendation: report?.recommendation ?? null,
    risk_score: report?.risk_score ?? null,
    confidence: report?.confidence ?? null,
    profile_state: report ? profileStateOf(report.evidence_index[0]?.outcome ?? '') : null,
  }
}
