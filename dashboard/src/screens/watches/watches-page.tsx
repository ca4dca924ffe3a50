import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LeafedList } from '../../ui/lists/leafed-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ChangeList } from './change-list.tsx'
import { WatchDialog } from './watch-dialog.tsx'
import { WatchList } from './watch-list.tsx'

/** Profiles that are scanned again and again, and what has changed of them. */
export function WatchesPage() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Watches"
        lead="Profiles that are scanned again and again, and what has changed."
        actions={
          <Button variant="primary" icon="plus" onPress={() => setIsAdding(true)}>
            New watch
          </Button>
        }
      />
      <ChangesCard />
      <WatchesCard onAdd={() => setIsAdding(true)} />
      {isAdding && <WatchDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

function ChangesCard() {
  const { toscan, orgId } = useOrg()
  const list = useInfiniteQuery({
    queryKey: [orgId, 'watches', 'changes'],
    queryFn: ({ pageParam, signal }) => toscan.watches.changes({ after: pageParam }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <Card title="What changed lately" flush>
      <LeafedList
        what="changes"
        list={list}
        count={changes.length}
        empty={
          <Empty title="Nothing has changed yet">
            When a scan of a watch shows something else than was known, it stands here.
          </Empty>
        }
      >
        <ChangeList changes={changes} />
      </LeafedList>
    </Card>
  )
}

function WatchesCard({ onAdd }: { onAdd(): void }) {
  const { toscan, orgId } = useOrg()
  const list = useInfiniteQuery({
    queryKey: [orgId, 'watches', 'list'],
    queryFn: ({ pageParam, signal }) => toscan.watches.list({ after: pageParam }, { signal }).firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const watches = list.data?.pages.flatMap((page) => page.watches) ?? []
  return (
    <Card title="All watches" flush>
      <LeafedList
        what="watches"
        list={list}
        count={watches.length}
        empty={
          <Empty title="No watches yet" action={<Button onPress={onAdd}>Watch profiles</Button>}>
            A watch scans profiles every day, week or month, and says what has changed: a new link, a new
            code, a profile that is gone.
          </Empty>
        }
      >
        <WatchList watches={watches} />
      </LeafedList>
    </Card>
  )
}
