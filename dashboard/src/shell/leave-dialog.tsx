import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

/** To leave and lose it, or to stay. */
export function LeaveDialog({
  what,
  onLeave,
  onClose,
}: {
  what: readonly string[]
  onLeave(): void
  onClose(): void
}) {
  return (
    <Dialog
      title="Leave without saving?"
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onLeave}>Leave</Button>
          <Button variant="primary" autoFocus onPress={onClose}>
            Stay
          </Button>
        </>
      }
    >
      <p>Not saved, and lost when you leave:</p>
      <ul className="list-disc pl-5">
        {what.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Dialog>
  )
}
