import { useBlocker } from '@tanstack/react-router'
import { holdsWords } from '../kept-words.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { unsaved } from '../ui/unsaved.ts'

export const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), 'LeaveDialog')

const hasUnsaved = () => unsaved().length > 0

/** Another part or filter of the same page takes nothing away. */
const takesAway = ({ current, next }: Record<'current' | 'next', { pathname: string }>) =>
  hasUnsaved() && current.pathname !== next.pathname

/** Asks before somebody leaves a page with what they have not saved. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: takesAway,
    enableBeforeUnload: () => hasUnsaved() || holdsWords(),
    withResolver: true,
  })
  return status === 'blocked' && <LeaveDialog what={unsaved()} onLeave={proceed} onClose={reset} />
}
