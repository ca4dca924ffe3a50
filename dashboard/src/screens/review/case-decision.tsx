import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { Decision, ReviewSettings } from '../../../../sdk/contract.ts'
import { keptAbout } from '../../kept-words.ts'
import { useOrg } from '../../session/use-org.ts'
import { profileName } from '../../text/profile-name.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useKeeping } from '../../use-keeping.ts'
import { DECISIONS } from '../report/review/decisions.ts'
import { ReasonChips } from './reason-chips.tsx'
import type { Case } from './use-cases.ts'
import { useEnter } from './use-enter.ts'

export interface Draft {
  decision: Decision | null
  reason: string | null
  note: string
}

/** Keys 4 to 9. */
const FIRST_REASON_KEY = DECISIONS.length + 1

/** Decides on the case in hand: `1` `2` `3`, then Enter. What the organization asks for is asked for before anything is sent. */
export function CaseDecision({
  current,
  settings,
  draft,
  isMinorSafety,
  isSaving,
  lost,
  error,
  onSave,
  onSkip,
}: {
  current: Case
  settings: Open<ReviewSettings>
  /** What was decided before it was undone. */
  draft: Draft | null
  isMinorSafety: boolean
  isSaving: boolean
  /** Why nobody can decide on it here any more. */
  lost: string | null
  error: Error | null
  onSave(decision: { decision: Decision; reason: string | null; note: string | null }): void
  onSkip(): void
}) {
  const { owner } = useOrg()
  const [begun] = useState(() => draft ?? keptDraft(owner, current.scan_id, settings.reasons))
  const [decision, setDecision] = useState(begun?.decision ?? null)
  const [reason, setReason] = useState(begun?.reason ?? null)
  const [note, setNote] = useState(begun?.note ?? '')
  const [wasTried, setWasTried] = useState(false)
  /** What a key has chosen, while the focus is elsewhere. */
  const [chosen, setChosen] = useState('')
  const { scan_id: scanId, profile_url } = current
  const hasNote = note.trim() !== ''
  useKeeping(
    {
      scanId,
      about: 'decision',
      name: profileName(profile_url),
      text: note,
      decision,
      // A choice of two keys is soon made again.
      reason: hasNote ? reason : null,
    },
    !isMinorSafety,
  )
  const needsNothing = decision === 'cleared' && current.recommendation === 'no_flags'
  const missing = {
    decision: decision === null,
    reason: settings.reason_required && !needsNothing && reason === null,
    note: settings.note_required && !needsNothing && note.trim() === '',
  }
  const save = () => {
    setWasTried(true)
    if (isSaving || decision === null || missing.reason || missing.note) return
    onSave({ decision, reason, note: note.trim() || null })
  }
  const choose = (value: Decision, label: string) => {
    setDecision(value)
    setChosen(`${label} chosen.`)
  }
  const toggleReason = (text: string) => {
    setReason(reason === text ? null : text)
    setChosen(reason === text ? 'No reason.' : `Reason: ${text}.`)
  }
  useKeys({
    ...Object.fromEntries(
      DECISIONS.map(({ value, label }, index) => [String(index + 1), () => choose(value, label)] as const),
    ),
    ...Object.fromEntries(
      settings.reasons
        .slice(0, 10 - FIRST_REASON_KEY)
        .map((text, index) => [String(FIRST_REASON_KEY + index), () => toggleReason(text)] as const),
    ),
    n: () => document.querySelector<HTMLElement>('[data-decision] textarea')?.focus(),
    s: onSkip,
  })
  useEnter(save)
  return (
    <Card title={current.second ? 'Second decision' : 'Decision'}>
      <Form data-decision="" className="flex flex-col gap-3" onSubmit={save}>
        <p role="status" className="sr-only">
          {chosen}
        </p>
        {current.second && (
          <p className="text-xs text-muted">
            Somebody else has decided. You are asked without being shown how.
          </p>
        )}
        <RadioGroup<Decision>
          label="What is it?"
          options={DECISIONS.map(({ value, label }, index) => ({ value, label: `${index + 1} ${label}` }))}
          value={decision}
          onChange={setDecision}
          inDock
        />
        {wasTried && missing.decision && <Missing>Choose one of the three.</Missing>}
        <div className={`flex flex-col gap-3 ${decision === null ? 'docked:hidden' : ''}`}>
          {settings.reasons.length > 0 && (
            <ReasonChips
              reasons={settings.reasons}
              firstKey={FIRST_REASON_KEY}
              isRequired={settings.reason_required && !needsNothing}
              chosen={reason}
              onToggle={toggleReason}
            />
          )}
          {wasTried && missing.reason && <Missing>Choose a reason.</Missing>}
          <TextField
            label="Note"
            rows={2}
            value={note}
            onChange={setNote}
            // What is typed behind a decision that is on its way would go with the case.
            isReadOnly={isSaving}
            maxLength={4000}
            isRequired={settings.note_required && !needsNothing}
            error={wasTried && missing.note ? 'Say why, in a few words.' : null}
          />
        </div>
        {lost === null ? (
          error && <Failure what="Not saved" error={error} />
        ) : (
          <div role="alert">
            <Notice tone="warning" title={lost}>
              What is decided here is not saved. What you wrote is still here; skip to the next case.
            </Notice>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" shortcut="↵" isBusy={isSaving}>
            {isSaving ? 'Saving…' : 'Save and next'}
          </Button>
          <Button variant="quiet" shortcut="s" onPress={onSkip}>
            Skip
          </Button>
          {decision !== null && (
            <span className="hidden docked:contents">
              <Button variant="quiet" onPress={() => setDecision(null)}>
                Not now
              </Button>
            </span>
          )}
        </div>
      </Form>
    </Card>
  )
}

/** On its report a reason may be in one's own words: here it stands before the note. */
function keptDraft(owner: string, scanId: string, reasons: readonly string[]): Draft | null {
  const kept = keptAbout(owner, { scanId, about: 'decision' })
  if (!kept) return null
  const decision = DECISIONS.find(({ value }) => value === kept.decision)?.value ?? null
  const isOffered = kept.reason !== null && reasons.includes(kept.reason)
  const words = isOffered ? [kept.text] : [kept.reason, kept.text]
  return { decision, reason: isOffered ? kept.reason : null, note: words.filter(Boolean).join('\n') }
}

function Missing({ children }: { children: string }) {
  return (
    <p role="alert" className="text-xs font-medium text-high">
      {children}
    </p>
  )
}
