import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type HistoryFilter, toCurl } from './history-filter.ts'
import { builtInViews, useSavedViews } from './saved-views.ts'

const CHIP =
  'inline-flex min-h-6 items-center rounded-full border border-line px-2.5 text-xs font-medium text-muted hover:bg-hover hover:text-ink hover:no-underline aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

/** Filters under a name: those that everybody has, and those kept in this browser. Each is a link. */
export function ViewsBar({ filter }: { filter: HistoryFilter }) {
  const { orgId } = useOrg()
  const { views, save, remove } = useSavedViews(orgId)
  const [isSaving, setIsSaving] = useState(false)
  const [name, setName] = useState('')
  const all = [...builtInViews(new Date().toISOString().slice(0, 10)), ...views]
  const mine = views.find((view) => isSame(view.filter, filter))
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5">
      {all.map((view) => (
        <Link
          key={view.name}
          to="/o/$orgId/history"
          params={{ orgId }}
          search={view.filter}
          aria-current={isSame(view.filter, filter) ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
          className={`${CHIP} max-w-48`}
        >
          <span className="truncate">{view.name}</span>
        </Link>
      ))}
      {mine ? (
        <Button size="small" variant="quiet" icon="cross" onPress={() => remove(mine.name)}>
          Remove this view
        </Button>
      ) : (
        <Button size="small" variant="quiet" icon="plus" onPress={() => setIsSaving(true)}>
          Save view
        </Button>
      )}
      <CopyButton
        size="small"
        variant="quiet"
        label="Copy as curl"
        text={toCurl(filter, window.location.origin)}
      />
      <Dialog
        title="Save this filter"
        isOpen={isSaving}
        onClose={() => setIsSaving(false)}
        footer={
          <>
            <Button onPress={() => setIsSaving(false)}>Cancel</Button>
            <Button
              variant="primary"
              isDisabled={name.trim() === ''}
              onPress={() => {
                save({ name: name.trim(), filter })
                setIsSaving(false)
                setName('')
              }}
            >
              Save
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
          description="Kept in this browser only. To share it, share the address of the page."
        />
      </Dialog>
    </nav>
  )
}

function isSame(a: HistoryFilter, b: HistoryFilter): boolean {
  const text = (filter: HistoryFilter) => JSON.stringify(Object.entries(filter).sort())
  return text(a) === text(b)
}
