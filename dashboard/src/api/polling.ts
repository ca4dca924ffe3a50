import type { QueryState } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { pollInterval } from './poll-interval.ts'

let paused = false
const listeners = new Set<() => void>()

/** Updates can be paused by a person, for all pages at once (WCAG 2.2.2). */
export function usePaused(): [boolean, (value: boolean) => void] {
  const value = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => paused,
  )
  return [value, setPaused]
}

function setPaused(value: boolean) {
  paused = value
  for (const listener of listeners) listener()
}

/** For `refetchInterval`: looks again while `isLive` says of the last answer that something runs. */
export function pollWhile<Data>(isLive: (data: Data) => boolean, isPaused: boolean) {
  return ({ state }: { state: Pick<QueryState<Data>, 'data' | 'status' | 'dataUpdatedAt'> }) =>
    pollInterval({
      isLive: state.data === undefined ? state.status === 'error' : isLive(state.data),
      isPaused,
      hasFailed: state.status === 'error',
      sinceGoodMs: Date.now() - state.dataUpdatedAt,
    })
}
