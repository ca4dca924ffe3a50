import type { Open } from '../../../../sdk/client.ts'
import type { Watch } from '../../../../sdk/contract.ts'

type Schedule = Open<Watch>['schedule']

const WEEKDAYS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** `Every Monday and Thursday at 06:12 UTC`. */
export function scheduleWords(schedule: Schedule, timeUtc: string): string {
  return `${daysWords(schedule)} at ${timeUtc} UTC`
}

function daysWords({ every, weekdays = [], days = [] }: Schedule): string {
  if (every === 'day') return 'Every day'
  if (every === 'week')
    return weekdays.length > 0
      ? `Every ${joined(weekdays.map((day) => WEEKDAYS[day] ?? day))}`
      : 'Once a week'
  return days.length > 0 ? `On day ${joined(days.map(String))} of each month` : 'Once a month'
}

function joined(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

const STATES: Readonly<Record<string, string>> = {
  active: 'Active',
  muted: 'Muted',
  snoozed: 'Snoozed',
  ended: 'Ended',
}

export function stateWords({ state }: Pick<Open<Watch>, 'state'>): string {
  return STATES[state] ?? state
}

/** `1, 15` as a person types it; null where it is none, an empty list for nothing. */
export function readDays(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  const days = parts.map(Number)
  return days.every((day) => Number.isInteger(day) && day >= 1 && day <= 31) ? [...new Set(days)] : null
}
