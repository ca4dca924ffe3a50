import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { NotificationTerms } from '../../../../sdk/contract.ts'
import { notificationsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { draftOf, TermsFields, termsOf } from './terms-fields.tsx'

export function OwnNotificationsDialog({
  mine,
  onClose,
}: {
  mine: Open<NotificationTerms> | null
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(
    draftOf(mine && { ...mine, pace: mine.pace === 'daily' ? 'daily' : 'at_once' }),
  )
  const terms = termsOf(draft)
  const save = useMutation({
    mutationFn: () => toscan.notifications.setMine(terms ?? {}),
    onSuccess(saved) {
      queries.setQueryData(notificationsQuery(toscan, orgId).queryKey, saved)
      onClose()
    },
  })
  return (
    <ActionDialog
      title="What you are told by mail"
      action="Save"
      busy="Saving…"
      change={save}
      isReady={terms !== null}
      failure="It was not saved"
      onClose={onClose}
    >
      <TermsFields value={draft} onChange={setDraft} />
    </ActionDialog>
  )
}
