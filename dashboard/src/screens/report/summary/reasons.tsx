import { useQuery } from '@tanstack/react-query'
import { words } from '../../../../../sdk/words.ts'
import { reasonCodesQuery, reviewQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'
import { Card } from '../../../ui/card.tsx'
import { ForeignQuote } from '../../../ui/foreign/foreign-text.tsx'
import { MissingPart } from '../../../ui/states/missing-part.tsx'
import { EvidenceRef } from '../evidence/evidence-ref.tsx'
import { quotePieces } from '../evidence/quote-pieces.ts'
import { FindingVerdict } from '../review/finding-verdict.tsx'
import type { Finding, Report, Scan } from '../scan.ts'
import { ScoreParts } from './score-parts.tsx'
import { WithRefs } from './with-refs.tsx'

/** Why: the summary, what the score is made of, and each code. */
export function Reasons({
  scan,
  report,
  onRef,
  isBlind = false,
}: {
  scan: Scan
  report: Report
  onRef(ref: string): void
  /** What others made of it is not shown. */
  isBlind?: boolean | undefined
}) {
  const { toscan, orgId } = useOrg()
  const codes = useQuery(reasonCodesQuery(toscan, orgId))
  const review = useQuery({ ...reviewQuery(toscan, orgId, scan.profile_id), enabled: !isBlind })
  const findings = report.findings ?? []
  const unexplained = report.reason_codes.filter((code) => !findings.some((finding) => finding.code === code))
  return (
    <Card title="Why">
      <p className="max-w-prose leading-6">
        <WithRefs text={report.reason_summary} onRef={onRef} />
      </p>
      <ScoreParts report={report} />
      {findings.length > 0 && (
        <ul className="mt-4 flex flex-col divide-y divide-line border-t border-line">
          {findings.map((finding) => (
            <li
              key={finding.code}
              className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_auto]"
            >
              <div className="min-w-0">
                <p className="font-medium">{finding.title}</p>
                <p className="text-xs text-muted">
                  <code className="font-mono">{finding.code}</code> · {words(finding.family)} ·{' '}
                  {words(finding.severity)} · {Math.round(finding.probability * 100)} % sure
                </p>
                <p className="mt-0.5 flex flex-wrap gap-1">
                  {[...new Set(finding.evidence.map((each) => each.ref))].map((ref) => (
                    <EvidenceRef key={ref} to={ref} onRef={onRef} />
                  ))}
                </p>
                <Words finding={finding} />
                <Meaning text={codes.data?.find((each) => each.code === finding.code)?.description} />
              </div>
              <p className="text-xs text-muted tabular-nums">
                {finding.score_without !== undefined && (
                  <span className="block font-semibold text-ink">
                    {finding.contribution} of {report.risk_score} points
                  </span>
                )}
                Without it: {finding.score_without ?? report.risk_score - finding.contribution}
              </p>
              {!isBlind && (
                <FindingVerdict scanId={scan.profile_id} code={finding.code} review={review.data} />
              )}
            </li>
          ))}
        </ul>
      )}
      <MissingPart query={codes} what="What the codes mean" />
      {findings.length > 0 && <MissingPart query={review} what="What people made of each reason" />}
      {unexplained.length > 0 && (
        <p className="mt-3 text-muted">Also reported: {unexplained.map((code) => words(code)).join(', ')}.</p>
      )}
    </Card>
  )
}

/** What it rests on first: nobody has to look for it. */
function Words({ finding: { evidence } }: { finding: Finding }) {
  const [first] = evidence
  if (!first?.quote) return null
  const alike = evidence.filter(({ ref, quote }) => ref === first.ref && quote === first.quote)
  return (
    <blockquote className="mt-1 line-clamp-3 max-w-prose border-l-2 border-line pl-2">
      <ForeignQuote pieces={quotePieces(alike)} />
    </blockquote>
  )
}

function Meaning({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <details className="mt-1 text-xs text-muted">
      <summary className="min-h-6 cursor-default leading-6 hover:text-ink">What this code means</summary>
      <p className="max-w-prose pt-1">{text}</p>
    </details>
  )
}
