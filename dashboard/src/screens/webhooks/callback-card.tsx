import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ValidationFailed } from '../../../../sdk/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { settingsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { OwnUrl } from '../../ui/foreign/own-url.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { TestEvent } from './test-event.tsx'

/** Where results go that name no address of their own. */
export function CallbackCard({ withTest = false }: { withTest?: boolean }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const settings = useQuery(settingsQuery(toscan, orgId))
  const [isEditing, setIsEditing] = useState(false)
  const url = settings.data?.default_callback_url ?? null
  return (
    <Card
      title="Default callback"
      actions={
        isAdmin && (
          <Button size="small" onPress={() => setIsEditing(true)} isDisabled={!settings.data}>
            {url ? 'Change' : 'Set an address'}
          </Button>
        )
      }
    >
      <QueryView query={settings} what="The settings" rows={1}>
        {() => (
          <div className="flex flex-col gap-2">
            {url ? (
              <OwnUrl url={url} />
            ) : (
              <p className="text-muted">
                None. Scans that name no callback of their own are not announced: poll{' '}
                <code className="font-mono text-xs">GET /api/v2/scans/…</code> instead.
              </p>
            )}
            {withTest && url && isAdmin && <TestEvent />}
            {!isAdmin && <AdminNote />}
          </div>
        )}
      </QueryView>
      {isEditing && <EditCallback url={url} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

function EditCallback({ url, onClose }: { url: string | null; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(url ?? '')
  const save = useMutation({
    mutationFn: () => toscan.org.updateSettings({ default_callback_url: typed.trim() || null }),
    onSuccess(settings) {
      queries.setQueryData(settingsQuery(toscan, orgId).queryKey, settings)
      onClose()
    },
  })
  const refusal = save.error instanceof ValidationFailed ? messageOf(save.error) : null
  return (
    <ActionDialog
      title="Default callback"
      action={typed.trim() ? 'Save' : 'Save without an address'}
      busy="Checking the address…"
      change={save}
      failure="The address was not saved"
      isSaidElsewhere={refusal !== null}
      onClose={onClose}
    >
      <TextField
        label="Address"
        value={typed}
        onChange={setTyped}
        placeholder="https://api.example/toscan"
        description="Its host must resolve to a public address. Empty: results are not announced."
        error={refusal}
        autoFocus
        mono
      />
    </ActionDialog>
  )
}
