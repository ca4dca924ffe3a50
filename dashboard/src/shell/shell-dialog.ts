import { useSyncExternalStore } from 'react'

/** What any page can open over itself. */
export type ShellDialog = 'palette' | 'keys'

let open: ShellDialog | null = null
const listeners = new Set<() => void>()

export function shellDialog(): ShellDialog | null {
  return open
}

export function showShellDialog(dialog: ShellDialog | null) {
  open = dialog
  for (const listener of listeners) listener()
}

export function useShellDialog(): ShellDialog | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shellDialog)
}
