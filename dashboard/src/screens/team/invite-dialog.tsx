import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../../../sdk/contract.ts'
import { refusalOf } from '../../api/message-of.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Moment } from '../../ui/moment.tsx'

const ROLES: { value: Role; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Administrator' },
]

/** The link is given to whoever invites, and mailed where the service has a mail server. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [minors, setMinors] = useState<boolean | null>(null)
  const reviewsMinors = minors ?? role === 'admin'
  const invite = useMutation({
    mutationFn: () => toscan.invitations.create({ email: email.trim(), role, minor_safety: reviewsMinors }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [orgId, 'invitations'] }),
  })
  if (invite.data)
    return (
      <OnceDialog title="The invitation" label="link" secret={invite.data.url} onClose={onClose}>
        <p className="text-muted">
          {invite.data.mailed
            ? `It is on its way to ${invite.data.email} as well.`
            : `Send it to ${invite.data.email} yourself.`}{' '}
          It works once, until <Moment at={invite.data.expires_at} />.
        </p>
      </OnceDialog>
    )
  const refusal = refusalOf(invite.error)
  return (
    <ActionDialog
      title="Invite somebody"
      action="Make a link"
      busy="Making the link…"
      change={invite}
      isReady={email.trim() !== ''}
      failure="No invitation was made"
      isSaidElsewhere={refusal !== null}
      onClose={onClose}
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
      <CheckBox isSelected={reviewsMinors} onChange={setMinors}>
        Reviews cases of minor safety
      </CheckBox>
    </ActionDialog>
  )
}
