import { useEffect, useRef, useState } from 'react'
import type { ScanRow } from './history-filter.ts'
import { announcement } from './live-rows.ts'

/** Nobody wants to be told every five seconds. */
const EVERY_MS = 15_000

/** What ended since the last word about it, for a live region; at most every fifteen seconds. */
export function useAnnouncement(rows: readonly ScanRow[]): string {
  const [words, setWords] = useState('')
  const said = useRef(rows)
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => {
    const timer = setInterval(() => {
      const next = announcement(said.current, latest.current)
      said.current = latest.current
      if (next) setWords(next)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return words
}
