import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { LimitField } from './limit-field.tsx'
import { readLimit } from './read-limit.ts'

export function ChangeLimitDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(String(apiKey.requests_per_minute ?? ''))
  const limit = readLimit(typed)
  const change = useMutation({
    mutationFn: () => toscan.apiKeys.change(apiKey.key_id, { requests_per_minute: limit ?? null }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [orgId, 'api-keys'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Limit this key"
      action="Save"
      busy="Saving…"
      change={change}
      isReady={limit !== undefined}
      failure="The limit was not changed"
      onClose={onClose}
    >
      <p>
        <bdi className="font-medium break-words">{showPlainly(apiKey.name)}</bdi>, ending in{' '}
        <span className="font-mono">{apiKey.key_last4}</span>. It holds from the next request on.
      </p>
      <LimitField value={typed} onChange={setTyped} />
    </ActionDialog>
  )
}
