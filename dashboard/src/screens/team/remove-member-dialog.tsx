import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { Member } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'

export function RemoveMemberDialog({ person, onClose }: { person: Open<Member>; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [isKept, setKept] = useState(false)
  const remove = useMutation({
    mutationFn: () => toscan.members.remove(person.user_id, { keys: isKept ? 'hand_over' : 'revoke' }),
    async onSuccess() {
      if (person.is_you) {
        // A load of its own: nothing of the organization stays behind, and another one, or none, is found.
        window.location.assign('/')
        return
      }
      await queries.invalidateQueries({ queryKey: [orgId, 'members'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title={person.is_you ? 'Leave the organization?' : 'Remove from the organization?'}
      action={person.is_you ? 'Leave' : 'Remove'}
      busy="Removing…"
      variant="danger"
      change={remove}
      failure="Nobody was removed"
      isAlert
      onClose={onClose}
    >
      <p>
        <ForeignText>{person.email}</ForeignText> sees nothing of the organization from the next request on,
        and needs a new invitation to come back.
      </p>
      <p>API keys that this person has made end with it.</p>
      {!person.is_you && (
        <CheckBox isSelected={isKept} onChange={setKept}>
          Keep these keys: they become yours
        </CheckBox>
      )}
    </ActionDialog>
  )
}
