import { Link, useSearch } from '@tanstack/react-router'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { defang, shortAddress } from '../../text/defang.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Icon } from '../../ui/icon.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { decisionWord } from '../report/review/decisions.ts'
import { useRunningStep } from '../report/running/use-running-step.ts'
import { knownRecommendation, readFilter, type ScanRow } from './history-filter.ts'

const STATUS_WORDS: Record<string, string> = {
  processing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
}
const MODE_WORDS: Record<string, string> = { deep: 'Deep', quick: 'Quick' }

/** The name of a row: the address, defanged, and a link to the report. `data-row` is what the keys move between. */
export function ProfileLink({ row }: { row: ScanRow }) {
  const openedFrom = readFilter(useSearch({ from: '/o/$orgId/history' }))
  const { orgId } = useOrg()
  const shown = defang(row.profile_url)
  return (
    <Link
      to={scanAddress(orgId, row.scan_id)}
      state={{ openedFrom }}
      data-row={row.scan_id}
      title={shown.slice(0, 500)}
      className="block min-w-0 truncate rounded-sm py-0.5 font-mono text-xs text-ink"
    >
      <bdi>{shortAddress(row.profile_url)}</bdi>
    </Link>
  )
}

export function StatusText({ status }: { status: string }) {
  if (status === 'failed')
    return (
      <span className="inline-flex items-center gap-1 text-high">
        <Icon name="warning" size={14} />
        Failed
      </span>
    )
  return (
    <span className={status === 'processing' ? 'text-accent' : 'text-muted'}>
      {STATUS_WORDS[status] ?? showPlainly(status)}
    </span>
  )
}

/** The step that a running scan is at, below its state. */
export function RunningStep({ scanId }: { scanId: string }) {
  const { words } = useRunningStep(scanId)
  return words && <span className="block text-xs text-muted">{words}</span>
}

/** A scan from before there were modes was a deep one. */
export function ModeText({ mode }: { mode: string | null | undefined }) {
  if (!mode) return <span className="text-muted">Deep (legacy)</span>
  return <span className="text-muted">{MODE_WORDS[mode] ?? showPlainly(mode)}</span>
}

/** A word that this page does not know is shown as it is, never as clean. */
export function RowVerdict({ row }: { row: ScanRow }) {
  const known = knownRecommendation(row.recommendation)
  if (row.recommendation && !known) return <span>{showPlainly(row.recommendation)}</span>
  return <Verdict value={known} state={row.profile_state} />
}

export function RiskText({ score }: { score: number | null }) {
  if (score === null)
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">no report</span>
      </span>
    )
  return <span className="tabular-nums">{score}</span>
}

/** What was decided and by whom; else whose it is. */
export function DecisionText({ row }: { row: ScanRow }) {
  if (row.decision)
    return (
      <span>
        {decisionWord(row.decision)}
        {row.reviewer && (
          <span title={row.reviewer.email} className="block max-w-28 truncate text-xs text-muted">
            {row.reviewer.email}
          </span>
        )}
      </span>
    )
  if (row.assigned_to)
    return (
      <span title={row.assigned_to.email} className="block max-w-28 truncate text-xs text-muted">
        for {row.assigned_to.email}
      </span>
    )
  return (
    <span className="text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{row.status === 'completed' ? 'undecided' : 'none'}</span>
    </span>
  )
}

/** The weightiest, and how many more. */
export function CodesText({ codes = [] }: { codes?: readonly string[] | undefined }) {
  const [first, ...more] = codes
  if (first === undefined)
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">none</span>
      </span>
    )
  return (
    <span title={codes.join(', ')} className="flex max-w-40 gap-1 text-xs">
      <code className="truncate font-mono">{showPlainly(first)}</code>
      {more.length > 0 && <span className="text-muted">+{more.length}</span>}
    </span>
  )
}
