import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decision } from '../../../../sdk/contract.ts'
import { reviewSettingsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { DECISIONS } from '../report/review/decisions.ts'
import { ReasonChips } from '../review/reason-chips.tsx'
import type { ScanRow } from './history-filter.ts'
import { inHundreds } from './in-hundreds.ts'

/** One decision and one reason for all that are selected. What cannot be decided is said, and stays as it is. */
export function DecideDialog({ rows, onClose }: { rows: readonly ScanRow[]; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const settings = useQuery(reviewSettingsQuery(toscan, orgId)).data
  const [decision, setDecision] = useState<Decision | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const deciding = useMutation({
    mutationFn: async (chosen: Decision) => {
      const sent = { decision: chosen, reason, note: note.trim() || null }
      const ids = rows.map(({ scan_id }) => scan_id)
      const answers = await inHundreds(ids, (some) => toscan.reviewQueue.decideMany(some, sent))
      return {
        decided: answers.flatMap((answer) => answer.decided).length,
        passedOver: answers.flatMap((answer) => answer.passed_over),
      }
    },
    onSettled: () =>
      Promise.all(
        ['scans', 'review', 'review-queue'].map((what) =>
          queries.invalidateQueries({ queryKey: [orgId, what] }),
        ),
      ),
  })
  const { data: done } = deciding
  // Not before: a list that is left without rows takes this dialog with it.
  const close = () => {
    if (deciding.status !== 'idle') void queries.invalidateQueries({ queryKey: [orgId, 'history'] })
    onClose()
  }
  const why = Map.groupBy(done?.passedOver ?? [], (each) => each.why)
  return (
    <Dialog
      title={`Decide on ${rows.length} selected ${rows.length === 1 ? 'scan' : 'scans'}`}
      isOpen
      onClose={close}
      onSubmit={() => {
        if (decision && !deciding.isPending && !done) deciding.mutate(decision)
      }}
      footer={
        done ? (
          <Button variant="primary" onPress={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={close}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              isDisabled={decision === null}
              isBusy={deciding.isPending}
            >
              {deciding.isPending ? 'Saving…' : 'Decide'}
            </Button>
          </>
        )
      }
    >
      <div role="status">
        {done && (
          <Notice
            tone={done.passedOver.length > 0 ? 'warning' : 'good'}
            title={`${done.decided} decided${done.passedOver.length > 0 ? `, ${done.passedOver.length} passed over` : ''}`}
          >
            {[...why].map(([words, scans]) => (
              <p key={words}>
                {scans.length} × {words}
              </p>
            ))}
          </Notice>
        )}
      </div>
      {!done && (
        <>
          <RadioGroup<Decision>
            label="What are they?"
            options={DECISIONS}
            value={decision}
            onChange={setDecision}
          />
          {settings && settings.reasons.length > 0 && (
            <ReasonChips
              reasons={settings.reasons}
              isRequired={settings.reason_required}
              chosen={reason}
              onToggle={(text) => setReason(reason === text ? null : text)}
            />
          )}
          <TextField
            label="Note"
            rows={2}
            value={note}
            onChange={setNote}
            maxLength={4000}
            isRequired={settings?.note_required ?? false}
          />
        </>
      )}
      {deciding.error && <Failure what="Not all were saved" error={deciding.error} />}
    </Dialog>
  )
}
