import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOrg } from '../session/use-org.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { singleKeysAreOn, takesKeys } from '../ui/use-keys.ts'
import { PLACES } from './navigation.ts'
import { shellDialog, showShellDialog, useShellDialog } from './shell-dialog.ts'

/** Both are loaded when somebody asks for them: the first page does without. */
const Palette = lazyPart(() => import('./palette.tsx'), 'Palette')
const KeyHelp = lazyPart(() => import('./key-help.tsx'), 'KeyHelp')

/** How long `g` waits for the letter of a place. */
const CHORD_MS = 1500

/** The keys of every page: ⌘K or Ctrl-K, `?`, and `g` with the letter of a place; and the dialogs that they open. */
export function ShellKeys() {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const dialog = useShellDialog()
  const begunAt = useRef<number | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInDialog(event.target)) return
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        showShellDialog('palette')
        return
      }
      if (takesKeys(event.target)) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
      // The dialog is still being loaded: what is typed already is not for the page behind it.
      if (shellDialog() !== null) return event.preventDefault()
      if (!singleKeysAreOn()) return
      const isSecond = begunAt.current !== null && event.timeStamp - begunAt.current < CHORD_MS
      begunAt.current = null
      const place = isSecond && PLACES.find(({ key }) => key === event.key)
      if (place) void navigate({ to: place.to, params: { orgId } })
      else if (event.key === '?') showShellDialog('keys')
      else if (event.key === 'g') begunAt.current = event.timeStamp
      else return
      event.preventDefault()
    }
    // Before the keys of the page: the second letter of two is not one of theirs.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [navigate, orgId])

  const close = () => showShellDialog(null)
  return (
    <>
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'keys' && <KeyHelp onClose={close} />}
    </>
  )
}

/** A field has no use for a letter with a modifier; a dialog is about something else. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}
