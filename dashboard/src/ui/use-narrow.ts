import { useSyncExternalStore } from 'react'

/** From 768 px on the navigation stands beside the page, and takes 216 of them. */
const NARROW = '(max-width: 639.98px), (min-width: 768px) and (max-width: 879.98px)'

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
