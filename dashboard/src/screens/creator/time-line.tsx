import { Link } from '@tanstack/react-router'
import { words } from '../../../../sdk/words.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { Moment } from '../../ui/moment.tsx'
import type { ScanRow } from '../history/history-filter.ts'
import { ModeText, RiskText, RowVerdict, StatusText } from '../history/scan-cells.tsx'
import { decisionWord } from '../report/review/decisions.ts'
import { ScoreLine } from './score-line.tsx'

/** The scans of one profile, newest first; the same scores drawn above them. */
export function TimeLine({ scans }: { scans: readonly ScanRow[] }) {
  const { orgId } = useOrg()
  return (
    <>
      <ScoreLine scans={scans} />
      <ol aria-label="Scans, newest first" className="flex flex-col">
        {scans.map((scan) => (
          <li
            key={scan.scan_id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-0"
          >
            <Link
              to={scanAddress(orgId, scan.scan_id)}
              className="inline-flex min-h-6 items-center font-medium"
            >
              <Moment at={scan.submitted_at} />
            </Link>
            {scan.status === 'completed' ? (
              <>
                <RowVerdict row={scan} />
                <span>
                  <span className="text-muted">Risk</span> <RiskText score={scan.risk_score} />
                </span>
              </>
            ) : (
              <StatusText status={scan.status} />
            )}
            <ModeText mode={scan.scan_mode} />
            {scan.decision && <span>{decisionWord(scan.decision)}</span>}
            {scan.reason_codes && scan.reason_codes.length > 0 && (
              <span className="text-xs text-muted [overflow-wrap:anywhere]">
                {scan.reason_codes.map(words).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
