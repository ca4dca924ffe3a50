import { useEffect, useRef, useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import type { HistoryFilter } from './history-filter.ts'
import { START, type Walk, walkList } from './walk-list.ts'

/** A walk through everything that a filter leaves, with its progress; it can be stopped, and after a failure gone on with. */
export function useWalk(filter: HistoryFilter) {
  const { toscan } = useOrg()
  const [walk, setWalk] = useState(START)
  const [error, setError] = useState<unknown>(null)
  const [isRunning, setIsRunning] = useState(false)
  const reached = useRef<Walk>(START)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  return {
    /** `rows` holds everything read so far. */
    walk,
    error,
    isRunning,
    /** @returns all rows, or null when it was stopped or failed */
    async run(): Promise<Walk | null> {
      control.current = new AbortController()
      const { signal } = control.current
      setError(null)
      setIsRunning(true)
      try {
        return await walkList(toscan, filter, reached.current, signal, (next) => {
          reached.current = next
          setWalk(next)
        })
      } catch (failure) {
        if (!signal.aborted) setError(failure)
        return null
      } finally {
        setIsRunning(false)
      }
    },
    stop: () => control.current?.abort(),
  }
}
