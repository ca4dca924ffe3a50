import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotFound } from '../../../../sdk/client.ts'
import { viewsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'

/** Others may be using it: asked once before it is gone for everybody. */
export function RemoveViewDialog({
  view,
  onClose,
}: {
  view: { view_id: string; name: string; created_by_email: string }
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const remove = useMutation({
    async mutationFn() {
      try {
        await toscan.views.remove(view.view_id)
      } catch (error) {
        // Somebody else has removed it meanwhile, which is what was wanted.
        if (!(error instanceof NotFound)) throw error
      }
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: viewsQuery(toscan, orgId).queryKey })
      onClose()
    },
  })
  return (
    <Dialog
      title="Remove this view for the team?"
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isBusy={remove.isPending} onPress={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        “<ForeignText>{view.name}</ForeignText>”, made by <ForeignText>{view.created_by_email}</ForeignText>,
        is gone for everybody in the organization. The scans stay.
      </p>
      {remove.error && <Failure what="The view was not removed" error={remove.error} />}
    </Dialog>
  )
}
