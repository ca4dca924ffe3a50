import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { compareScans, sideBySide } from '../../../../sdk/client.ts'
import { scanQuery } from '../../api/queries.ts'
import { usePreferences } from '../../preferences.ts'
import { useOrg } from '../../session/use-org.ts'
import { momentText } from '../../text/moment-text.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { VERDICTS } from '../../ui/verdict.tsx'
import { knownRecommendation, type ScanRow } from '../history/history-filter.ts'
import { Screenshot } from '../report/evidence/screenshot.tsx'
import { isMinorSafety, type Scan } from '../report/scan.ts'
import { RevealProvider } from '../report/subject/reveal.tsx'
import { Changes } from '../watches/changes.tsx'
import { comparable } from './comparable.ts'
import { SideBySide } from './side-by-side.tsx'

/** Two of the scans beside each other: by themselves the newest two. Nothing where there are not two reports. */
export function CompareCard({ scans }: { scans: readonly ScanRow[] }) {
  const { before, after } = useSearch({ from: '/o/$orgId/creator' })
  const { timeZone } = usePreferences()
  const navigate = useNavigate()
  const reported = scans.filter(({ status, recommendation }) => status === 'completed' && recommendation)
  const later = reported.find(({ scan_id }) => scan_id === after) ?? reported[0]
  const earlier =
    reported.find(({ scan_id }) => scan_id === before) ??
    (later && reported[reported.indexOf(later) + 1]) ??
    reported.at(-1)
  if (!later || !earlier || reported.length < 2) return null
  const options = reported.map((scan) => ({
    value: scan.scan_id,
    label: `${momentText(scan.submitted_at, timeZone)}, ${wordOf(scan)}`,
  }))
  const choose = (chosen: { before?: string; after?: string }) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, before: earlier.scan_id, after: later.scan_id, ...chosen }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Card title="Compare two scans">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2" data-print="no">
          <Select
            label="Earlier scan"
            options={options}
            value={earlier.scan_id}
            onChange={(chosen) => choose({ before: chosen })}
          />
          <Select
            label="Later scan"
            options={options}
            value={later.scan_id}
            onChange={(chosen) => choose({ after: chosen })}
          />
        </div>
        <Compared beforeId={earlier.scan_id} afterId={later.scan_id} />
      </div>
    </Card>
  )
}

function wordOf({ recommendation, risk_score }: ScanRow): string {
  const known = knownRecommendation(recommendation)
  return `${known ? VERDICTS[known].word : (recommendation ?? '')} ${risk_score ?? ''}`.trim()
}

function Compared({ beforeId, afterId }: { beforeId: string; afterId: string }) {
  const { toscan, orgId } = useOrg()
  const [before, after] = useQueries({
    queries: [scanQuery(toscan, orgId, beforeId), scanQuery(toscan, orgId, afterId)],
  })
  const failed = [before, after].find(({ error }) => error)
  if (failed)
    return (
      <Failure
        what="The scans could not be loaded"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!before.data || !after.data) return <Loading label="The two scans: loading" rows={4} />
  const [left, right] = [comparable(before.data), comparable(after.data)]
  if (!left || !right) return <p className="text-muted">One of them has no report.</p>
  const changes = compareScans(left, right)
  return (
    <>
      <section aria-label="What changed, in words">
        {beforeId === afterId ? (
          <p className="text-muted">These are the same scan.</p>
        ) : changes.length === 0 ? (
          <p className="text-muted">Nothing that is reported has changed, as far as both could see.</p>
        ) : (
          <Changes key={`${beforeId} ${afterId}`} changes={changes} />
        )}
      </section>
      <SideBySide
        key={`${beforeId} ${afterId}`}
        rows={sideBySide(left, right)}
        beforeAt={before.data.created_at}
        afterAt={after.data.created_at}
      />
      <Pictures before={before.data} after={after.data} />
    </>
  )
}

/** How the profile looked: each blurred until somebody asks. */
function Pictures({ before, after }: { before: Scan; after: Scan }) {
  if (!screenshotOf(before) && !screenshotOf(after)) return null
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Picture scan={before} label="Earlier" />
      <Picture scan={after} label="Later" />
    </div>
  )
}

function Picture({ scan, label }: { scan: Scan; label: string }) {
  const entry = screenshotOf(scan)
  return (
    <section aria-label={`${label} screenshot of the profile`} className="min-w-0">
      <h3 className="mb-1 text-xs text-muted">{label}</h3>
      {entry ? (
        <RevealProvider isMinorSafety={isMinorSafety(scan.triage_report)}>
          <Screenshot scanId={scan.profile_id} entry={entry} isOwn />
        </RevealProvider>
      ) : (
        <p className="text-muted">No screenshot was taken.</p>
      )}
    </section>
  )
}

function screenshotOf({ triage_report: report }: Scan) {
  return report?.evidence_index?.find(({ type, shows }) => type === 'screenshot' && (shows ?? 'E1') === 'E1')
}
