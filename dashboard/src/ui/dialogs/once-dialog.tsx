import { type ReactNode, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { CheckBox } from '../fields/check-box.tsx'
import { useUnsaved } from '../unsaved.ts'
import { Dialog } from './dialog.tsx'

/** A secret that is shown this once. The dialog stays until somebody has said that it is stored. */
export function OnceDialog({
  title,
  label,
  secret,
  children,
  onClose,
}: {
  title: string
  /** What the secret is, as in "Copy the key". */
  label: string
  secret: string
  children?: ReactNode
  onClose(): void
}) {
  const [isStored, setIsStored] = useState(false)
  useUnsaved(isStored ? null : `The ${label}, which is never shown again`)
  return (
    <Dialog
      title={title}
      isOpen
      footer={
        <Button variant="primary" isDisabled={!isStored} onPress={onClose}>
          Done
        </Button>
      }
    >
      <p>It is shown now and never again: the service keeps no readable copy.</p>
      <code className="rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all" data-secret>
        {secret}
      </code>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="primary" label={`Copy the ${label}`} text={secret} />
      </div>
      {children}
      <CheckBox isSelected={isStored} onChange={setIsStored}>
        I have stored it
      </CheckBox>
    </Dialog>
  )
}
