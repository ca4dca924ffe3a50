import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orGone } from '../../api/or-gone.ts'
import { viewsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'

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
    mutationFn: () => orGone(toscan.views.remove(view.view_id)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: viewsQuery(toscan, orgId).queryKey })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Remove this view for the team?"
      action="Remove"
      busy="Removing…"
      variant="danger"
      change={remove}
      failure="The view was not removed"
      isAlert
      onClose={onClose}
    >
      <p>
        “<ForeignText>{view.name}</ForeignText>”, made by <ForeignText>{view.created_by_email}</ForeignText>,
        is gone for everybody in the organization. The scans stay.
      </p>
    </ActionDialog>
  )
}
