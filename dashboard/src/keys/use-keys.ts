import { useEffect, useRef } from 'react'
import { usePreferences } from '../preferences.ts'

/** Where somebody writes or chooses, a letter is a letter. */
const WRITES =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=tree]'

/**
 * Single keys of a page, by what they write (`j`, `/`, `?`). Silent in fields, pop-ups and dialogs, with a modifier, and for
 * those who have switched single keys off. Each of them must have a visible control that does the same.
 */
export function useKeys(keys: Record<string, () => void>) {
  const { singleKeys } = usePreferences()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!singleKeys) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return
      if (event.target instanceof Element && event.target.closest(WRITES)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [singleKeys])
}
