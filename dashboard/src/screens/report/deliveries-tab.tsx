import { useQuery } from '@tanstack/react-query'
import { words } from '../../../../sdk/words.ts'
import { deliveriesOfScanQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { moment } from '../../text/times.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import type { Scan } from './scan.ts'

/** What became of telling the customer. */
export function DeliveriesTab({ scan }: { scan: Scan }) {
  const { toscan, orgId } = useOrg()
  const query = useQuery({
    ...deliveriesOfScanQuery(toscan, orgId, scan.profile_id),
    enabled: scan.callback_url !== '',
  })
  if (scan.callback_url === '')
    return (
      <Empty title="No webhook">
        This scan has no callback address: its result is read by{' '}
        <code className="font-mono">GET /api/v2/scans/…</code>.
      </Empty>
    )
  return (
    <QueryView query={query} what="The deliveries">
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <Empty title="Nothing was sent yet">{`The result goes to ${scan.callback_url} when the scan ends.`}</Empty>
        ) : (
          <DataTable
            label="Deliveries of this scan"
            rows={deliveries}
            rowId={(delivery) => delivery.delivery_id}
            columns={[
              {
                id: 'event',
                header: 'Event',
                isHeader: true,
                cell: ({ event_type: event }) => <code className="font-mono text-xs">{event}</code>,
              },
              {
                id: 'status',
                header: 'Status',
                cell: ({ status, reason }) => `${words(status)}${reason ? `: ${words(reason)}` : ''}`,
              },
              {
                id: 'attempts',
                header: 'Attempts',
                isNumeric: true,
                cell: (delivery) => delivery.attempt_count,
              },
              {
                id: 'answer',
                header: 'Last answer',
                cell: (delivery) =>
                  delivery.last_status_code === null
                    ? (delivery.last_error ?? '—')
                    : `HTTP ${delivery.last_status_code}`,
              },
              {
                id: 'at',
                header: 'Last attempt',
                isMinor: true,
                cell: (delivery) =>
                  delivery.last_attempt_at ? moment(delivery.last_attempt_at) : 'None yet',
              },
            ]}
          />
        )
      }
    </QueryView>
  )
}
