import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ValidationFailed } from '../../../../sdk/client.ts'
import type { Role } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Moment } from '../../ui/moment.tsx'
import { OnceDialog } from '../../ui/once-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

const ROLES: { value: Role; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Administrator' },
]

/** The service sends no mail: the link is given to whoever invites. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useMutation({
    mutationFn: () => toscan.invitations.create({ email: email.trim(), role }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [orgId, 'invitations'] }),
  })
  if (invite.data)
    return (
      <OnceDialog title="The invitation" label="link" secret={invite.data.url} onClose={onClose}>
        <p className="text-muted">
          Send it to {invite.data.email} yourself. It works once, until <Moment at={invite.data.expires_at} />
          .
        </p>
      </OnceDialog>
    )
  const refusal = invite.error instanceof ValidationFailed ? invite.error.errors[0]?.msg : null
  return (
    <Dialog
      title="Invite somebody"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={invite.isPending}
            isDisabled={email.trim() === ''}
            onPress={() => invite.mutate()}
          >
            {invite.isPending ? 'Making the link…' : 'Make a link'}
          </Button>
        </>
      }
    >
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        error={refusal}
        autoFocus
        description="Only somebody with this address can use the link. A new link replaces an open one."
      />
      <Select label="Role" options={ROLES} value={role} onChange={(chosen) => setRole(chosen)} />
      {invite.error && !refusal && <Failure what="No invitation was made" error={invite.error} />}
    </Dialog>
  )
}
