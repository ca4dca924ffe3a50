import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { NotificationChannel } from '../../../../sdk/contract.ts'
import { refusalOf } from '../../api/message-of.ts'
import { notificationsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { draftOf, TermsFields, termsOf } from './terms-fields.tsx'

const KINDS = [
  { value: 'slack', label: 'Slack', note: 'Or Mattermost, Rocket.Chat, Discord behind /slack' },
  { value: 'teams', label: 'Teams', note: 'A Workflows webhook' },
] as const

/** Adds a channel, or changes the one that is given; its address is never shown, and stays where nothing is typed. */
export function ChannelDialog({
  channel,
  onClose,
}: {
  channel?: Open<NotificationChannel>
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'slack' | 'teams'>(channel?.kind === 'teams' ? 'teams' : 'slack')
  const [name, setName] = useState(channel?.name ?? '')
  const [url, setUrl] = useState('')
  const [draft, setDraft] = useState(
    channel
      ? draftOf({ ...channel, pace: channel.pace === 'daily' ? 'daily' : 'at_once' })
      : { ...draftOf(null), changes: true },
  )
  const terms = termsOf(draft)
  const save = useMutation({
    mutationFn: () => {
      const given = { ...terms, kind, name: name.trim() }
      return channel
        ? toscan.notifications.changeChannel(channel.channel_id, {
            ...given,
            ...(url.trim() && { url: url.trim() }),
          })
        : toscan.notifications.createChannel({ ...given, url: url.trim() })
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: notificationsQuery(toscan, orgId).queryKey })
      onClose()
    },
  })
  const refusal = refusalOf(save.error)
  return (
    <ActionDialog
      title={channel ? 'Change a channel' : 'Add a channel'}
      action={channel ? 'Save' : 'Add'}
      busy={channel ? 'Saving…' : 'Adding…'}
      change={save}
      isReady={name.trim() !== '' && (channel !== undefined || url.trim() !== '') && terms !== null}
      failure={channel ? 'The channel was not changed' : 'The channel was not added'}
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
        description={
          channel ? `At ${channel.host} now. Empty: it stays.` : 'Kept sealed, and not shown again.'
        }
        error={refusal}
      />
      <TermsFields value={draft} onChange={setDraft} />
    </ActionDialog>
  )
}
