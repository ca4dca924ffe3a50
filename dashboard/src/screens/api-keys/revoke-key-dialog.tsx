import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { ago } from '../../text/times.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { isInUse } from './key-age.ts'

/** A key that was used within the hour has to be named by its last letters: something will break. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const isUsed = isInUse(apiKey, Date.now())
  const revoke = useMutation({
    mutationFn: () => toscan.apiKeys.revoke(apiKey.key_id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [orgId, 'api-keys'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Revoke this key?"
      action="Revoke"
      busy="Revoking…"
      variant="danger"
      change={revoke}
      isReady={!isUsed || typed.trim() === apiKey.key_last4}
      failure="The key was not revoked"
      isAlert
      onClose={onClose}
    >
      <p>
        <bdi className="font-medium break-words">{showPlainly(apiKey.name)}</bdi>, ending in{' '}
        <span className="font-mono">{apiKey.key_last4}</span>. Last used:{' '}
        {apiKey.last_used_at ? ago(apiKey.last_used_at, Date.now()) : 'never'}. It cannot be undone.
      </p>
      {isUsed && (
        <>
          <Notice tone="warning" title="It is in use">
            A program has used it within the last hour and will be refused from its next request on.
          </Notice>
          <TextField
            label={`Type its last four characters: ${apiKey.key_last4}`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            mono
          />
        </>
      )}
    </ActionDialog>
  )
}
