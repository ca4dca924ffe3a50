import { profileStateOf } from '../../../../../sdk/client.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Verdict } from '../../../ui/verdict.tsx'
import type { Report } from '../scan.ts'
import type { Gap } from './gaps.ts'

/** What is decided on, above the decision where that is docked: on a telephone the verdict itself lies behind it or below. */
export function DockGlance({ report, gaps, onGaps }: { report: Report; gaps: Gap[] | null; onGaps(): void }) {
  return (
    <div className="hidden flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 text-xs docked:flex">
      <Verdict
        value={report.recommendation}
        state={profileStateOf(report.evidence_index[0]?.outcome ?? '')}
      />
      <span>
        <span className="font-semibold tabular-nums">{report.risk_score}</span> / 100
      </span>
      {gaps !== null && gaps.length > 0 && (
        <button
          type="button"
          onClick={onGaps}
          className="inline-flex min-h-6 items-center gap-1 hover:underline"
        >
          <Icon name="warning" size={14} className="text-low" />
          {gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`}
        </button>
      )}
    </div>
  )
}
