import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 639.98px)'

/** Whether there is too little room for a table. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(NARROW).matches,
  )
}
