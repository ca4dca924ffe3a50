import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../../api/message-of.ts'
import { useOrg } from '../../session/use-org.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LimitField } from './limit-field.tsx'
import { readLimit } from './read-limit.ts'

export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const limit = readLimit(typed)
  const create = useMutation({
    mutationFn: () =>
      toscan.apiKeys.create({ name: name.trim(), ...(limit && { requests_per_minute: limit }) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [orgId, 'api-keys'] }),
  })
  if (create.data) {
    const line = `TOSCAN_API_KEY=${create.data.key}`
    return (
      <OnceDialog title="Your new key" label="key" secret={create.data.key} onClose={onClose}>
        <div>
          <CopyButton size="small" label="Copy as a line for .env" text={line} />
        </div>
      </OnceDialog>
    )
  }
  const refusal = refusalOf(create.error)
  return (
    <ActionDialog
      title="Create an API key"
      action="Create"
      busy="Creating…"
      change={create}
      isReady={name.trim() !== '' && limit !== undefined}
      failure="No key was created"
      isSaidElsewhere={refusal !== null}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={64}
        autoFocus
        description="Where it will be used, for example “import job”."
        error={refusal}
      />
      <LimitField value={typed} onChange={setTyped} />
    </ActionDialog>
  )
}
