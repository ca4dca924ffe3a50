import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { Card } from '../../ui/card.tsx'
import { PeriodFields } from '../../ui/fields/period-fields.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LeafedList } from '../../ui/lists/leafed-list.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { type ActSearch, toActFilter } from './act-filter.ts'
import { ActRows } from './act-rows.tsx'
import { ACTION_WORDS } from './act-words.ts'

const ACTIONS = [
  { value: '', label: 'All' },
  ...Object.entries(ACTION_WORDS).map(([value, label]) => ({ value, label })),
]

/** Newest first. */
export function ActsCard({ search }: { search: ActSearch }) {
  const { toscan, orgId } = useOrg()
  const list = useInfiniteQuery({
    queryKey: [orgId, 'audit', search],
    queryFn: ({ pageParam, signal }) =>
      toscan.audit.list({ ...toActFilter(search), after: pageParam, limit: 50 }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.acts) ?? []
  return (
    <Card title="Acts" flush>
      <Filter search={search} />
      <LeafedList
        what="acts"
        list={list}
        count={rows.length}
        empty={<NoActs isFiltered={Object.keys(search).length > 0} />}
      >
        <ActRows rows={rows} />
      </LeafedList>
    </Card>
  )
}

function Filter({ search }: { search: ActSearch }) {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [actor, setActor] = useState(search.actor ?? '')
  useEffect(() => setActor(search.actor ?? ''), [search.actor])
  const set = (change: ActSearch) =>
    void navigate({
      to: '/o/$orgId/audit',
      params: { orgId },
      search: { ...search, ...change },
      replace: true,
    })
  return (
    <form
      className="@container px-4 pt-1 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        set({ actor: actor.trim() })
      }}
    >
      <div className="grid grid-cols-1 items-end gap-3 @lg:grid-cols-2 @4xl:grid-cols-[15rem_minmax(0,1fr)_13rem_13rem]">
        <Select
          label="What"
          options={ACTIONS}
          value={search.action !== undefined && search.action in ACTION_WORDS ? search.action : ''}
          onChange={(action) => set({ action })}
        />
        <TextField
          label="Who (e-mail address or id)"
          value={actor}
          onChange={setActor}
          onBlur={() => {
            if (actor.trim() !== (search.actor ?? '')) set({ actor: actor.trim() })
          }}
        />
        <PeriodFields period={search} onChange={set} />
      </div>
    </form>
  )
}

function NoActs({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No acts match">All parts of the filter have to hold at once.</Empty>
  ) : (
    <Empty title="No acts yet">
      What people, keys and commands do in this organization is listed here from now on.
    </Empty>
  )
}
