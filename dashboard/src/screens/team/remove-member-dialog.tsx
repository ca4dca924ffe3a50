import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Open } from '../../../../sdk/client.ts'
import type { Member } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'

export function RemoveMemberDialog({ person, onClose }: { person: Open<Member>; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => toscan.members.remove(person.user_id),
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
    <Dialog
      title={person.is_you ? 'Leave the organization?' : 'Remove from the organization?'}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isBusy={remove.isPending} onPress={() => remove.mutate()}>
            {remove.isPending ? 'Removing…' : person.is_you ? 'Leave' : 'Remove'}
          </Button>
        </>
      }
    >
      <p>
        <ForeignText>{person.email}</ForeignText> sees nothing of the organization from the next request on,
        and needs a new invitation to come back.
      </p>
      <Notice tone="warning" title="Keys go on working">
        API keys that this person has made are not revoked by it: revoke them under API keys.
      </Notice>
      {remove.error && <Failure what="Nobody was removed" error={remove.error} />}
    </Dialog>
  )
}
