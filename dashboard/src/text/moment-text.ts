import type { Preferences } from '../preferences.ts'

const DAY_MS = 86_400_000

/** A moment for reading, to the second: `2026-03-01 10:00:07 UTC`, or in the zone of the browser. "Unknown" for what is none. */
export function momentText(iso: string, zone: Preferences['timeZone']): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return 'Unknown'
  if (zone === 'utc') return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('sv-SE', options).format(moment)
  const zoneName = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value
  return `${text({ dateStyle: 'short', timeStyle: 'medium' })} ${zoneName ?? ''}`.trim()
}

/** How long ago, roughly: `2 min ago`. */
export function agoText(iso: string, now: number): string {
  const ms = now - Date.parse(iso)
  if (Number.isNaN(ms)) return 'Unknown'
  if (ms < 0) return `in ${spanText(-ms)}`
  return ms < 10_000 ? 'just now' : `${spanText(ms)} ago`
}

function spanText(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 2 * DAY_MS) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / DAY_MS)} d`
}
