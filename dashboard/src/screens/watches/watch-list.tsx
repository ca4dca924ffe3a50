import type { Open } from '../../../../sdk/client.ts'
import type { Watch } from '../../../../sdk/contract.ts'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { CreatorLink } from '../creator/creator-link.tsx'
import { WatchMenu } from './watch-menu.tsx'
import { scheduleWords, stateWords } from './watch-words.ts'

export function WatchList({ watches }: { watches: readonly Open<Watch>[] }) {
  return (
    <DataTable
      label="Watches"
      isStacked
      rows={watches}
      rowId={(watch) => watch.watch_id}
      columns={[
        {
          id: 'name',
          header: 'Watch',
          isHeader: true,
          cell: (watch) => (
            <div className="min-w-0 py-1.5">
              <span className="font-medium [overflow-wrap:anywhere]">
                <ForeignText>{watch.name}</ForeignText>
              </span>
              <p className="text-xs font-normal text-muted">
                {subjectWords(watch)}
                {watch.profiles === 1 && watch.profile_url && (
                  <>
                    {' '}
                    <CreatorLink url={watch.profile_url} />
                  </>
                )}
              </p>
            </div>
          ),
        },
        { id: 'state', header: 'State', cell: (watch) => stateWords(watch) },
        {
          id: 'schedule',
          header: 'Scans',
          cell: (watch) => (
            <div>
              {scheduleWords(watch.schedule, watch.time_utc)}
              {watch.waiting > 0 && <p className="text-xs text-muted">{waitingWords(watch)}</p>}
            </div>
          ),
        },
        { id: 'next', header: 'Next', isMinor: true, cell: (watch) => <Next watch={watch} /> },
        {
          id: 'changed',
          header: 'Last change',
          cell: (watch) =>
            watch.last_change_at ? (
              <Moment at={watch.last_change_at} ago />
            ) : (
              <span className="text-muted">None yet</span>
            ),
        },
        { id: 'do', header: 'Do', isAction: true, cell: (watch) => <WatchMenu watch={watch} /> },
      ]}
    />
  )
}

function Next({ watch }: { watch: Open<Watch> }) {
  if (!watch.next_run_at) return <span className="text-muted">Never</span>
  // A run begins with the next minute of a worker.
  if (Date.parse(watch.next_run_at) <= Date.now()) return 'Within two minutes'
  return <Moment at={watch.next_run_at} />
}

function subjectWords({ profiles, of_view, view_id, scan_mode }: Open<Watch>): string {
  const mode = scan_mode === 'quick' ? 'quick' : 'deep'
  const count = profiles === 1 ? '1 profile' : `${profiles.toLocaleString('en')} profiles`
  if (!of_view) return `${count}, ${mode}`
  return view_id === null ? 'Its view was deleted' : `What a view lists: ${count}, ${mode}`
}

function waitingWords({ waiting, postponed }: Open<Watch>): string {
  const left = `${waiting.toLocaleString('en')} to go`
  return postponed > 0 ? `${left}, ${postponed.toLocaleString('en')} wait for the next day’s limit` : left
}
