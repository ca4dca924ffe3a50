import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { csv } from '../../../../sdk/csv.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { download } from '../../ui/download.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { type Batch, rowsOf } from './batch.ts'

export function BatchActions({ batch }: { batch: Batch }) {
  const { toscan, orgId } = useOrg()
  const navigate = useNavigate()
  const failed = batch.profiles.filter((profile) => profile.status === 'failed').map((profile) => profile.url)
  const rescan = useMutation({
    mutationFn: () =>
      toscan.batches.create({
        profile_urls: failed,
        scan_mode: batch.scan_mode === 'quick' ? 'quick' : 'deep',
      }),
    onSuccess: ({ batch_id: batchId }) =>
      void navigate({ to: '/o/$orgId/batches/$batchId', params: { orgId, batchId } }),
  })
  const name = `toscan-batch-${batch.batch_id.slice(0, 8)}`
  return (
    <>
      <CopyButton text={batch.batch_id} label="Copy id" />
      {failed.length > 0 && batch.status === 'completed' && (
        <Button icon="repeat" isBusy={rescan.isPending} onPress={() => rescan.mutate()}>
          {rescan.isPending ? 'Submitting…' : `Rescan ${failed.length} failed`}
        </Button>
      )}
      <Menu
        label="Export"
        trigger={<Button icon="download">Export</Button>}
        entries={[
          {
            id: 'csv',
            label: 'CSV',
            note: 'One row for each profile',
            onAction: () => download(`${name}.csv`, 'text/csv;charset=utf-8', rowsAsCsv(batch)),
          },
          {
            id: 'json',
            label: 'JSON',
            note: 'The whole record',
            onAction: () =>
              download(`${name}.json`, 'application/json', `${JSON.stringify(batch, null, 2)}\n`),
          },
        ]}
      />
      {rescan.error && <Failure what="Not submitted" error={rescan.error} />}
    </>
  )
}

function rowsAsCsv(batch: Batch): string {
  return csv(
    ['position', 'scan_id', 'profile_url', 'status', 'recommendation', 'risk_score'],
    rowsOf(batch).map((row) => [
      row.position,
      row.scan_id,
      row.url,
      row.status,
      row.recommendation,
      row.risk_score,
    ]),
  )
}
