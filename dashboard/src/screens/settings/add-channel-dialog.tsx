import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../../api/message-of.ts'
import { notificationsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { draftOf, TermsFields, termsOf } from './terms-fields.tsx'

const KINDS = [
  { value: 'slack', label: 'Slack', note: 'Or Mattermost, Rocket.Chat, Discord behind /slack' },
  { value: 'teams', label: 'Teams', note: 'A Workflows webhook' },
] as const

export function AddChannelDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'slack' | 'teams'>('slack')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [draft, setDraft] = useState({ ...draftOf(null), changes: true })
  const terms = termsOf(draft)
  const add = useMutation({
    mutationFn: () =>
      toscan.notifications.createChannel({ ...terms, kind, name: name.trim(), url: url.trim() }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: notificationsQuery(toscan, orgId).queryKey })
      onClose()
    },
  })
  const refusal = refusalOf(add.error)
  return (
    <ActionDialog
      title="Add a channel"
      action="Add"
      busy="Adding…"
      change={add}
      isReady={name.trim() !== '' && url.trim() !== '' && terms !== null}
      failure="The channel was not added"
      isSaidElsewhere={refusal !== null}
      onClose={onClose}
    >
      <RadioGroup
        label="Kind"
        isHorizontal
        options={KINDS}
        value={kind}
        onChange={(chosen) => setKind(chosen)}
      />
      <TextField label="Name" value={name} onChange={setName} maxLength={60} autoFocus />
      <TextField
        label="Address of the incoming webhook"
        value={url}
        onChange={setUrl}
        mono
        spellCheck={false}
        placeholder="https://hooks.slack.com/services/…"
        description="Kept sealed, and not shown again."
        error={refusal}
      />
      <TermsFields value={draft} onChange={setDraft} />
    </ActionDialog>
  )
}
