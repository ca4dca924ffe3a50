import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'

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
    <Dialog
      title="Send it again?"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={resend.isPending} onPress={() => resend.mutate()}>
            {resend.isPending ? 'Queueing…' : 'Send again'}
          </Button>
        </>
      }
    >
      <p>
        The same body goes out once more under the same <code className="font-mono text-xs">webhook-id</code>.
        A receiver that does not look at that id sees the event twice.
      </p>
      {resend.error && <Failure what="It was not queued" error={resend.error} />}
    </Dialog>
  )
}
