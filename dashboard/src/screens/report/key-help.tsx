import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const KEYS: [keys: string, what: string][] = [
  ['j  k', 'Next and previous evidence'],
  ['1 – 9', 'Evidence E1 to E9'],
  ['e', 'Evidence'],
  ['l', 'Link chain'],
  ['v', 'Coverage'],
  ['r', 'Reveal or hide the screenshot'],
  ['d', 'Decide'],
  ['c', 'Copy the link to this report'],
  ['?', 'This list'],
  ['Esc', 'Close'],
]

export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <dl className="grid grid-cols-[5rem_1fr] gap-y-1.5">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-mono text-xs font-semibold">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">Each of them has a button. They rest while you type.</p>
    </Dialog>
  )
}
