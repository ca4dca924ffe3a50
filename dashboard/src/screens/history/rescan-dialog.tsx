import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ScanMode } from '../../../../sdk/contract.ts'
import { usageQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import type { HistoryFilter, ScanRow } from './history-filter.ts'
import { useWalk } from './use-walk.ts'
import { WalkProgress } from './walk-progress.tsx'

const MOST_IN_A_BATCH = 10_000
const MODES = [
  { value: 'deep', label: 'Deep: links, social profiles, search' },
  { value: 'quick', label: 'Quick: the profile only' },
] as const

/** `rows` null: everything that the filter leaves. It is counted first, and nothing is ordered before somebody has seen the number. */
export function RescanDialog({
  filter,
  rows,
  onClose,
}: {
  filter: HistoryFilter
  rows: readonly ScanRow[] | null
  onClose(): void
}) {
  const { toscan, orgId } = useOrg()
  const usage = useQuery(usageQuery(toscan, orgId))
  const { walk, error, isRunning, run, stop } = useWalk(filter)
  const [mode, setMode] = useState<ScanMode>('deep')
  const [queued, setQueued] = useState(0)
  const isCounted = rows !== null || walk.isDone
  const urls = [...new Set((rows ?? walk.rows).map(({ profile_url }) => profile_url))]
  const remaining = usage.data?.remaining ?? null

  const order = useMutation({
    async mutationFn() {
      const skipped: string[] = []
      const batchIds: string[] = []
      // What an earlier try has ordered is not ordered again.
      for (let from = queued; from < urls.length; from += MOST_IN_A_BATCH) {
        const part = urls.slice(from, from + MOST_IN_A_BATCH)
        const batch = await toscan.batches.create({ profile_urls: part, scan_mode: mode })
        setQueued(from + part.length - batch.skipped_urls.length)
        batchIds.push(batch.batch_id)
        skipped.push(...batch.skipped_urls)
        if (batch.skipped_urls.length > 0) {
          skipped.push(...urls.slice(from + MOST_IN_A_BATCH))
          break
        }
      }
      return { skipped, batchIds }
    },
  })
  const isOver = order.isSuccess

  return (
    <Dialog
      title={rows ? 'Scan the selected profiles again' : 'Scan every profile of this filter again'}
      isOpen
      {...(!isRunning && !order.isPending && { onClose })}
      footer={
        <>
          {isRunning ? (
            <Button onPress={stop}>Stop</Button>
          ) : (
            <Button onPress={onClose} isDisabled={order.isPending}>
              {isOver ? 'Close' : 'Cancel'}
            </Button>
          )}
          {!isCounted && (
            <Button variant="primary" isBusy={isRunning} onPress={() => void run()}>
              {walk.rows.length > 0 && !isRunning ? 'Go on counting' : 'Count them'}
            </Button>
          )}
          {isCounted && !isOver && (
            <Button
              variant="primary"
              icon="repeat"
              isBusy={order.isPending}
              isDisabled={urls.length === 0}
              onPress={() => order.mutate()}
            >
              {order.isPending ? 'Ordering…' : `Scan ${urls.length.toLocaleString('en')} profiles`}
            </Button>
          )}
        </>
      }
    >
      <Select label="Mode" options={MODES} value={mode} onChange={(chosen) => setMode(chosen)} />
      {!rows && <WalkProgress count={walk.rows.length} isRunning={isRunning} />}
      {isCounted && (
        <p className="tabular-nums">
          {urls.length.toLocaleString('en')} different profiles.{' '}
          {remaining !== null && `${remaining.toLocaleString('en')} scans are left today.`}
        </p>
      )}
      {isCounted && remaining !== null && remaining < urls.length && !isOver && (
        <Notice tone="warning" title="More than is left today">
          The first {remaining.toLocaleString('en')} are scanned; you can copy the others.
        </Notice>
      )}
      <p className="text-xs text-muted">Results go to the default callback address, if there is one.</p>
      {error !== null && (
        <Failure what={`Stopped after ${walk.rows.length} scans`} error={error} onRetry={() => void run()} />
      )}
      {order.error && (
        <Failure
          what={
            queued > 0
              ? `${queued.toLocaleString('en')} were queued, then it failed`
              : 'Nothing was queued, as far as is known'
          }
          error={order.error}
        />
      )}
      {order.data && (
        <Notice
          tone={order.data.skipped.length > 0 ? 'warning' : 'good'}
          title={`${queued.toLocaleString('en')} profiles are queued`}
          action={
            order.data.skipped.length > 0 && (
              <CopyButton size="small" label="Copy the others" text={order.data.skipped.join('\n')} />
            )
          }
        >
          {order.data.skipped.length > 0 &&
            `${order.data.skipped.length.toLocaleString('en')} did not fit into today’s limit. `}
          {order.data.batchIds.map((batchId) => (
            <Link key={batchId} to="/o/$orgId/batches/$batchId" params={{ orgId, batchId }} className="mr-3">
              Follow the batch
            </Link>
          ))}
        </Notice>
      )}
    </Dialog>
  )
}
