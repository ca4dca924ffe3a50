import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'

const DAY_MS = 86_400_000

/** Everything that has failed since a moment: counted first, sent only when somebody has seen the number. */
export function RecoverDialog({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [since, setSince] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 16))
  const moment = `${since}:00Z`
  const count = useMutation({
    mutationFn: () => toscan.webhookDeliveries.recover({ since: moment, dry_run: true }),
  })
  const send = useMutation({
    mutationFn: () => toscan.webhookDeliveries.recover({ since: moment }),
    async onSuccess() {
      count.reset()
      await queries.invalidateQueries({ queryKey: [orgId, 'deliveries'] })
    },
  })
  const matching = count.data?.matching ?? null
  const left = send.data ? send.data.matching - send.data.resent : 0
  return (
    <Dialog
      title="Send again what has failed"
      isOpen
      onClose={onClose}
      onSubmit={() => {
        if (send.isPending || count.isPending || !since) return
        if (matching) send.mutate()
        else count.mutate()
      }}
      footer={
        <>
          <Button onPress={onClose}>{send.isSuccess ? 'Close' : 'Cancel'}</Button>
          {matching ? (
            <Button type="submit" variant="primary" isBusy={send.isPending}>
              {send.isPending ? 'Queueing…' : `Send ${matching.toLocaleString('en')} again`}
            </Button>
          ) : (
            <Button type="submit" variant="primary" isBusy={count.isPending} isDisabled={!since}>
              {count.isPending ? 'Counting…' : 'Count them'}
            </Button>
          )}
        </>
      }
    >
      <p>Failed and skipped deliveries made since then, the oldest first. Receivers may see events twice.</p>
      <DateField
        label="Since (UTC)"
        value={since}
        onChange={(value) => {
          setSince(value)
          count.reset()
          send.reset()
        }}
        withTime
      />
      <div role="status">
        {matching !== null && (
          <p className="tabular-nums">
            {matching === 0
              ? 'None has failed since then.'
              : `${matching.toLocaleString('en')} have failed since then.`}
          </p>
        )}
        {send.data && (
          <Notice tone="good" title={`${send.data.resent.toLocaleString('en')} are on their way`}>
            {left > 0 && `${left.toLocaleString('en')} more are waiting for another go: count again.`}
          </Notice>
        )}
      </div>
      {count.error && <Failure what="They could not be counted" error={count.error} />}
      {send.error && <Failure what="Nothing was queued, as far as is known" error={send.error} />}
    </Dialog>
  )
}
