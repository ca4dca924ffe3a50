import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orGone } from '../../api/or-gone.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'

export function RemoveWatchDialog({
  watch,
  onClose,
}: {
  watch: { watch_id: string; name: string }
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => orGone(toscan.watches.remove(watch.watch_id)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [orgId, 'watches'] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Delete this watch?"
      action="Delete"
      busy="Deleting…"
      variant="danger"
      change={remove}
      failure="The watch was not deleted"
      isAlert
      onClose={onClose}
    >
      <p>
        “<ForeignText>{watch.name}</ForeignText>” and the list of what it has seen change are gone for
        everybody. Its scans stay. To keep the list, end the watch instead.
      </p>
    </ActionDialog>
  )
}
