import { useState } from 'react'
import { usePaused } from '../../api/polling.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import type { HistoryFilter, ScanRow } from './history-filter.ts'
import { HistoryRows } from './history-rows.tsx'
import { RescanDialog } from './rescan-dialog.tsx'
import { focusedRow, moveFocus, openFocused } from './row-focus.ts'
import { useSelection } from './selection.ts'
import { useAnnouncement } from './use-announcement.ts'
import { useLiveRows } from './use-history.ts'

interface Task {
  kind: 'export' | 'rescan' | 'decide' | 'assign'
  /** Null: everything that the filter leaves. */
  rows: readonly ScanRow[] | null
}

/** The rows, what keeps them up to date, and what can be done with them. */
export function HistoryList({
  filter,
  loaded,
  hasMore,
  isLoadingMore,
  onMore,
}: {
  filter: HistoryFilter
  loaded: readonly ScanRow[]
  hasMore: boolean
  isLoadingMore: boolean
  onMore(): void
}) {
  const { orgId, user } = useOrg()
  const { rows, fresh, lastFailure, lastGoodAt, showNew } = useLiveRows(filter, loaded)
  const words = useAnnouncement(rows)
  const [isPaused, setPaused] = usePaused()
  const selection = useSelection(`${user.id} ${orgId}`)
  const [task, setTask] = useState<Task | null>(null)
  const chosen = [...selection.selected.values()]
  const ticked = rows.filter(({ scan_id }) => selection.selected.has(scan_id)).length

  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    o: openFocused,
    x() {
      const row = rows.find(({ scan_id }) => scan_id === focusedRow())
      if (row) selection.toggle(row)
    },
  })

  return (
    <section aria-label="Scans" className="min-w-0 rounded-xl border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-[0.8125rem]">
        <CheckBox
          isSelected={rows.length > 0 && ticked === rows.length}
          isSome={ticked > 0}
          isDisabled={rows.length === 0}
          onChange={(isOn) => selection.set(rows, isOn)}
        >
          {chosen.length > 0
            ? `${chosen.length} selected${chosen.length > ticked ? ` (${chosen.length - ticked} not in this list)` : ''}`
            : 'Select loaded'}
        </CheckBox>
        {chosen.length > 0 && (
          <>
            <Button size="small" icon="check" onPress={() => setTask({ kind: 'decide', rows: chosen })}>
              Decide
            </Button>
            <Button size="small" icon="team" onPress={() => setTask({ kind: 'assign', rows: chosen })}>
              Assign
            </Button>
            <Button size="small" icon="repeat" onPress={() => setTask({ kind: 'rescan', rows: chosen })}>
              Rescan
            </Button>
            <Button size="small" icon="download" onPress={() => setTask({ kind: 'export', rows: chosen })}>
              Export
            </Button>
            <CopyButton
              size="small"
              label="Copy addresses"
              text={chosen.map(({ profile_url }) => profile_url).join('\n')}
            />
            <Button size="small" variant="quiet" onPress={selection.clear}>
              Select none
            </Button>
          </>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {fresh.count > 0 && (
            <Button size="small" variant="primary" onPress={showNew}>
              {`${fresh.count}${fresh.isAtLeast ? '+' : ''} new ${fresh.count === 1 ? 'scan' : 'scans'}`}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            icon={isPaused ? 'play' : 'pause'}
            aria-pressed={isPaused}
            onPress={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Updates paused' : 'Pause updates'}
          </Button>
          <Menu
            label="Everything in this filter"
            trigger={
              <Button size="small" icon="chevron">
                Whole filter
              </Button>
            }
            entries={[
              {
                id: 'export',
                label: 'Export all',
                note: 'CSV or JSON, every page',
                icon: 'download',
                onAction: () => setTask({ kind: 'export', rows: null }),
              },
              {
                id: 'rescan',
                label: 'Rescan all',
                note: 'Counted before anything is ordered',
                icon: 'repeat',
                onAction: () => setTask({ kind: 'rescan', rows: null }),
              },
            ]}
          />
        </div>
      </div>
      {lastFailure && (
        <p role="status" className="border-b border-line bg-low-soft px-4 py-1.5 text-xs">
          Last update <Moment at={new Date(lastGoodAt).toISOString()} />; it failed since and is tried again.
        </p>
      )}
      <HistoryRows rows={rows} selection={selection} />
      <LoadMore count={rows.length} hasMore={hasMore} isLoading={isLoadingMore} onMore={onMore} />
      <p role="status" className="sr-only">
        {`Selected: ${chosen.length}`}
      </p>
      <p role="status" className="sr-only">
        {words}
      </p>
      {task?.kind === 'export' && (
        <ExportDialog filter={filter} rows={task.rows} onClose={() => setTask(null)} />
      )}
      {task?.kind === 'decide' && <DecideDialog rows={task.rows ?? []} onClose={() => setTask(null)} />}
      {task?.kind === 'assign' && <AssignDialog rows={task.rows ?? []} onClose={() => setTask(null)} />}
      {task?.kind === 'rescan' && (
        <RescanDialog filter={filter} rows={task.rows} onClose={() => setTask(null)} />
      )}
    </section>
  )
}
