import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { PLACES } from './navigation.ts'
import { PALETTE_KEY } from './palette-key.ts'

const KEYS: { where: string; keys: (readonly [keys: string, what: string])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      [PALETTE_KEY, 'Search and commands'],
      ...PLACES.map(({ key, label }) => [`g  ${key}`, label] as const),
      ['?', 'This list'],
      ['Esc', 'Close'],
    ],
  },
  {
    where: 'In the history',
    keys: [
      ['j  k', 'Next and previous scan'],
      ['o', 'Open it'],
      ['x', 'Select it'],
      ['/', 'Search'],
      ['n', 'New scan'],
    ],
  },
  {
    where: 'In the review queue',
    keys: [
      ['1 – 3', 'Clear, escalate, false alarm'],
      ['4 – 9', 'Reason'],
      ['Enter', 'Save and go on to the next case; from a note with Ctrl or ⌘'],
      ['u', 'Undo, for ten seconds'],
      ['n', 'Note'],
      ['s', 'Skip'],
      ['j  k', 'Next and previous evidence, and the other keys of a report'],
    ],
  },
  {
    where: 'In a report',
    keys: [
      [']  [', 'Next and previous scan of the list that it was opened from; n and p as well'],
      ['j  k', 'Next and previous evidence'],
      ['1 – 9', 'Evidence E1 to E9'],
      ['e', 'Evidence'],
      ['l', 'Link chain'],
      ['v', 'Coverage'],
      ['r', 'Reveal or hide the screenshot'],
      ['d', 'Decide'],
      ['c', 'Copy the link to this report, or to the evidence that you are at'],
    ],
  },
]

export function KeyHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" isText isOpen onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {KEYS.map(({ where, keys }, index) => (
          <section key={where} className={index === 0 ? 'sm:row-span-2' : ''}>
            <h3 className="mb-1 text-[0.8125rem] font-semibold">{where}</h3>
            <dl className="grid grid-cols-[4rem_1fr] gap-y-1">
              {keys.map(([key, what]) => (
                <div key={key} className="contents">
                  <dt className="font-mono text-xs leading-5 font-semibold">{key}</dt>
                  <dd className="text-[0.8125rem]">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="text-xs text-muted">
        Each of them has a button or a link. They rest while you type; those of one letter can be switched off
        under Settings.
      </p>
    </Dialog>
  )
}
