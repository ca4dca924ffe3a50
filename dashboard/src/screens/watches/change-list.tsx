import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { WatchChange } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { defang } from '../../text/defang.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Verdict } from '../../ui/verdict.tsx'

/** What has changed, each with the scan that shows it. */
export function ChangeList({ changes }: { changes: readonly Open<WatchChange>[] }) {
  const { orgId } = useOrg()
  return (
    <ul className="flex flex-col">
      {changes.map((change) => (
        <li key={change.change_id} className="border-b border-line px-4 py-2.5 last:border-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={scanAddress(orgId, change.scan_id)}
              className="inline-flex min-h-6 min-w-0 items-center font-medium [overflow-wrap:anywhere]"
            >
              {showPlainly(accountName(change.url))}
            </Link>
            <span className="text-xs text-muted">{showPlainly(hostOf(change.url))}</span>
            <Verdict value={change.recommendation} />
            <span className="text-xs text-muted">
              <Moment at={change.at} ago />, <ForeignText>{change.watch_name}</ForeignText>
            </span>
          </div>
          <ul className="mt-1 flex flex-col gap-1">
            {change.changes.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may be alike.
              <OneChange key={index} change={each} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Words of strangers before and after stand below what is said of them. */
const TEXTS = new Set(['name_changed', 'bio_changed'])

function OneChange({ change }: { change: Open<WatchChange>['changes'][number] }) {
  const { kind, text, url, from, to, caveats } = change
  return (
    <li className="min-w-0 text-[13px] [overflow-wrap:anywhere]">
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
