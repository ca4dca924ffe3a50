import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangedRetention, OrgRetention } from '../../../../sdk/contract.ts'
import { retentionQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { daysOf, dueWords, isShorter, MOST_DAYS, readDays } from './retention-words.ts'

/** To keep things longer takes one press. To keep them shorter takes two: what goes is counted and said first. */
export function RetentionDialog({ retention, onClose }: { retention: OrgRetention; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const { longest_evidence_days: longestPages, longest_scan_days: longestScans } = retention
  const [typedPages, setTypedPages] = useState(String(retention.own_evidence_days ?? ''))
  const [typedScans, setTypedScans] = useState(String(retention.own_scan_days ?? ''))
  const pages = readDays(typedPages, longestPages)
  const scans = readDays(typedScans, longestScans ?? MOST_DAYS)
  const shortens =
    (pages !== undefined && isShorter(pages ?? longestPages, retention.evidence_days)) ||
    (scans !== undefined && isShorter(scans ?? longestScans, retention.scan_days))
  const change = (dry_run: boolean) =>
    toscan.org.updateRetention({ evidence_days: pages ?? null, scan_days: scans ?? null, dry_run })
  const count = useMutation({ mutationFn: () => change(true) })
  const save = useMutation({
    mutationFn: () => change(false),
    onSuccess({ dry_run, pages_due, scans_due, ...saved }) {
      queries.setQueryData(retentionQuery(toscan, orgId).queryKey, saved)
      onClose()
    },
  })
  const mustAsk = shortens && !count.data
  const typeInto = (set: (text: string) => void) => (text: string) => {
    set(text)
    // What was counted was for another number.
    count.reset()
    save.reset()
  }
  return (
    <ActionDialog
      title="How long things are kept"
      action={mustAsk ? 'Go on' : shortens ? 'Keep for a shorter time and delete' : 'Save'}
      busy={mustAsk ? 'Counting…' : 'Saving…'}
      variant={shortens && !mustAsk ? 'danger' : 'primary'}
      change={mustAsk ? count : save}
      isReady={pages !== undefined && scans !== undefined}
      failure="How long things are kept was not changed"
      onClose={onClose}
    >
      <Days
        label="Days after a page was fetched"
        typed={typedPages}
        onType={typeInto(setTypedPages)}
        longest={longestPages}
        isWrong={pages === undefined}
        autoFocus
      />
      <Days
        label="Days after a scan was submitted"
        typed={typedScans}
        onType={typeInto(setTypedScans)}
        longest={longestScans}
        isWrong={scans === undefined}
      />
      <div role="status">{shortens && count.data && <Due counted={count.data} />}</div>
    </ActionDialog>
  )
}

function Days({
  label,
  typed,
  onType,
  longest,
  isWrong,
  autoFocus = false,
}: {
  label: string
  typed: string
  onType(text: string): void
  /** Null: the operator keeps them for ever. */
  longest: number | null
  isWrong: boolean
  autoFocus?: boolean
}) {
  const most = (longest ?? MOST_DAYS).toLocaleString('en')
  const operators = longest === null ? 'for ever' : daysOf(longest)
  return (
    <TextField
      label={label}
      value={typed}
      onChange={onType}
      inputMode="numeric"
      maxLength={5}
      description={`From 1 to ${most}. Empty: as long as whoever runs the service keeps them, now ${operators}.`}
      error={isWrong ? `A whole number from 1 to ${most} is needed.` : null}
      autoFocus={autoFocus}
    />
  )
}

function Due({ counted }: { counted: ChangedRetention }) {
  return (
    <Notice tone="warning" title={dueWords(counted)}>
      {counted.pages_due > 0 &&
        'Pages and screenshots cannot be brought back: what a report quotes can no longer be looked up in its page, and such a scan is not judged again. Reports, scores and reviews stay. '}
      {counted.scans_due > 0 &&
        'Scans go whole, with reports, reviews and webhooks, and cannot be brought back either.'}
    </Notice>
  )
}
