import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { Notice, NoticeList } from '../../../../sdk/contract.ts'
import { usePaused } from '../../api/polling.ts'
import { noticesQuery } from '../../api/queries.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { Changes } from '../watches/changes.tsx'

const POLL_MS = 30_000

/** What has happened to watched creators and to the queue, and what of it this person has not seen. */
export function NoticesCard() {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [isPaused] = usePaused()
  const query = useQuery({ ...noticesQuery(toscan, orgId), refetchInterval: isPaused ? false : POLL_MS })
  const heading = useRef<HTMLDivElement>(null)
  const seeing = useMutation({
    mutationFn: (which: { notice_ids?: string[]; until?: string }) => toscan.notifications.seen(which),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesQuery(toscan, orgId).queryKey }),
  })
  const { data } = query
  const unseen = data?.unseen ?? 0
  const seeAll = (list: Open<NoticeList>) => {
    const [newest] = [...list.notices.map(({ at }) => at), list.waiting?.since ?? ''].toSorted().toReversed()
    if (newest)
      // The button goes with what it was for.
      seeing.mutate({ until: newest }, { onSuccess: () => heading.current?.focus() })
  }
  return (
    <div ref={heading} tabIndex={-1} className="min-w-0 rounded-xl outline-offset-2">
      <Card
        title={unseen > 0 ? `Notices (${unseen < 100 ? unseen : '100 or more'} new)` : 'Notices'}
        flush
        actions={
          <>
            {data && unseen > 0 && (
              <Button size="small" isBusy={seeing.isPending} onPress={() => seeAll(data)}>
                Mark all as seen
              </Button>
            )}
            <LinkButton size="small" variant="quiet" to="/o/$orgId/watches" params={{ orgId }}>
              Watches
            </LinkButton>
          </>
        }
      >
        <p role="status" className="sr-only">
          {seeing.isSuccess && unseen === 0 && 'All notices are marked as seen.'}
        </p>
        {seeing.error && (
          <div className="px-4 pb-3">
            <Failure what="They were not marked as seen" error={seeing.error} />
          </div>
        )}
        <QueryView query={query} what="The notices" rows={3}>
          {({ notices, waiting, has_more }) =>
            notices.length === 0 && !waiting ? (
              <p className="px-4 pb-4 text-muted">
                Nothing in 30 days. What changes of watched creators and what calls for review stands here.
              </p>
            ) : (
              <ul className="border-t border-line">
                {waiting && (
                  <Item seen={waiting.seen}>
                    <Link to="/o/$orgId/review" params={{ orgId }} className="font-medium">
                      {waiting.count === 1 ? '1 case has' : `${waiting.count} cases have`} waited for more
                      than {waiting.hours === 1 ? 'an hour' : `${waiting.hours} hours`}
                    </Link>
                    <span className="text-xs text-muted">
                      <Moment at={waiting.since} ago />
                    </span>
                  </Item>
                )}
                {notices.map((notice) => (
                  <OneNotice
                    key={notice.notice_id}
                    notice={notice}
                    onOpen={() => {
                      if (!notice.seen) seeing.mutate({ notice_ids: [notice.notice_id] })
                    }}
                  />
                ))}
                {has_more && <li className="px-4 py-2.5 text-xs text-muted">Older ones: Watches, Review.</li>}
              </ul>
            )
          }
        </QueryView>
      </Card>
    </div>
  )
}

/** Whoever opens its report has seen it. */
function OneNotice({ notice, onOpen }: { notice: Open<Notice>; onOpen(): void }) {
  const { orgId } = useOrg()
  const { kind, scan_id, url, watch_name, recommendation, at, changes, seen } = notice
  return (
    <Item seen={seen}>
      <Link
        to={scanAddress(orgId, scan_id)}
        onClick={onOpen}
        className="inline-flex min-h-6 min-w-0 items-center font-medium [overflow-wrap:anywhere]"
      >
        {showPlainly(accountName(url))}
      </Link>
      <span className="text-xs text-muted">{showPlainly(hostOf(url))}</span>
      <Verdict value={recommendation} />
      <span className="text-xs text-muted">
        {kind === 'high_risk' && 'calls for review, '}
        <Moment at={at} ago />
        {watch_name && (
          <>
            , <ForeignText>{watch_name}</ForeignText>
          </>
        )}
      </span>
      {changes.length > 0 && (
        <div className="w-full">
          <Changes changes={changes.slice(0, MOST_CHANGES)} />
          {changes.length > MOST_CHANGES && (
            <p className="text-xs text-muted">And {changes.length - MOST_CHANGES} more.</p>
          )}
        </div>
      )}
    </Item>
  )
}

const MOST_CHANGES = 3

function Item({ seen, children }: { seen: boolean; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-2.5 last:border-0">
      <span
        aria-hidden="true"
        className={`mt-2 size-2 shrink-0 rounded-full ${seen ? 'bg-transparent' : 'bg-accent'}`}
      />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        {!seen && <span className="sr-only">New:</span>}
        {children}
      </div>
    </li>
  )
}
