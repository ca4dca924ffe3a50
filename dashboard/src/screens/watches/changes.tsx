import type { Open } from '../../../../sdk/client.ts'
import type { ScanChange } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { defang } from '../../text/defang.ts'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Folded } from '../../ui/lists/folded.tsx'

/** Of a list in which the gravest come first. */
const FIRST = 12

/** How a later scan differs from an earlier one, in words, the gravest first. */
export function Changes({ changes }: { changes: readonly Open<ScanChange>[] }) {
  return (
    <Folded items={changes} first={FIRST} what="changes">
      {(some) => (
        <ul className="mt-1 flex flex-col gap-1">
          {some.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may be alike.
            <OneChange key={index} change={change} />
          ))}
        </ul>
      )}
    </Folded>
  )
}

/** Words of strangers before and after stand below what is said of them. */
const TEXTS = new Set(['name_changed', 'bio_changed'])

function OneChange({ change }: { change: Open<ScanChange> }) {
  const { kind, text, url, from, to, caveats } = change
  return (
    <li className="min-w-0 text-[0.8125rem] [overflow-wrap:anywhere]">
      {url === null ? text : `${text.slice(0, text.lastIndexOf(': '))}: ${defang(url)}`}
      {TEXTS.has(kind) && (
        <span className="block text-xs text-muted">
          “<ForeignText>{from ?? ''}</ForeignText>” → “<ForeignText>{to ?? ''}</ForeignText>”
        </span>
      )}
      {caveats.map((caveat) => (
        <span key={caveat} className="block text-xs text-muted">
          {words(caveat)}
        </span>
      ))}
    </li>
  )
}
