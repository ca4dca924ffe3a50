import { useQuery } from '@tanstack/react-query'
import { reviewLogQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'
import { moment } from '../../../text/times.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { decisionWord } from './decisions.ts'

/** Who did what, the oldest first. */
export function ReviewLogView({ scanId, version }: { scanId: string; version: number }) {
  const { toscan, orgId } = useOrg()
  const query = useQuery({ ...reviewLogQuery(toscan, orgId, scanId, version), enabled: version > 0 })
  if (version === 0) return null
  return (
    <details>
      <summary className="min-h-6 cursor-default text-[0.8125rem] font-medium text-muted hover:text-ink">
        Log
      </summary>
      <QueryView query={query} what="The log" rows={2}>
        {({ entries }) => (
          <ol className="mt-1.5 flex flex-col gap-2 text-xs">
            {entries.map((entry) => (
              <li key={`${entry.at} ${entry.code} ${entry.to}`}>
                <p>
                  {entry.code && <code className="font-mono">{entry.code} </code>}
                  {entry.from && `${decisionWord(entry.from)} → `}
                  <span className="font-medium">{entry.to ? decisionWord(entry.to) : 'taken back'}</span>
                  {entry.reason && `: ${entry.reason}`}
                </p>
                <p className="text-muted">
                  {entry.by.email} · {moment(entry.at)}
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </details>
  )
}
