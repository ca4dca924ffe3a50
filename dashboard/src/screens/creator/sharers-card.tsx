import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { CreatorSharers, SharedThing } from '../../../../sdk/contract.ts'
import { sharersQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { defang } from '../../text/defang.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { RowVerdict } from '../history/scan-cells.tsx'

/** Other creators of the organization who have something in common with this one. */
export function SharersCard({ url }: { url: string }) {
  const { toscan, orgId } = useOrg()
  const query = useQuery(sharersQuery(toscan, orgId, url))
  return (
    <Card title="Others who share something" flush>
      <QueryView query={query} what="The others" rows={3}>
        {({ sharers, common, has_more }) => (
          <>
            {sharers.length === 0 ? (
              <Empty title="Nobody">
                No other creator that was scanned here shares a link, a handle or a picture with this one.
              </Empty>
            ) : (
              <p className="px-4 pb-2 text-muted">
                A hint for a person: it ties nobody to anybody, and no result rests on it.
              </p>
            )}
            <ul aria-label="Others who share something" className="flex flex-col">
              {sharers.map((sharer) => (
                <Sharer key={sharer.scan.scan_id} sharer={sharer} />
              ))}
            </ul>
            {(has_more || common.length > 0) && (
              <p className="border-t border-line px-4 py-2 text-xs text-muted [overflow-wrap:anywhere]">
                {has_more && 'There are more than these. '}
                {common.length > 0 &&
                  `Too many share these for it to be a sign: ${common.map(thingWords).join('; ')}.`}
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Sharer({ sharer: { scan, shares } }: { sharer: Open<CreatorSharers>['sharers'][number] }) {
  const { orgId } = useOrg()
  return (
    <li className="border-t border-line px-4 py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/o/$orgId/creator"
          params={{ orgId }}
          search={{ profile_url: scan.profile_url }}
          className="inline-flex min-h-6 items-center font-medium [overflow-wrap:anywhere]"
        >
          {showPlainly(accountName(scan.profile_url))}
        </Link>
        <span className="text-xs text-muted">{showPlainly(hostOf(scan.profile_url))}</span>
        <RowVerdict row={scan} />
        <span className="text-xs text-muted">
          <Moment at={scan.submitted_at} ago />
        </span>
      </p>
      <ul className="text-[0.8125rem]">
        {shares.map((thing) => (
          <li key={`${thing.kind} ${thing.value}`} className="[overflow-wrap:anywhere]">
            <ForeignText>{thingWords(thing)}</ForeignText>
          </li>
        ))}
      </ul>
    </li>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  link: 'Both lead to',
  links_here: 'Leads here, to',
  linked_from_here: 'Linked from here, as',
  handle: 'Both are called',
  picture: 'Their pictures look the same',
}

function thingWords({ kind, value }: Open<SharedThing>): string {
  const said = KINDS[kind] ?? kind
  if (value === null) return said
  return `${said} ${kind === 'handle' ? value : defang(value)}`
}
