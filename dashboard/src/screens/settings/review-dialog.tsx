import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { ReviewSettings } from '../../../../sdk/contract.ts'
import { reviewSettingsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { readShares, writeShares } from './shares.ts'

export function ReviewDialog({ settings, onClose }: { settings: Open<ReviewSettings>; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [reasons, setReasons] = useState(settings.reasons.join('\n'))
  const [reasonRequired, setReasonRequired] = useState(settings.reason_required)
  const [noteRequired, setNoteRequired] = useState(settings.note_required)
  const [percent, setPercent] = useState(String(settings.second_review.percent))
  const [codes, setCodes] = useState(() => writeShares(settings.second_review.codes))
  const [blur, setBlur] = useState(settings.wellbeing.blur_pictures)
  const [inRow, setInRow] = useState(typed(settings.wellbeing.severe_in_row))
  const [minutes, setMinutes] = useState(typed(settings.wellbeing.break_minutes))
  const [severe, pause] = [readWhole(inRow, 1, 100), readWhole(minutes, 5, 480)]
  const share = /^\d{1,3}(\.\d+)?$/.test(percent.trim()) ? Number(percent) : Number.NaN
  const isShare = share >= 0 && share <= 100
  const shares = readShares(codes)
  const saving = useMutation({
    mutationFn: () =>
      toscan.reviewQueue.updateSettings({
        reasons: linesOf(reasons),
        reason_required: reasonRequired,
        note_required: noteRequired,
        second_review: { percent: share, codes: shares ?? {} },
        wellbeing: { blur_pictures: blur, severe_in_row: severe ?? null, break_minutes: pause ?? null },
      }),
    onSuccess(saved) {
      queries.setQueryData(reviewSettingsQuery(toscan, orgId).queryKey, saved)
      onClose()
    },
  })
  return (
    <ActionDialog
      title="How you review"
      action="Save"
      busy="Saving…"
      change={saving}
      isReady={isShare && shares !== null && severe !== undefined && pause !== undefined}
      failure="Nothing was changed"
      onClose={onClose}
    >
      <TextField
        label="Reasons, one in a line"
        rows={5}
        value={reasons}
        onChange={setReasons}
        description="At most 20, of 60 letters each. The first six have keys."
      />
      <div className="flex flex-col">
        <CheckBox isSelected={reasonRequired} onChange={setReasonRequired}>
          A reason is required
        </CheckBox>
        <CheckBox isSelected={noteRequired} onChange={setNoteRequired}>
          A note is required
        </CheckBox>
      </div>
      <TextField
        label="Second review: per cent of all decisions"
        value={percent}
        onChange={setPercent}
        inputMode="decimal"
        maxLength={6}
        error={isShare ? null : 'A number from 0 to 100 is needed.'}
      />
      <TextField
        label="Second review: more for these codes"
        rows={3}
        mono
        value={codes}
        onChange={setCodes}
        description="One in a line: a reason code and its per cent."
        error={shares === null ? 'Each line is a code and a number from 0 to 100.' : null}
      />
      <CheckBox isSelected={blur} onChange={setBlur}>
        Blur pictures for everybody until they ask for them
      </CheckBox>
      <TextField
        label="Severe cases in a row"
        value={inRow}
        onChange={setInRow}
        inputMode="numeric"
        description="Then a milder one comes, or a pause of 15 minutes. Empty: no limit."
        error={severe === undefined ? 'A whole number from 1 to 100, or nothing.' : null}
      />
      <TextField
        label="Suggest a break after minutes"
        value={minutes}
        onChange={setMinutes}
        inputMode="numeric"
        description="Empty: never."
        error={pause === undefined ? 'A whole number from 5 to 480, or nothing.' : null}
      />
    </ActionDialog>
  )
}

function typed(number: number | null): string {
  return number === null ? '' : String(number)
}

/** Null for nothing; undefined for what is no such number. */
function readWhole(text: string, min: number, max: number): number | null | undefined {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
