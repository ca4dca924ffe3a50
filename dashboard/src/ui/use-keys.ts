import { useEffect, useRef } from 'react'

const KEY = 'toscan.single-keys'

/** Single keys can be switched off by whoever speaks to their computer (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

export function setSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}

/** False: the key was not wanted here, and does what it does anywhere. */
type KeyAction = () => unknown

/** Single keys of a page. Silent in fields, in dialogs and lists that take keys themselves, and with a modifier held. */
export function useKeys(keys: Record<string, KeyAction>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!singleKeysAreOn() || takesKeys(event.target)) return
      const action = latest.current[event.key]
      if (!action) return
      if (action() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Fields take letters; menus and lists jump to what begins with one; dialogs are about something else. */
const TAKES_KEYS =
  'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Whether what has the focus wants the keys for itself. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}
