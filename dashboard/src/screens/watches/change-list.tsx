import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { WatchChange } from '../../../../sdk/contract.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { CreatorLink } from '../creator/creator-link.tsx'
import { Changes } from './changes.tsx'

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
            <CreatorLink url={change.url} />
            <span className="text-xs text-muted">
              <Moment at={change.at} ago />, <ForeignText>{change.watch_name}</ForeignText>
            </span>
          </div>
          <Changes changes={change.changes} />
        </li>
      ))}
    </ul>
  )
}
