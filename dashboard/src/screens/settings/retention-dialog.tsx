import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrgRetention } from '../../../../sdk/contract.ts'
import { retentionQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { daysOf, readDays } from './retention-words.ts'

/** To keep pages longer takes one press. To keep them shorter takes two: what goes is counted and said first. */
export function RetentionDialog({ retention, onClose }: { retention: OrgRetention; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const { evidence_days: now, own_evidence_days: own, longest_evidence_days: longest } = retention
  const [typed, setTyped] = useState(String(own ?? ''))
  const days = readDays(typed, longest)
  const isShorter = days !== undefined && (days ?? longest) < now
  const change = (dry_run: boolean) => toscan.org.updateRetention({ evidence_days: days ?? null, dry_run })
  const count = useMutation({ mutationFn: () => change(true) })
  const save = useMutation({
    mutationFn: () => change(false),
    onSuccess({ dry_run, pages_due, ...saved }) {
      queries.setQueryData(retentionQuery(toscan, orgId).queryKey, saved)
      onClose()
    },
  })
  const due = count.data?.pages_due
  const mustAsk = isShorter && due === undefined
  return (
    <ActionDialog
      title="How long pages are kept"
      action={mustAsk ? 'Go on' : isShorter ? `Keep for ${daysOf(days ?? longest)} and delete` : 'Save'}
      busy={mustAsk ? 'Counting…' : 'Saving…'}
      variant={isShorter && !mustAsk ? 'danger' : 'primary'}
      change={mustAsk ? count : save}
      isReady={days !== undefined}
      failure="How long pages are kept was not changed"
      onClose={onClose}
    >
      <TextField
        label="Days after a page was fetched"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          // What was counted was for another number.
          count.reset()
          save.reset()
        }}
        inputMode="numeric"
        maxLength={5}
        description={`From 1 to ${longest.toLocaleString('en')}. Empty: as long as whoever runs the service keeps them, now ${daysOf(longest)}.`}
        error={
          days === undefined ? `A whole number from 1 to ${longest.toLocaleString('en')} is needed.` : null
        }
        autoFocus
      />
      <div role="status">
        {isShorter && due !== undefined && (
          <Notice
            tone="warning"
            title={
              due === 0
                ? 'No stored page is older than that'
                : `${due.toLocaleString('en')} stored ${due === 1 ? 'page is' : 'pages are'} deleted within the hour`
            }
          >
            Pages and screenshots of finished scans go {daysOf(days ?? longest)} after they were fetched and
            cannot be brought back: what a report quotes can no longer be looked up in its page. Reports,
            scores and reviews stay.
          </Notice>
        )}
      </div>
    </ActionDialog>
  )
}
