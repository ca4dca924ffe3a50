import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { WebhookDelivery } from '../../../../sdk/contract.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PeriodFields } from '../../ui/fields/period-fields.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { LeafedList } from '../../ui/lists/leafed-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { type DeliverySearch, toDeliveryFilter } from './delivery-filter.ts'
import { DeliveryStatus, LastAnswer } from './delivery-words.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'

type Delivery = Open<WebhookDelivery>

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting or retrying' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'skipped', label: 'Skipped' },
] as const

/** The log: newest first, kept for thirty days. */
export function DeliveriesCard({ search }: { search: DeliverySearch }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const [isPaused] = usePaused()
  const [resending, setResending] = useState<string | null>(null)
  const [isRecovering, setIsRecovering] = useState(false)
  const list = useInfiniteQuery({
    queryKey: [orgId, 'deliveries', 'log', search],
    queryFn: ({ pageParam, signal }) =>
      toscan.webhookDeliveries
        .list({ ...toDeliveryFilter(search), after: pageParam }, { signal })
        .firstPage(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile(
      ({ pages }) => pages.some((page) => page.deliveries.some(({ status }) => status === 'pending')),
      isPaused,
    ),
  })
  const rows = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <Card
      title="Deliveries"
      flush
      actions={
        isAdmin && (
          <Button size="small" icon="repeat" onPress={() => setIsRecovering(true)}>
            Resend all failed…
          </Button>
        )
      }
    >
      <Filter search={search} />
      <LeafedList
        what="deliveries"
        list={list}
        count={rows.length}
        empty={<NoDeliveries isFiltered={Object.keys(search).length > 0} />}
      >
        <Rows rows={rows} onResend={isAdmin ? setResending : null} />
      </LeafedList>
      {resending && <ResendDialog deliveryId={resending} onClose={() => setResending(null)} />}
      {isRecovering && <RecoverDialog onClose={() => setIsRecovering(false)} />}
    </Card>
  )
}

function Filter({ search }: { search: DeliverySearch }) {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [scanId, setScanId] = useState(search.scan_id ?? '')
  useEffect(() => setScanId(search.scan_id ?? ''), [search.scan_id])
  const set = (change: DeliverySearch) =>
    void navigate({
      to: '/o/$orgId/webhooks',
      params: { orgId },
      search: { ...search, ...change },
      replace: true,
    })
  return (
    <form
      className="@container px-4 pt-1 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        set({ scan_id: scanId.trim() })
      }}
    >
      <div className="grid grid-cols-1 items-end gap-3 @lg:grid-cols-2 @4xl:grid-cols-[11rem_minmax(0,1fr)_13rem_13rem]">
        <Select
          label="State"
          options={STATUSES}
          value={STATUSES.find(({ value }) => value === search.status)?.value ?? ''}
          onChange={(status) => set({ status })}
        />
        <TextField
          label="Scan id"
          value={scanId}
          onChange={setScanId}
          onBlur={() => {
            if (scanId.trim() !== (search.scan_id ?? '')) set({ scan_id: scanId.trim() })
          }}
          mono
        />
        <PeriodFields period={search} onChange={set} />
      </div>
    </form>
  )
}

function Rows({ rows, onResend }: { rows: readonly Delivery[]; onResend: ((id: string) => void) | null }) {
  const { orgId } = useOrg()
  return (
    <DataTable
      label="Webhook deliveries"
      isStacked
      rows={rows}
      rowId={(row) => row.delivery_id}
      columns={[
        {
          id: 'event',
          header: 'Delivery',
          isHeader: true,
          isFluid: true,
          cell: (row) => (
            <div className="min-w-0">
              <Link
                to="/o/$orgId/webhooks/$deliveryId"
                params={{ orgId, deliveryId: row.delivery_id }}
                className="font-medium text-ink"
              >
                {showPlainly(row.event_type)}
              </Link>
              <bdi className="block truncate font-mono text-xs text-muted">{showPlainly(row.url)}</bdi>
            </div>
          ),
        },
        { id: 'status', header: 'State', cell: (row) => <DeliveryStatus delivery={row} /> },
        {
          id: 'outcome',
          header: 'Last answer',
          isMinor: true,
          cell: (row) => <LastAnswer row={row} />,
        },
        { id: 'attempts', header: 'Attempts', isNumeric: true, cell: (row) => row.attempt_count },
        {
          id: 'scan',
          header: 'Scan',
          isMinor: true,
          from: '56rem',
          cell: (row) =>
            row.scan_id ? (
              <Link to={scanAddress(orgId, row.scan_id)} className="whitespace-nowrap font-mono text-xs">
                …{row.scan_id.slice(-8)}
              </Link>
            ) : (
              <span className="text-muted">None</span>
            ),
        },
        { id: 'created', header: 'Made', isMinor: true, cell: (row) => <Moment at={row.created_at} /> },
        ...(onResend
          ? [
              {
                id: 'resend',
                header: 'Resend',
                isAction: true,
                cell: (row: Delivery) => (
                  <Button
                    size="small"
                    aria-label={`Resend ${row.delivery_id}`}
                    onPress={() => onResend(row.delivery_id)}
                  >
                    Resend
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No deliveries match">All parts of the filter have to hold at once.</Empty>
  ) : (
    <Empty title="No deliveries yet">
      When a scan ends that has a callback address, its result is sent there, and every attempt is listed here
      for thirty days.
    </Empty>
  )
}
