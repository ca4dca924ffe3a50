import type { WatchSchedule } from '../../../../sdk/contract.ts'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { readDays } from './watch-words.ts'

const PERIODS = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const

const WEEKDAYS = [
  ['mon', 'Mon'],
  ['tue', 'Tue'],
  ['wed', 'Wed'],
  ['thu', 'Thu'],
  ['fri', 'Fri'],
  ['sat', 'Sat'],
  ['sun', 'Sun'],
] as const

export interface ScheduleDraft {
  every: WatchSchedule['every']
  weekdays: string[]
  /** As typed. */
  days: string
}

/** When it is scanned; days that nobody names are chosen by the service. */
export function ScheduleField({
  value,
  onChange,
}: {
  value: ScheduleDraft
  onChange(value: ScheduleDraft): void
}) {
  const { every, weekdays, days } = value
  return (
    <>
      <RadioGroup
        label="How often"
        isHorizontal
        options={PERIODS}
        value={every}
        onChange={(chosen) => onChange({ ...value, every: chosen })}
      />
      {every === 'week' && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-xs text-muted">On (none: one day that the service chooses)</legend>
          {WEEKDAYS.map(([day, label]) => (
            <CheckBox
              key={day}
              isSelected={weekdays.includes(day)}
              onChange={(isOn) =>
                onChange({
                  ...value,
                  weekdays: isOn ? [...weekdays, day] : weekdays.filter((each) => each !== day),
                })
              }
            >
              {label}
            </CheckBox>
          ))}
        </fieldset>
      )}
      {every === 'month' && (
        <TextField
          label="Days of the month"
          value={days}
          onChange={(typed) => onChange({ ...value, days: typed })}
          placeholder="1, 15"
          description="None: one day that the service chooses. A day that a month does not have is its last."
          error={readDays(days) === null ? 'Numbers from 1 to 31, with commas between' : null}
        />
      )}
    </>
  )
}

/** What the service takes; null where a day cannot be read. */
export function scheduleOf({ every, weekdays, days }: ScheduleDraft): WatchSchedule | null {
  if (every === 'day') return { every }
  if (every === 'week') {
    const chosen = WEEKDAYS.map(([day]) => day).filter((day) => weekdays.includes(day))
    return { every, ...(chosen.length > 0 && { weekdays: chosen }) }
  }
  const read = readDays(days)
  return read && { every, ...(read.length > 0 && { days: read }) }
}

export function draftOf(schedule?: { every: string; weekdays?: string[]; days?: number[] }): ScheduleDraft {
  const every = PERIODS.find(({ value }) => value === schedule?.every)?.value ?? 'week'
  return { every, weekdays: schedule?.weekdays ?? [], days: schedule?.days?.join(', ') ?? '' }
}
