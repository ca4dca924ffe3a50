import { words } from '../../../../sdk/words.ts'
import { moment } from '../../text/times.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import type { Report, Scan } from './scan.ts'

/** How the report came about: who judged, by which rules, at what cost, and what the submitter sent along. */
export function DetailsTab({ scan, report }: { scan: Scan; report: Report }) {
  const { model } = report
  const usage = scan.model_usage
  const metadata = Object.entries(scan.metadata)
  return (
    <div className="flex flex-col gap-5">
      <Card title="Judgement">
        <Facts
          facts={[
            ['Judged by', words(report.analysis_mode)],
            [
              'Policy pack',
              <code key="pack" className="font-mono text-xs">
                {report.policy_version}
              </code>,
            ],
            [
              'Model',
              model ? (
                <code key="model" className="font-mono text-xs">
                  {model.id}
                </code>
              ) : (
                'None read along'
              ),
            ],
            ...(model
              ? ([
                  ['Its opinion', `${words(model.outcome)}${model.detail ? `: ${words(model.detail)}` : ''}`],
                  [
                    'Its findings',
                    `${model.findings} stand in the evidence, ${sum(Object.values(model.dropped))} were dropped`,
                  ],
                  [
                    'Addressed to the reviewer',
                    model.injection_seen ? 'A page tried to instruct the model' : 'No',
                  ],
                ] as [string, string][])
              : []),
            ...(report.criteria
              ? ([
                  [
                    'Own criteria',
                    report.criteria
                      .map(
                        ({ code, version, state }) =>
                          `${code} version ${version}${state === 'shadow' ? ' (in shadow)' : ''}`,
                      )
                      .join(', '),
                  ],
                ] as [string, string][])
              : []),
            ...(usage
              ? ([
                  [
                    'Model requests',
                    `${usage.requests}${usage.remembered ? ' (remembered: nothing was paid)' : ''}`,
                  ],
                  ['Cost', usage.cost_usd === null ? 'Not known' : `$${usage.cost_usd.toFixed(4)}`],
                ] as [string, string][])
              : []),
          ]}
        />
      </Card>
      {report.shadow && <ShadowCard shadow={report.shadow} />}
      <Card title="Scan">
        <Facts
          facts={[
            ['Scan', <Id key="scan" value={scan.profile_id} />],
            [
              'Batch',
              scan.batch_id.startsWith('single_') ? (
                'Submitted on its own'
              ) : (
                <Id key="batch" value={scan.batch_id} />
              ),
            ],
            ['Submitted', moment(scan.created_at)],
            ['Started', moment(scan.processing_started_at)],
            ['Ended', moment(scan.processing_completed_at)],
            ['Callback', scan.callback_url || 'None'],
            ['Webhook delivered', scan.webhook_delivered_at ? moment(scan.webhook_delivered_at) : 'No'],
          ]}
        />
      </Card>
      <Card title="Metadata">
        {metadata.length === 0 ? (
          <p className="text-muted">None was submitted.</p>
        ) : (
          <Facts
            facts={metadata.map(([name, value]) => [
              name,
              <ForeignText key={name}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </ForeignText>,
            ])}
          />
        )}
      </Card>
    </div>
  )
}

/** What is recorded and does not count: nothing else of the report knows of it. */
function ShadowCard({ shadow }: { shadow: NonNullable<Report['shadow']> }) {
  const { findings, recommendation, risk_score } = shadow
  return (
    <Card title="In shadow">
      {findings.length === 0 ? (
        <p className="text-muted">What is in shadow found nothing.</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-1.5">
            If it counted: <Verdict value={recommendation} /> {risk_score}
          </p>
          <ul className="mt-2 flex flex-col gap-1">
            {findings.map(({ code, title, evidence }) => (
              <li key={code}>
                <span className="font-medium">{title}</span>{' '}
                <code className="font-mono text-xs text-muted">{code}</code>
                {evidence[0] && (
                  <span className="block text-muted">
                    <ForeignText>{evidence[0].quote}</ForeignText>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Id({ value }: { value: string }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <code className="font-mono text-xs">{value}</code>
      <CopyButton text={value} label="Copy" variant="quiet" size="small" />
    </span>
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
