import type { Preferences } from '../preferences.ts'

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
