import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Open } from '../../../../sdk/client.ts'
import type { Member } from '../../../../sdk/contract.ts'
import { useServices } from '../../services.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'

export function ChangeRoleDialog({ person, onClose }: { person: Open<Member>; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const { session } = useServices()
  const queries = useQueryClient()
  const isRising = person.role !== 'admin'
  const change = useMutation({
    mutationFn: () => toscan.members.changeRole(person.user_id, isRising ? 'admin' : 'member'),
    async onSuccess() {
      // Who lowers themselves has another role from now on.
      if (person.is_you) await session.switchTo(orgId)
      await queries.invalidateQueries({ queryKey: [orgId, 'members'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title={isRising ? 'Make an administrator?' : 'Make a member?'}
      action={isRising ? 'Make an administrator' : 'Make a member'}
      busy="Changing…"
      change={change}
      failure="The role was not changed"
      isAlert
      onClose={onClose}
    >
      <p>
        <ForeignText>{person.email}</ForeignText>{' '}
        {isRising
          ? 'will be able to change the policy, the webhooks and the people of the organization.'
          : 'will no longer be able to change the policy, the webhooks and the people of the organization.'}
        {person.is_you && ' That is you: somebody else has to give the role back.'}
      </p>
    </ActionDialog>
  )
}
