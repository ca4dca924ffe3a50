import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Conflict } from '../../../../sdk/client.ts'
import { viewsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { HistoryFilter } from './history-filter.ts'
import type { SavedView } from './saved-views.ts'

const FOR_WHOM = [
  {
    value: 'me',
    label: 'Only for me',
    note: 'Kept in this browser only. To share it, share the address of the page.',
  },
  {
    value: 'team',
    label: 'For the team',
    note: 'Everybody in the organization sees it. You and administrators can remove it.',
  },
] as const

/** Gives this filter a name. A view of the same name is replaced, where that is the reader's to do. */
export function SaveViewDialog({
  filter,
  start = { name: '', isForTeam: false },
  ours,
  onKeep,
  onClose,
}: {
  filter: HistoryFilter
  start?: { name: string; isForTeam: boolean }
  /** The views that the team has. */
  ours: readonly { view_id: string; name: string; can_change: boolean }[]
  /** Keeps it in this browser. */
  onKeep(view: SavedView): void
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(start.name)
  const [forWhom, setForWhom] = useState<'me' | 'team'>(start.isForTeam ? 'team' : 'me')
  const name = typed.trim()
  const isForTeam = forWhom === 'team'
  const same = isForTeam ? ours.find((view) => view.name.toLowerCase() === name.toLowerCase()) : undefined
  const save = useMutation({
    async mutationFn() {
      if (!isForTeam) return onKeep({ name, filter })
      if (same) await toscan.views.update(same.view_id, { name, filter })
      else await toscan.views.create({ name, filter })
    },
    onSuccess: onClose,
    // Also after a refusal: somebody else may have made one of this name meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery(toscan, orgId).queryKey }),
  })
  const isOfOthers = same?.can_change === false
  const isTaken = isOfOthers || save.error instanceof Conflict
  return (
    <ActionDialog
      title="Save this filter"
      action={same ? 'Replace' : 'Save'}
      busy="Saving…"
      change={save}
      isReady={name !== '' && !isOfOthers}
      failure="The view was not saved"
      isSaidElsewhere={isTaken}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={typed}
        onChange={(text) => {
          save.reset()
          setTyped(text)
        }}
        maxLength={60}
        description={same?.can_change ? 'The team’s view of this name gets this filter.' : undefined}
        error={isTaken ? 'The team has a view of this name, made by somebody else.' : null}
        autoFocus
      />
      <RadioGroup
        label="For whom"
        options={FOR_WHOM}
        value={forWhom}
        onChange={(chosen) => setForWhom(chosen)}
      />
    </ActionDialog>
  )
}
