import { useEffect, useState } from 'react'

/** The time, again and again while `isLive`; milliseconds since 1970. */
export function useNow(everyMs: number, isLive = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isLive])
  return now
}
