import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { erasableQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { ForeignUrl } from '../../ui/foreign/foreign-url.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import type { Scan } from './scan.ts'

/** What goes and what stays is said, and of a creator counted, before anything goes. Then the list. */
export function DeleteDialog({
  scan,
  what,
  onClose,
}: {
  scan: Scan
  what: 'scan' | 'creator'
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOne = what === 'scan'
  const count = useQuery({ ...erasableQuery(toscan, orgId, scan.url), enabled: !isOne })
  const scans = isOne ? 1 : count.data?.scans
  const erase = useMutation({
    mutationFn: async () => {
      if (isOne) await toscan.scans.delete(scan.profile_id)
      else await toscan.org.eraseCreator({ profile_url: scan.url })
    },
    async onSuccess() {
      await navigate({ to: '/o/$orgId/history', params: { orgId } })
      queries.removeQueries({ queryKey: [orgId, 'scan', scan.profile_id] })
      await queries.invalidateQueries({ queryKey: [orgId] })
    },
  })
  const title = isOne ? 'Delete this scan?' : 'Delete everything about this creator?'
  return (
    <ActionDialog
      title={title}
      action={isOne ? 'Delete the scan' : `Delete ${scansOf(scans)}`}
      busy="Deleting…"
      variant="danger"
      change={erase}
      isReady={scans !== undefined}
      failure="Not everything was deleted"
      isAlert
      onClose={onClose}
    >
      <p>
        <ForeignUrl url={scan.url} actions={false} />
      </p>
      {!isOne && (
        <p role="status">
          {scans === undefined
            ? 'Counting…'
            : `${scansOf(scans)} of this organization: at this address, and of the same account elsewhere.`}
        </p>
      )}
      {count.error && <Failure what="The scans were not counted" error={count.error} />}
      <Notice tone="warning" title="This cannot be undone">
        The {isOne ? 'report, its' : 'reports, their'} stored pages, reviews and notes go for good, and
        webhooks with what they said; those that wait are not sent. Counters stay, and a note of who deleted
        how much. What receivers were sent, backups and logs keep, is not ours to delete.
      </Notice>
    </ActionDialog>
  )
}

function scansOf(count: number | undefined): string {
  return count === 1 ? '1 scan' : `${count?.toLocaleString('en') ?? 'all'} scans`
}
