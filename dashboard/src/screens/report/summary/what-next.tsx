import { useState } from 'react'
import { detailWords } from '../../../../../sdk/words.ts'
import { showPlainly } from '../../../text/show-plainly.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckBox } from '../../../ui/fields/check-box.tsx'
import { ForeignUrl } from '../../../ui/foreign/foreign-url.tsx'
import { EvidenceRef } from '../evidence/evidence-ref.tsx'
import type { Report } from '../scan.ts'
import { WithRefs } from './with-refs.tsx'

/** What a person should open first, and what the result hangs on. */
export function WhatNext({ report, onRef }: { report: Report; onRef(ref: string): void }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const targets = report.review_targets ?? []
  const changes = report.would_change ?? []
  const failures = new Map(report.coverage?.failed_urls.map(({ url, reason }) => [url, reason]))
  if (targets.length === 0 && changes.length === 0) return null
  const toggle = (url: string) =>
    setSeen((before) => {
      const next = new Set(before)
      if (!next.delete(url)) next.add(url)
      return next
    })
  return (
    <Card title="Look here first">
      <ol className="flex flex-col gap-1.5">
        {targets.map((url) => {
          const entry = report.evidence_index?.find((each) => each.url === url)
          return (
            <li key={url} className="flex items-start gap-2">
              <span className="flex min-h-7 items-center">
                <CheckBox
                  aria-label={`Looked at: ${showPlainly(url)}`}
                  isSelected={seen.has(url)}
                  onChange={() => toggle(url)}
                />
              </span>
              <span className="flex min-h-7 w-8 shrink-0 items-center">
                {entry && <EvidenceRef to={entry.ref} onRef={onRef} />}
              </span>
              <span className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1">
                <ForeignUrl url={url} />
                {entry && entry.outcome !== 'ok' && (
                  <span className="text-muted">{detailWords(failures.get(url) ?? entry.outcome)}</span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {changes.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-6 cursor-default text-[0.8125rem] font-medium text-muted hover:text-ink">
            What the result hangs on ({changes.length})
          </summary>
          <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5">
            {changes.map((change) => (
              <li key={`${change.kind} ${change.text}`}>
                <WithRefs text={change.text} onRef={onRef} />
                {change.ref && !change.text.includes('[') && ' '}
                {change.ref && !change.text.includes('[') && <EvidenceRef to={change.ref} onRef={onRef} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
