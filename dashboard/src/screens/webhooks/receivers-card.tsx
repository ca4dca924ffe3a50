import { useQuery } from '@tanstack/react-query'
import type { Open } from '../../../../sdk/client.ts'
import type { WebhookEndpoint } from '../../../../sdk/contract.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { endpointsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Folded } from '../../ui/lists/folded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { LastAnswer, StateMark } from './delivery-words.tsx'

type Receiver = Open<WebhookEndpoint>

/** Whether those who are to be told can be told: a receiver that is silent is asked seldom, and what it is to get waits. */
export function ReceiversCard() {
  const { toscan, orgId } = useOrg()
  const [isPaused] = usePaused()
  const receivers = useQuery({
    ...endpointsQuery(toscan, orgId),
    refetchInterval: pollWhile(({ endpoints }) => endpoints.some(({ waiting }) => waiting > 0), isPaused),
  })
  return (
    <Card title="Receivers" flush>
      <QueryView query={receivers} what="The receivers" rows={2}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p className="px-4 pt-1 pb-4 text-muted">
              No receivers yet. Each address that a result was sent to is listed here, with how it does.
            </p>
          ) : (
            <Folded items={worstFirst(endpoints)} first={10} what="receivers" isFlush>
              {(shown) => <Rows rows={shown} />}
            </Folded>
          )
        }
      </QueryView>
    </Card>
  )
}

/** Those that do not get what they are sent are looked for first. */
function worstFirst(receivers: readonly Receiver[]): Receiver[] {
  return receivers.toSorted((a, b) => Number(a.state === 'working') - Number(b.state === 'working'))
}

function Rows({ rows }: { rows: readonly Receiver[] }) {
  return (
    <DataTable
      label="Receivers"
      isStacked
      rows={rows}
      rowId={(row) => row.url}
      columns={[
        {
          id: 'host',
          header: 'Receiver',
          isHeader: true,
          cell: (row) => (
            <div className="max-w-96 min-w-0">
              <bdi className="block font-medium [overflow-wrap:anywhere]">{showPlainly(hostOf(row.url))}</bdi>
              <bdi className="block font-mono text-xs text-muted [overflow-wrap:anywhere]">
                {showPlainly(row.url)}
              </bdi>
            </div>
          ),
        },
        { id: 'state', header: 'State', cell: (row) => <State receiver={row} /> },
        {
          id: 'outcome',
          header: 'Last answer',
          isMinor: true,
          cell: (row) => <LastAnswer row={row} />,
        },
        { id: 'waiting', header: 'Waiting', isNumeric: true, cell: (row) => row.waiting },
      ]}
    />
  )
}

/** `host:port`, as it is written. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

function State({ receiver }: { receiver: Receiver }) {
  const since = receiver.disabled_at ?? receiver.silent_since ?? receiver.failing_since
  return (
    <div>
      <StateMark {...stateWords(receiver)}>
        {receiver.held_until && (
          <span>
            until <Moment at={receiver.held_until} />
          </span>
        )}
      </StateMark>
      {since && (
        <span className="block text-xs text-muted">
          since <Moment at={since} />
        </span>
      )}
    </div>
  )
}

function stateWords({ state }: Receiver) {
  switch (state) {
    case 'working':
      return { shape: '✓', word: 'Working', ink: 'text-none' }
    case 'slow':
      return { shape: '↻', word: 'Slow: its last answer took more than 2 s', ink: 'text-medium' }
    case 'failing':
      return { shape: '✗', word: 'Failing', ink: 'text-high' }
    case 'silent':
      return { shape: '…', word: 'Silent: one attempt at a time', ink: 'text-medium' }
    case 'held_back':
      return { shape: '⊘', word: 'Held back', ink: 'text-high' }
    case 'disabled':
      return { shape: '⊘', word: 'Disabled: sent nothing more', ink: 'text-gap' }
    default:
      return { shape: '?', word: showPlainly(state), ink: 'text-muted' }
  }
}
