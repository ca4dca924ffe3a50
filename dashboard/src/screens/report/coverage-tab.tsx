import { detailWords, stepWords, words } from '../../../../sdk/words.ts'
import { duration } from '../../text/times.ts'
import { Card } from '../../ui/card.tsx'
import { ForeignUrl } from '../../ui/foreign/foreign-url.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import type { Report } from './scan.ts'
import { type Gap, ofProfile } from './summary/gaps.ts'

const STATUS_MARKS: Record<string, { mark: string; ink: string; word: string }> = {
  completed: { mark: '✓', ink: 'text-clear', word: 'Ran' },
  partial: { mark: '◐', ink: 'text-low', word: 'Partly' },
  skipped: { mark: '–', ink: 'text-muted', word: 'Skipped' },
  failed: { mark: '✕', ink: 'text-high', word: 'Failed' },
}

/** What was looked at and, in words, everything that was not. */
export function CoverageTab({ report, gaps }: { report: Report; gaps: Gap[] | null }) {
  const { coverage } = report
  if (!coverage || gaps === null)
    return (
      <Notice tone="warning" title="Coverage was not recorded">
        What this report could not see is not known.
      </Notice>
    )
  const { total, by_domain: byDomain } = coverage.referrer_matches
  return (
    <div className="flex flex-col gap-5">
      <Card title={gaps.length === 0 ? 'No gaps' : gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`}>
        {gaps.length === 0 ? (
          <p className="text-muted">Everything that a {coverage.mode} scan looks at was seen.</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {gaps.map((gap) => (
              <li key={`${gap.what} ${gap.why}`}>
                <p className="font-medium">{gap.what}</p>
                <p className="text-muted">{gap.why}</p>
                {gap.urls.length > 0 && (
                  <ul className="mt-1 flex flex-col gap-0.5">
                    {gap.urls.map(({ url, reason }) => (
                      <li key={url}>
                        <ForeignUrl url={url} />
                        {reason && <span className="text-xs text-muted"> {reason}</span>}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Steps" flush>
        <DataTable
          label="Steps of this scan"
          rows={coverage.steps}
          rowId={(step) => step.step}
          columns={[
            { id: 'step', header: 'Step', isHeader: true, cell: ({ step }) => stepWords(step) },
            {
              id: 'status',
              header: 'Status',
              cell: ({ status }) => {
                const known = STATUS_MARKS[status]
                return (
                  <span className="whitespace-nowrap">
                    <span aria-hidden="true" className={known?.ink}>
                      {known?.mark}
                    </span>{' '}
                    {known?.word ?? words(status)}
                  </span>
                )
              },
            },
            {
              id: 'detail',
              header: 'Detail',
              cell: ({ step, detail }) =>
                detail && detailWords(detail, ofProfile(step, report.evidence_index?.[0]?.outcome)),
            },
            {
              id: 'time',
              header: 'Time',
              isNumeric: true,
              cell: ({ duration_ms: ms }) => (ms === null ? '' : ms < 1000 ? `${ms} ms` : duration(ms)),
            },
          ]}
        />
      </Card>
      <Card title="How much was seen">
        <Facts
          facts={[
            [
              'Coverage',
              <span key="score" className="block max-w-60">
                {Math.round(coverage.score * 100)} %
                <Meter
                  label="Coverage"
                  value={Math.round(coverage.score * 100)}
                  max={100}
                  fill="fill-accent"
                />
              </span>,
            ],
            ['Pages visited', coverage.urls_visited],
            ['Pages that did not answer', coverage.urls_failed],
            [
              'Pages that link back',
              total === 0
                ? 'None: nothing else shows that the linked pages are the creator’s'
                : `${total}: ${Object.entries(byDomain)
                    .map(([domain, count]) => `${domain} (${count})`)
                    .join(', ')}`,
            ],
            ['Screenshots', coverage.screenshots ? coverage.screenshots.taken : 'Not taken'],
          ]}
        />
      </Card>
    </div>
  )
}
