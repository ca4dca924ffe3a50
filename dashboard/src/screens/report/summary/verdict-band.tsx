import { profileStateOf } from '../../../../../sdk/client.ts'
import type { Recommendation } from '../../../../../sdk/contract.ts'
import { between, duration } from '../../../text/times.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { unseenOf, VERDICTS } from '../../../ui/verdict.tsx'
import type { Report, Scan } from '../scan.ts'
import type { Gap } from './gaps.ts'

/** What the scan says, in one glance: shape, word and colour, and how much of it is known. */
export function VerdictBand({
  scan,
  report,
  gaps,
  onGaps,
}: {
  scan: Scan
  report: Report
  gaps: Gap[] | null
  onGaps(): void
}) {
  const known = report.recommendation in VERDICTS ? VERDICTS[report.recommendation as Recommendation] : null
  const state = profileStateOf(report.evidence_index[0]?.outcome ?? '')
  const unseen = unseenOf(report.recommendation, state)
  const look = unseen ? null : known
  const took = between(scan.processing_started_at, scan.processing_completed_at)
  return (
    <section aria-label="Verdict" className="@container rounded-xl border border-line bg-surface">
      <div className="flex flex-col @xl:flex-row">
        <div
          className={`flex min-w-52 shrink-0 flex-wrap items-end justify-between gap-x-6 gap-y-2 px-5 py-3 max-@xl:rounded-t-[calc(var(--radius-xl)-1px)] @xl:flex-col @xl:items-stretch @xl:justify-center @xl:rounded-l-[calc(var(--radius-xl)-1px)] @xl:py-4 ${look?.soft ?? 'bg-gap-soft'} ${look?.ink ?? 'text-gap'}`}
        >
          <p>
            <span className="block text-xs font-medium">
              {unseen ? 'Nobody could look' : 'Recommendation'}
            </span>
            <span className="flex items-center gap-2 text-xl font-semibold tracking-tight">
              <span aria-hidden="true" className="text-sm tracking-tighter">
                {unseen?.shape ?? known?.shape ?? '◇'}
              </span>
              {unseen
                ? unseen.word
                : report.recommendation === 'no_flags'
                  ? 'No flags'
                  : known
                    ? `Review: ${known.word.toLowerCase()}`
                    : report.recommendation}
            </span>
          </p>
          <div>
            <p className="flex items-baseline gap-x-1.5 whitespace-nowrap">
              <span className="text-xs font-medium">Risk score</span>
              <span className="ml-auto text-xl leading-6 font-semibold tabular-nums">
                {report.risk_score}
              </span>
              <span>/ 100</span>
            </p>
            <Meter label="Risk score" value={report.risk_score} max={100} fill={look?.fill ?? 'fill-gap'} />
          </div>
        </div>
        <dl className="grid grow grid-cols-2 content-center gap-x-5 gap-y-2.5 px-5 py-3 @md:grid-cols-3 @xl:py-4">
          {gaps !== null && gaps.length > 0 && (
            <div className="col-span-full">
              <dt className="sr-only">Not read</dt>
              <dd>
                <button
                  type="button"
                  onClick={onGaps}
                  className="flex min-h-6 items-center gap-1.5 text-left text-[0.8125rem] hover:underline"
                >
                  <Icon name="warning" size={14} className="text-low" />
                  {gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`}:{' '}
                  {gaps.map((gap) => gap.what.toLowerCase()).join(', ')}
                </button>
              </dd>
            </div>
          )}
          <Figure
            name="Confidence"
            value={sentence(report.confidence)}
            note={CONFIDENCE_NOTES[report.confidence]}
          />
          <Figure
            name="Profile"
            value={scan.is_banned === undefined ? 'Not checked' : scan.is_banned ? 'Banned or gone' : 'Live'}
            note={scan.is_banned === undefined ? 'No ban check was possible' : 'When it was scanned'}
          />
          <Figure
            name={
              scan.scan_mode === 'quick' ? 'Quick scan' : scan.scan_mode ? 'Deep scan' : 'Deep scan (legacy)'
            }
            value={took === null ? 'Not provided' : duration(took)}
            note={gaps === null ? 'Coverage was not recorded' : undefined}
          />
        </dl>
      </div>
    </section>
  )
}

const CONFIDENCE_NOTES: Record<string, string> = {
  low: 'Too little, or unclear',
  medium: 'Some of it hangs on one sign',
  high: 'Much was seen, and it agrees',
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <span className="block leading-7 font-semibold">{value}</span>
        {note && <span className="block text-xs leading-4 text-muted">{note}</span>}
      </dd>
    </div>
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
