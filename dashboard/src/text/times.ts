/** `12 s`, `1 min 15 s`, `2 h 3 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d`
}

/** `2026-11-21 12:04:31 UTC`; what is no time is given back as it is, marked as unknown when it is missing. */
export function moment(iso: string | null | undefined): string {
  if (!iso) return 'Not provided'
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? iso : `${parsed.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Milliseconds between two times; null where one of them is none. */
export function between(from: string | null | undefined, to: string | null | undefined): number | null {
  const ms = Date.parse(to ?? '') - Date.parse(from ?? '')
  return Number.isNaN(ms) ? null : ms
}

/** `2 min ago`. */
export function ago(iso: string, now: number): string {
  const ms = now - Date.parse(iso)
  if (Number.isNaN(ms)) return 'at an unknown time'
  return ms < 5000 ? 'just now' : `${duration(ms < 60_000 ? ms : Math.floor(ms / 60_000) * 60_000)} ago`
}
