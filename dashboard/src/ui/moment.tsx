import { usePreferences } from '../preferences.ts'
import { momentText } from '../text/moment-text.ts'
import { ago as agoText } from '../text/times.ts'

/** A moment in the zone that this person wants; the whole of it on a pointer's stay, in UTC. */
export function Moment({ at, ago = false }: { at: string | null | undefined; ago?: boolean }) {
  const { timeZone } = usePreferences()
  if (!at) return <span className="text-muted">Not yet</span>
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {ago ? agoText(at, Date.now()) : momentText(at, timeZone)}
    </time>
  )
}
