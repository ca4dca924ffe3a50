import { useEffect, useId } from 'react'

const open = new Map<string, string>()

/** What would be lost if the page went away now, as in "What you changed of the policy". */
export function unsaved(): readonly string[] {
  return [...new Set(open.values())]
}

/** Whoever leaves while there is something is asked first (`shell/leave-guard.tsx`), by the browser itself where the document goes. @param what null: nothing */
export function useUnsaved(what: string | null) {
  const id = useId()
  useEffect(() => {
    if (what === null) return
    open.set(id, what)
    return () => void open.delete(id)
  }, [id, what])
}
