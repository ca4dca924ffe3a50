import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Failure } from '../states/failure.tsx'
import { Dialog } from './dialog.tsx'

/** A decision: what will be done, the button that does it, a way out, and why it could not be done. */
export function ActionDialog({
  title,
  action,
  busy,
  variant = 'primary',
  change,
  isReady = true,
  failure,
  isSaidElsewhere = false,
  isAlert = false,
  onClose,
  children,
}: {
  title: string
  /** The words of the button. */
  action: string
  /** Its words while it is being done. */
  busy: string
  variant?: 'primary' | 'danger'
  /** A mutation without a variable. */
  change: { isPending: boolean; error: Error | null; mutate(): void }
  /** Whether everything has been said that it takes. */
  isReady?: boolean
  /** As in "The key was not revoked". */
  failure: string
  /** What the service refused stands beside its field. */
  isSaidElsewhere?: boolean
  isAlert?: boolean
  onClose(): void
  children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      isOpen
      isAlert={isAlert}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !change.isPending) change.mutate()
      }}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant={variant} isBusy={change.isPending} isDisabled={!isReady}>
            {change.isPending ? busy : action}
          </Button>
        </>
      }
    >
      {children}
      {change.error && !isSaidElsewhere && <Failure what={failure} error={change.error} />}
    </Dialog>
  )
}
