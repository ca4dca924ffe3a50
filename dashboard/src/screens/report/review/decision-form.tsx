import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../../sdk/client.ts'
import type { Decision, ScanReview } from '../../../../../sdk/contract.ts'
import { reviewSettingsQuery } from '../../../api/queries.ts'
import { dropWords, keptAbout } from '../../../kept-words.ts'
import { useOrg } from '../../../session/use-org.ts'
import { profileName } from '../../../text/profile-name.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MissingPart } from '../../../ui/states/missing-part.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { useKeeping } from '../../../use-keeping.ts'
import { ReasonChips } from '../../review/reason-chips.tsx'
import { isMinorSafety, type Scan } from '../scan.ts'
import { DECISIONS } from './decisions.ts'
import { useHold, wordsForRefusal } from './use-hold.ts'

/** A decision needs a reason: whoever looks at it next month was not there. To clear what is clean says all by itself. */
export function DecisionForm({
  scan,
  isSaving,
  made,
  onBegin,
  onSave,
  onCancel,
}: {
  scan: Scan
  isSaving: boolean
  /** What is changed. */
  made?: Open<ScanReview>['decision']
  onBegin(): void
  onSave(decision: { decision: Decision; reason: string | null; note: string | null }): void
  onCancel?: () => void
}) {
  const { toscan, orgId, owner } = useOrg()
  const settingsRead = useQuery(reviewSettingsQuery(toscan, orgId))
  const settings = settingsRead.data
  const reasons = settings?.reasons ?? []
  const about = { scanId: scan.profile_id, about: 'decision' } as const
  const [kept] = useState(() => keptAbout(owner, about))
  const begun = kept ? { ...kept, note: kept.text } : made
  const [decision, setDecision] = useState<Decision | null>(
    DECISIONS.find(({ value }) => value === begun?.decision)?.value ?? null,
  )
  const [reason, setReason] = useState(begun?.reason ?? '')
  const [note, setNote] = useState(begun?.note ?? '')
  const [wasTried, setWasTried] = useState(false)
  const isTouched =
    (decision ?? undefined) !== made?.decision ||
    reason !== (made?.reason ?? '') ||
    note !== (made?.note ?? '')
  useKeeping(
    {
      ...about,
      name: profileName(scan.url),
      text: isTouched ? note : '',
      decision,
      reason: isTouched ? reason : null,
    },
    !isMinorSafety(scan.triage_report),
  )
  const refusal = useHold(scan.profile_id, isTouched && !made)
  const isClean = scan.triage_report?.recommendation === 'no_flags'
  const missing = wasTried && decision === null
  const needsReason = !(isClean && decision === 'cleared')
  const needsNote = needsReason && (settings?.note_required ?? false)
  const lacksNote = needsNote && note.trim() === ''
  return (
    <Form
      data-decision=""
      data-print="no"
      className="flex flex-col gap-3"
      onFocus={onBegin}
      onSubmit={() => {
        setWasTried(true)
        if (decision === null || (needsReason && reason.trim() === '') || lacksNote || isSaving) return
        onSave({ decision, reason: reason.trim() || null, note: note.trim() || null })
      }}
    >
      {refusal && (
        <div role="alert">
          <Notice tone="warning" title={refusal}>
            {wordsForRefusal(refusal)}
          </Notice>
        </div>
      )}
      <RadioGroup<Decision>
        label="What is it?"
        options={DECISIONS}
        value={decision}
        onChange={setDecision}
        inDock
      />
      {missing && (
        <p role="alert" className="text-xs font-medium text-high">
          Choose one of the three.
        </p>
      )}
      <div className={`flex flex-col gap-3 ${decision === null ? 'docked:hidden' : ''}`}>
        <TextField
          label="Reason"
          isRequired={needsReason}
          value={reason}
          onChange={setReason}
          isReadOnly={isSaving}
          maxLength={200}
          error={wasTried && needsReason && reason.trim() === '' ? 'Say why, in a few words.' : null}
        />
        <MissingPart query={settingsRead} what="Your organization’s reasons" />
        {reasons.length > 0 && (
          <ReasonChips
            reasons={reasons}
            label="Or one of your organization’s"
            isRequired={false}
            chosen={reason}
            onToggle={(text) => setReason(reason === text ? '' : text)}
          />
        )}
        <TextField
          label="Note"
          rows={reasons.length > 0 ? 2 : 3}
          value={note}
          onChange={setNote}
          isReadOnly={isSaving}
          maxLength={4000}
          isRequired={needsNote}
          error={wasTried && lacksNote ? 'Say more: your organization wants a note.' : null}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isBusy={isSaving}>
            {isSaving ? 'Saving…' : 'Save decision'}
          </Button>
          {onCancel ? (
            <Button
              variant="quiet"
              onPress={() => {
                dropWords(owner, about)
                onCancel()
              }}
            >
              Cancel
            </Button>
          ) : (
            <span className="hidden docked:contents">
              <Button variant="quiet" onPress={() => setDecision(null)}>
                Not now
              </Button>
            </span>
          )}
        </div>
      </div>
    </Form>
  )
}
