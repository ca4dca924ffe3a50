import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { NotFound } from '../../../../sdk/client.ts'
import { creatorQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignUrl } from '../../ui/foreign/foreign-url.tsx'
import { LeafedList } from '../../ui/lists/leafed-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ProfileLine } from '../report/subject/profile-line.tsx'
import { WatchButton } from '../report/watch-button.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { CompareCard } from './compare-card.tsx'
import { SharersCard } from './sharers-card.tsx'
import { TimeLine } from './time-line.tsx'

/** One profile over all its scans: what each found, what changed between two, what it is linked with, and who shares something with it. */
export function CreatorPage() {
  const { profile_url: url = '' } = useSearch({ from: '/o/$orgId/creator' })
  const { toscan, orgId } = useOrg()
  const creator = useQuery(creatorQuery(toscan, orgId, url))
  const list = useInfiniteQuery({
    queryKey: [orgId, 'creator', url, 'scans'],
    queryFn: ({ pageParam, signal }) =>
      toscan.creators.scans(url, { after: pageParam }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const scans = list.data?.pages.flatMap((page) => page.scans) ?? []
  const isUnknown = creator.error instanceof NotFound
  const { data } = creator
  const newest = scans.find(({ scan_id }) => scan_id === data?.newest_report)
  return (
    <>
      <PageHeader
        title={showPlainly(accountName(data?.profile_url ?? url)) || 'Creator'}
        lead={
          <>
            <span className="flex flex-wrap items-center gap-x-2">
              <span>{showPlainly(hostOf(url))}</span>
              <ForeignUrl url={data?.profile_url ?? url} />
            </span>
            {data?.profile && <ProfileLine profile={data.profile} />}
          </>
        }
        actions={
          <>
            <LinkButton icon="scan" to="/o/$orgId/scan" params={{ orgId }} search={{ url }}>
              {scans.length > 0 ? 'Scan again' : 'Scan'}
            </LinkButton>
            {newest && (
              <WatchButton
                scan={{
                  url: newest.profile_url,
                  profile_id: newest.scan_id,
                  ...(newest.scan_mode && { scan_mode: newest.scan_mode }),
                }}
              />
            )}
          </>
        }
      />
      <Card title="Scans" flush>
        <LeafedList
          what="scans"
          list={list}
          count={scans.length}
          empty={
            <Empty title="Not scanned yet">
              No scan of this organization is of this profile. Scan it to know more.
            </Empty>
          }
        >
          <TimeLine scans={scans} />
        </LeafedList>
      </Card>
      <CompareCard scans={scans} />
      {isUnknown ? (
        scans.length > 0 && <p className="text-muted">The first scan of this profile still runs.</p>
      ) : (
        <QueryView query={creator} what="The creator" rows={4}>
          {(found) => (
            <>
              <AccountsCard creator={found} />
              <SharersCard url={url} />
            </>
          )}
        </QueryView>
      )}
    </>
  )
}
