import { useEffect, useState } from 'react'

const PREFIX = 'toscan.tab.'

/** Of this document. What it began is its own for as long as it lives. */
export const THIS_TAB = String(Math.random()).slice(2)

/** Without a secure context (plain HTTP to another machine) there are none. */
const locks: LockManager | undefined = typeof navigator === 'undefined' ? undefined : navigator.locks
// The browser takes it from a document that is gone, whichever way it went.
void locks?.request(PREFIX + THIS_TAB, () => new Promise(() => {}))

/** The other tabs of this browser that live, as far as can be known. @param seen looks again when it changes */
export function useOtherTabs(seen: unknown): ReadonlySet<string> {
  const [tabs, setTabs] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` says when.
  useEffect(() => {
    const look = async () => {
      const { held = [] } = (await locks?.query()) ?? {}
      const names = held.flatMap(({ name = '' }) =>
        name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
      )
      setTabs(new Set(names.filter((name) => name !== THIS_TAB)))
    }
    void look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [seen])
  return tabs
}
