import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Form } from '../fields/form.tsx'
import { Notice } from '../states/notice.tsx'
import { useUnsaved } from '../unsaved.ts'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Absent for a dialog that cannot be put away. */
  onClose?: () => void
  children: ReactNode
  /** Buttons, the one that goes on last. */
  footer?: ReactNode
  isAlert?: boolean
  /** Only to be read: it scrolls by keyboard, since nothing in it takes the focus. */
  isText?: boolean
  /** For one whose height changes while somebody types. */
  isAtTop?: boolean
  /** What Enter in a field does, and the footer's button of type `submit`. */
  onSubmit?: () => void
}

/** Focus stays inside while it is open and returns to where it was. What was changed in one is not lost by a slip: Escape, or a click beside it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  isAlert = false,
  isAtTop = false,
  isText = false,
  onSubmit,
}: DialogProps) {
  const [isTouched, setIsTouched] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const keeps = isOpen && isTouched && onSubmit !== undefined
  useUnsaved(keeps ? title : null)
  const touch = () => {
    setIsTouched(true)
    setIsWarned(false)
  }
  const parts = (
    <>
      <div
        {...(isText && { tabIndex: 0, role: 'group', 'aria-label': title })}
        className="flex flex-col gap-3 overflow-y-auto px-5 pt-2 pb-4 -outline-offset-2"
      >
        {children}
        {keeps && isWarned && (
          <Notice tone="warning" title="Not saved">
            Escape once more, or Cancel, drops what you changed here.
          </Notice>
        )}
      </div>
      {footer && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
      )}
    </>
  )
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (open) return
        if (keeps && !isWarned) setIsWarned(true)
        else onClose?.()
      }}
      isDismissable={onClose !== undefined && !isAlert && !keeps}
      isKeyboardDismissDisabled={onClose === undefined}
      className={`fixed inset-0 z-50 grid justify-items-center overflow-y-auto bg-[rgb(8_10_16/0.55)] p-4 ${isAtTop ? 'items-start sm:pt-[12dvh]' : 'items-center'}`}
    >
      <Modal className="w-full max-w-xl rounded-xl border border-line bg-raised shadow-pop">
        <AriaDialog
          role={isAlert ? 'alertdialog' : 'dialog'}
          className="flex max-h-[calc(100dvh-2rem)] flex-col outline-none"
        >
          <Heading slot="title" className="px-5 pt-4 text-base font-semibold">
            {title}
          </Heading>
          {onSubmit ? (
            <Form onSubmit={onSubmit} onInput={touch} className="flex min-h-0 flex-col">
              {parts}
            </Form>
          ) : (
            parts
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
