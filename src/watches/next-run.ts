import { createHash } from 'node:crypto'
import type { WatchSchedule } from '../../sdk/contract.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const DAY_MS = 24 * 3600_000
/** The 31st and February: no schedule skips more days than this. */
const MOST_DAYS = 62
/** Every month has them. */
const DAYS_OF_ANY_MONTH = 28

/**
 * The first moment after `after` at which a watch is due. The minute of the day follows from its id, and so do weekday and day of the month
 * where its schedule names none: so a thousand watches spread by themselves, and each keeps its time. UTC.
 */
export function nextRun(schedule: WatchSchedule, watchId: string, after: Date): Date {
  const start = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate())
  for (let days = 0; days <= MOST_DAYS; days += 1) {
    const day = new Date(start + days * DAY_MS)
    const moment = new Date(day.getTime() + minuteOf(watchId) * 60_000)
    if (moment > after && isOn(schedule, watchId, day)) return moment
  }
  throw new Error(`No day of this schedule within ${MOST_DAYS} days: ${JSON.stringify(schedule)}`)
}

/** `HH:MM`, UTC. */
export function timeOf(watchId: string): string {
  const minute = minuteOf(watchId)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function minuteOf(watchId: string): number {
  return numberOf(watchId, 0) % (24 * 60)
}

function isOn({ every, weekdays, days }: WatchSchedule, watchId: string, day: Date): boolean {
  if (every === 'day') return true
  if (every === 'week') {
    const own = WEEKDAYS[numberOf(watchId, 4) % 7] ?? 'mon'
    const today = WEEKDAYS[day.getUTCDay()] ?? 'mon'
    return (weekdays?.length ? weekdays : [own]).includes(today)
  }
  const own = 1 + (numberOf(watchId, 8) % DAYS_OF_ANY_MONTH)
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return (days?.length ? days : [own]).some((each) => Math.min(each, last) === day.getUTCDate())
}

/** Evenly spread, and always the same for one watch. */
function numberOf(watchId: string, offset: number): number {
  return createHash('sha256').update(watchId).digest().readUInt32BE(offset)
}
