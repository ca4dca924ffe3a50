import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ScanMode } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { download } from '../../ui/download.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { evidenceCsv } from './evidence/evidence-csv.ts'
import { addressHere } from './evidence/focus-evidence.ts'
import type { Scan } from './scan.ts'
import { WatchButton } from './watch-button.tsx'

/** What can be done with a scan as a whole. */
export function ScanActions({ scan }: { scan: Scan }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState<'scan' | 'creator' | null>(null)
  const rescan = useMutation({
    mutationFn: (scan_mode: ScanMode) =>
      toscan.scans.create({ profile_url: scan.url, scan_mode, metadata: scan.metadata }),
    onSuccess: ({ scan_id: scanId }) =>
      void navigate({ to: '/o/$orgId/scans/$scanId', params: { orgId, scanId } }),
  })
  const name = `toscan-${accountName(scan.url).replace(/[^\w.-]+/g, '-')}-${scan.profile_id.slice(-8)}`
  return (
    <>
      <CopyButton text={addressHere} label="Copy link" shortcut="c" />
      {scan.status !== 'processing' && (
        <Menu
          label="Rescan"
          trigger={
            <Button icon="repeat" isBusy={rescan.isPending}>
              {rescan.isPending ? 'Submitting…' : 'Rescan'}
            </Button>
          }
          entries={[
            {
              id: 'deep',
              label: 'Deep',
              note: 'Everything, about 2 minutes',
              onAction: () => rescan.mutate('deep'),
            },
            {
              id: 'quick',
              label: 'Quick',
              note: 'The profile only, about 30 s',
              onAction: () => rescan.mutate('quick'),
            },
          ]}
        />
      )}
      {scan.triage_report && <WatchButton scan={scan} />}
      {scan.triage_report && (
        <Menu
          label="Export"
          trigger={<Button icon="download">Export</Button>}
          entries={[
            {
              id: 'json',
              label: 'JSON',
              note: 'The whole record',
              onAction: () =>
                download(`${name}.json`, 'application/json', `${JSON.stringify(scan, null, 2)}\n`),
            },
            {
              id: 'csv',
              label: 'CSV',
              note: 'One row for each piece of evidence',
              onAction: () => download(`${name}.csv`, 'text/csv;charset=utf-8', evidenceCsv(scan)),
            },
            {
              id: 'case-file',
              label: 'Case file',
              note: 'All parts on one page, for print',
              onAction: () =>
                void navigate({
                  to: '/o/$orgId/scans/$scanId/case-file',
                  params: { orgId, scanId: scan.profile_id },
                }),
            },
            { id: 'print', label: 'Print', note: 'Or save as PDF', onAction: () => print() },
          ]}
        />
      )}
      {isAdmin && (
        <Menu
          label="Delete"
          trigger={<Button>Delete</Button>}
          entries={[
            { id: 'scan', label: 'This scan', onAction: () => setDeleting('scan') },
            {
              id: 'creator',
              label: 'Everything about this creator',
              note: 'All scans of the same profile',
              onAction: () => setDeleting('creator'),
            },
          ]}
        />
      )}
      {deleting && <DeleteDialog scan={scan} what={deleting} onClose={() => setDeleting(null)} />}
      {rescan.error && <Failure what="The scan was not submitted" error={rescan.error} />}
    </>
  )
}
