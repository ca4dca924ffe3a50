import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { viewsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import { type HistoryFilter, readFilter, toCurl } from './history-filter.ts'
import { RemoveViewDialog } from './remove-view-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { builtInViews, useSavedViews } from './saved-views.ts'

const CHIP =
  'inline-flex min-h-6 items-center gap-1 rounded-full border border-line px-2.5 text-xs font-medium text-muted hover:bg-hover hover:text-ink hover:no-underline aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

/**
 * Filters under a name, each a link: those that everybody has, those that the team has saved at the service, and those kept in
 * this browser. None of them moves from one place to another by itself.
 */
export function ViewsBar({ filter }: { filter: HistoryFilter }) {
  const { toscan, orgId } = useOrg()
  const { views: mine, save, remove } = useSavedViews(orgId)
  const shared = useQuery(viewsQuery(toscan, orgId))
  const ours = (shared.data?.views ?? []).map((view) => ({ ...view, filter: readFilter(view.filter) }))
  const [task, setTask] = useState<'save' | 'share' | 'remove' | null>(null)
  const close = () => setTask(null)
  const here = mine.find((view) => isSame(view.filter, filter))
  const there = ours.find((view) => isSame(view.filter, filter))
  const chips = [
    ...builtInViews(new Date().toISOString().slice(0, 10)).map((view) => ({ ...view, of: 'all' })),
    ...ours.map((view) => ({ ...view, of: 'team' })),
    ...mine.map((view) => ({ ...view, of: 'me' })),
  ]
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5">
      {chips.map((view) => (
        <Link
          key={`${view.of} ${view.name}`}
          to="/o/$orgId/history"
          params={{ orgId }}
          search={view.filter}
          aria-current={isSame(view.filter, filter) ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
          className={`${CHIP} max-w-48`}
        >
          {view.of === 'team' && (
            <>
              <Icon name="team" />
              <span className="sr-only">Team: </span>
            </>
          )}
          <span className="truncate">{view.name}</span>
        </Link>
      ))}
      <MissingPart query={shared} what="The team’s views" />
      {here && (
        <Button size="small" variant="quiet" icon="cross" onPress={() => remove(here.name)}>
          Remove this view
        </Button>
      )}
      {there?.can_change && (
        <Button size="small" variant="quiet" icon="cross" onPress={() => setTask('remove')}>
          Remove for the team
        </Button>
      )}
      {!there && (
        <Button
          size="small"
          variant="quiet"
          icon={here ? 'team' : 'plus'}
          onPress={() => setTask(here ? 'share' : 'save')}
        >
          {here ? 'Share with the team' : 'Save view'}
        </Button>
      )}
      <CopyButton
        size="small"
        variant="quiet"
        label="Copy as curl"
        text={toCurl(filter, window.location.origin)}
      />
      {(task === 'save' || task === 'share') && (
        <SaveViewDialog
          filter={filter}
          start={task === 'share' && here ? { name: here.name, isForTeam: true } : undefined}
          ours={ours}
          onKeep={save}
          onClose={close}
        />
      )}
      {task === 'remove' && there && <RemoveViewDialog view={there} onClose={close} />}
    </nav>
  )
}

function isSame(a: HistoryFilter, b: HistoryFilter): boolean {
  const text = (filter: HistoryFilter) => JSON.stringify(Object.entries(filter).sort())
  return text(a) === text(b)
}
