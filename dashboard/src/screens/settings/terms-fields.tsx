import type { NotificationTerms } from '../../../../sdk/contract.ts'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const PACES = [
  { value: 'at_once', label: 'At once', note: 'What comes in ten minutes together' },
  { value: 'daily', label: 'Once a day' },
] as const

const MOST_HOURS = 720

export interface TermsDraft {
  changes: boolean
  high_risk: boolean
  /** As typed; empty: never. */
  hours: string
  pace: NotificationTerms['pace']
}

export function TermsFields({ value, onChange }: { value: TermsDraft; onChange(value: TermsDraft): void }) {
  return (
    <>
      <div className="flex flex-col">
        <CheckBox isSelected={value.changes} onChange={(changes) => onChange({ ...value, changes })}>
          What has changed of watched profiles
        </CheckBox>
        <CheckBox isSelected={value.high_risk} onChange={(high_risk) => onChange({ ...value, high_risk })}>
          Scans that call for review: high
        </CheckBox>
      </div>
      <TextField
        label="Cases that wait for a decision longer than, in hours"
        value={value.hours}
        inputMode="numeric"
        onChange={(hours) => onChange({ ...value, hours })}
        description="Told once a day. Empty: never."
        error={termsOf(value) === null ? `A whole number from 1 to ${MOST_HOURS}` : null}
      />
      <RadioGroup
        label="When"
        isHorizontal
        options={PACES}
        value={value.pace}
        onChange={(pace) => onChange({ ...value, pace })}
      />
    </>
  )
}

export function draftOf(terms: NotificationTerms | null): TermsDraft {
  if (terms === null) return { changes: false, high_risk: false, hours: '', pace: 'at_once' }
  const { queue_hours, ...rest } = terms
  return { ...rest, hours: queue_hours === null ? '' : String(queue_hours) }
}

/** Null where the hours cannot be read. */
export function termsOf({ hours, ...rest }: TermsDraft): NotificationTerms | null {
  const typed = hours.trim()
  if (typed === '') return { ...rest, queue_hours: null }
  const number = Number(typed)
  return /^\d+$/.test(typed) && number >= 1 && number <= MOST_HOURS ? { ...rest, queue_hours: number } : null
}
