import { useEffect, useSyncExternalStore } from 'react'

let isFirst = true
let arrived = ''
const listeners = new Set<() => void>()

/**
 * For the heading of a page: the document stays when another page comes, so that nobody would hear that it has. The focus is left where
 * somebody put it, and where it was on what is gone, it goes to the page.
 */
export function useArrival(title: string) {
  useEffect(() => {
    // What the browser itself has opened, it says itself.
    if (!isFirst) {
      arrived = title
      for (const listener of listeners) listener()
      if (document.activeElement === document.body)
        document.getElementById('page')?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [title])
}

/** The title of the page that has come last; none for the first one. */
export function useArrived(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => arrived,
  )
}
