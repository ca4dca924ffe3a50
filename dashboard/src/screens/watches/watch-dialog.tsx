import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { ScanMode, Watch } from '../../../../sdk/contract.ts'
import { viewsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { readProfileList } from '../scan/profile-list.ts'
import { draftOf, ScheduleField, scheduleOf } from './schedule-field.tsx'

const MODES = [
  { value: 'deep', label: 'Deep', note: 'Links, other profiles and search too' },
  { value: 'quick', label: 'Quick', note: 'The profile only; links are not compared' },
] as const

/** Makes a watch, or changes one. */
export function WatchDialog({
  watch,
  of,
  onDone,
  onClose,
}: {
  /** The one to change; absent for a new one. */
  watch?: Open<Watch>
  /** A profile that was scanned already. */
  of?: { url: string; scanId: string; mode: ScanMode }
  onDone?(name: string): void
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [name, setName] = useState(watch?.name ?? '')
  const [typed, setTyped] = useState('')
  const [viewId, setViewId] = useState('')
  const [mode, setMode] = useState<ScanMode>(of?.mode ?? (watch?.scan_mode === 'quick' ? 'quick' : 'deep'))
  const [draft, setDraft] = useState(draftOf(watch?.schedule))
  const list = readProfileList(typed)
  const schedule = scheduleOf(draft)
  const isNew = watch === undefined
  const save = useMutation({
    async mutationFn() {
      if (schedule === null) return
      const terms = { schedule, scan_mode: mode, ...(name.trim() !== '' && { name: name.trim() }) }
      if (watch) await toscan.watches.update(watch.watch_id, terms)
      else if (of) await toscan.watches.create({ ...terms, profile_urls: [of.url], since_scan_id: of.scanId })
      else if (viewId !== '') await toscan.watches.create({ ...terms, view_id: viewId })
      else await toscan.watches.create({ ...terms, profile_urls: list.urls })
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [orgId, 'watches'] })
      onDone?.(name.trim())
      onClose()
    },
  })
  const [bad] = list.bad
  const hasSubject = !isNew || of !== undefined || viewId !== '' || (list.urls.length > 0 && !bad)
  return (
    <ActionDialog
      title={isNew ? (of ? 'Watch this profile' : 'New watch') : 'Change this watch'}
      action={isNew ? 'Watch' : 'Save'}
      busy="Saving…"
      change={save}
      isReady={hasSubject && schedule !== null && (isNew || name.trim() !== '')}
      failure="The watch was not saved"
      onClose={onClose}
    >
      {isNew && !of && (
        <Subject typed={typed} onType={setTyped} viewId={viewId} onView={setViewId} bad={bad} />
      )}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={100}
        description={isNew ? 'None: as what it watches.' : undefined}
      />
      <ScheduleField value={draft} onChange={setDraft} />
      <RadioGroup
        label="Scan"
        isHorizontal
        options={MODES}
        value={mode}
        onChange={(chosen) => setMode(chosen)}
      />
      <p className="text-xs text-muted">
        {of
          ? 'The next scan is compared with this one. Scans of a watch count for the daily limit.'
          : 'Scans of a watch count for the daily limit; where it is used up they wait for the next day.'}
      </p>
    </ActionDialog>
  )
}

function Subject({
  typed,
  onType,
  viewId,
  onView,
  bad,
}: {
  typed: string
  onType(typed: string): void
  viewId: string
  onView(viewId: string): void
  bad: { line: number; problem: string } | undefined
}) {
  const { toscan, orgId } = useOrg()
  const views = useQuery(viewsQuery(toscan, orgId)).data?.views ?? []
  return (
    <>
      {viewId === '' && (
        <TextField
          label="Profiles"
          value={typed}
          onChange={onType}
          rows={4}
          mono
          spellCheck={false}
          placeholder="https://platform.example/u/name"
          description="One address a line, up to 1,000."
          error={bad ? `Line ${bad.line}: ${bad.problem}` : null}
          autoFocus
        />
      )}
      {views.length > 0 && (
        <Select
          label="Or whatever a view of the team lists"
          options={[
            { value: '', label: 'No view' },
            ...views.map((view) => ({ value: view.view_id, label: view.name })),
          ]}
          value={viewId}
          onChange={onView}
        />
      )}
    </>
  )
}
