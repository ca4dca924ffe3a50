import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Moment } from '../../ui/moment.tsx'

const GRACE = [
  { value: '0', label: 'Not at all: it may be known to others' },
  { value: '3600', label: 'One hour' },
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'Seven days' },
] as const

/** The name of the organization has to be typed: receivers that are not changed in time refuse everything. */
export function RotateDialog({ onClose }: { onClose(): void }) {
  const { toscan, name } = useOrg()
  const [grace, setGrace] = useState<(typeof GRACE)[number]['value']>('86400')
  const [typed, setTyped] = useState('')
  const rotate = useMutation({
    mutationFn: () => toscan.org.rotateSecret({ grace_period_seconds: Number(grace) }),
  })
  if (rotate.data)
    return (
      <OnceDialog
        title="Your new signing secret"
        label="secret"
        secret={rotate.data.webhook_secret}
        onClose={onClose}
      >
        <p className="text-muted">
          {rotate.data.previous_secret_expires_at ? (
            <>
              Until <Moment at={rotate.data.previous_secret_expires_at} /> the old secret signs too, so that
              receivers may hold either.
            </>
          ) : (
            'The old secret no longer signs.'
          )}
        </p>
      </OnceDialog>
    )
  return (
    <ActionDialog
      title="Replace the signing secret?"
      action="Replace"
      busy="Replacing…"
      variant="danger"
      change={rotate}
      isReady={typed.trim() === name}
      failure="The secret was not replaced"
      isAlert
      onClose={onClose}
    >
      <p>Every webhook is signed with the new secret from now on. It is shown once.</p>
      <Select
        label="The old secret signs along for"
        options={GRACE}
        value={grace}
        onChange={(chosen) => setGrace(chosen)}
      />
      <TextField
        label={`Type the name of the organization: ${name}`}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
    </ActionDialog>
  )
}
