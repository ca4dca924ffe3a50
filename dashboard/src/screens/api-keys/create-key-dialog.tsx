import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ValidationFailed } from '../../../../sdk/client.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { OnceDialog } from '../../ui/once-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => toscan.apiKeys.create({ name: name.trim() }),
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
  const fieldError = create.error instanceof ValidationFailed ? create.error.errors[0]?.msg : null
  return (
    <Dialog
      title="Create an API key"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={create.isPending}
            isDisabled={name.trim() === ''}
            onPress={() => create.mutate()}
          >
            {create.isPending ? 'Creating…' : 'Create'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={64}
        autoFocus
        description="Where it will be used, for example “import job”."
        error={fieldError}
      />
      {create.error && !fieldError && <Failure what="No key was created" error={create.error} />}
    </Dialog>
  )
}
