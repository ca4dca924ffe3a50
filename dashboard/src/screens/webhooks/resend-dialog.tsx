import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'

export function ResendDialog({ deliveryId, onClose }: { deliveryId: string; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const resend = useMutation({
    mutationFn: () => toscan.webhookDeliveries.resend(deliveryId),
    async onSuccess(record) {
      queries.setQueryData([orgId, 'delivery', deliveryId], record)
      await queries.invalidateQueries({ queryKey: [orgId, 'deliveries'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Send it again?"
      action="Send again"
      busy="Queueing…"
      change={resend}
      failure="It was not queued"
      onClose={onClose}
    >
      <p>
        The same body goes out once more under the same <code className="font-mono text-xs">webhook-id</code>.
        A receiver that does not look at that id sees the event twice.
      </p>
    </ActionDialog>
  )
}
