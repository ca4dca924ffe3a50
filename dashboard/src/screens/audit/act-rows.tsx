import type { Open } from '../../../../sdk/client.ts'
import type { AuditAct } from '../../../../sdk/contract.ts'
import { defang } from '../../text/defang.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { actionWords, changesOf } from './act-words.ts'

type Act = Open<AuditAct>

export function ActRows({ rows }: { rows: readonly Act[] }) {
  return (
    <DataTable
      label="Acts"
      isStacked
      rows={rows}
      rowId={(act) => act.act_id}
      columns={[
        {
          id: 'action',
          header: 'What',
          isHeader: true,
          cell: ({ action, subject }) => (
            <div className="max-w-72 min-w-0">
              <span className="font-medium">{actionWords(action)}</span>
              {subject !== null && (
                <bdi className="block font-mono text-xs text-muted [overflow-wrap:anywhere]">
                  {showPlainly(subject)}
                </bdi>
              )}
            </div>
          ),
        },
        { id: 'who', header: 'Who', cell: (act) => <Who act={act} /> },
        { id: 'change', header: 'Change', cell: (act) => <Changes act={act} /> },
        {
          id: 'address',
          header: 'From',
          isMinor: true,
          cell: ({ actor }) => <span className="font-mono text-xs text-muted">{actor.address ?? '—'}</span>,
        },
        { id: 'at', header: 'When', cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  )
}

function Who({ act: { actor } }: { act: Act }) {
  if (actor.kind === 'service') return <span className="text-muted">The service</span>
  return (
    <div className="max-w-56 min-w-0">
      <bdi className="block [overflow-wrap:anywhere]">
        {showPlainly(actor.name ?? actor.id ?? 'Somebody unknown')}
      </bdi>
      {actor.kind !== 'person' && <span className="block text-xs text-muted">{KINDS[actor.kind]}</span>}
    </div>
  )
}

const KINDS: Record<string, string> = { key: 'API key', command: 'Command line', stranger: 'Not signed in' }

function Changes({ act: { before, after } }: { act: Act }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <span className="text-muted">—</span>
  return (
    <ul className="max-w-96 min-w-0">
      {changes.map((change) => (
        <li key={change.name} className="[overflow-wrap:anywhere]">
          <span className="text-muted">{showPlainly(change.name)}: </span>
          {change.before !== null && (
            <>
              <bdi>{shown(change.before)}</bdi>
              {change.after !== null && ' → '}
            </>
          )}
          {change.after !== null && <bdi>{shown(change.after)}</bdi>}
          {change.before === null && change.after === null && 'none'}
        </li>
      ))}
    </ul>
  )
}

function shown(text: string): string {
  return showPlainly(/^https?:/.test(text) ? defang(text) : text)
}
