import { words } from '../../../../../sdk/words.ts'
import { moment } from '../../../text/times.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import { ForeignUrl } from '../../../ui/foreign/foreign-url.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { type Entry, type Finding, isSeen } from '../scan.ts'
import { AskedHowView } from './asked-how-view.tsx'
import { QuoteView } from './quote-view.tsx'
import { Screenshot } from './screenshot.tsx'
import { StoredPage } from './stored-page.tsx'

export interface EvidenceProps {
  scanId: string
  entry: Entry
  findings: readonly Finding[]
  screenshots: readonly Entry[]
}

/** A piece of evidence as a card. */
export function EvidenceItem(props: EvidenceProps) {
  const { entry } = props
  return (
    <li
      tabIndex={-1}
      data-evidence={entry.ref}
      aria-label={`Evidence ${entry.ref}`}
      className="rounded-xl border border-line bg-surface outline-offset-0 focus:outline-2 focus:outline-accent"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-3">
        <RefChip entryRef={entry.ref} />
        <h3 className="min-w-0 font-medium">
          <ForeignText>{entry.title || entry.domain}</ForeignText>
        </h3>
        <span className="text-xs text-muted">
          {words(entry.type)} · {words(entry.binding)}
          {entry.rendered && ' · read in a browser'}
        </span>
      </div>
      <EvidenceBody {...props} />
    </li>
  )
}

export function RefChip({ entryRef }: { entryRef: string }) {
  return (
    <span className="rounded bg-accent-soft px-1.5 font-mono text-xs leading-5 font-semibold text-accent">
      {entryRef}
    </span>
  )
}

/** What was seen there: the address, the words that count, pictures, and when and how it was asked for. */
export function EvidenceBody({ scanId, entry, findings, screenshots }: EvidenceProps) {
  const quoted = findings.flatMap((finding) => {
    const own = finding.evidence.filter((each) => each.ref === entry.ref)
    const bySentence = Map.groupBy(own, ({ channel, url, quote }) => `${channel} ${url} ${quote}`)
    return [...bySentence].map(([sentence, quotes]) => ({ finding, sentence, quotes }))
  })
  return (
    <div className="flex flex-col gap-3 px-4 pt-1.5 pb-3">
      <ForeignUrl url={entry.url} />
      {!isSeen(entry) && (
        <Notice tone="warning" title={words(entry.outcome)}>
          Content not seen: this is a gap, not a clean result.
        </Notice>
      )}
      {entry.outcome !== 'ok' && isSeen(entry) && <Notice title={words(entry.outcome)} />}
      {quoted.map(({ finding, sentence, quotes }) => (
        <QuoteView
          key={`${finding.code} ${sentence}`}
          scanId={scanId}
          entry={entry}
          finding={finding}
          quotes={quotes}
        />
      ))}
      {quoted.length === 0 && entry.snippet && (
        <p className="border-l-2 border-line pl-3 text-muted">
          <ForeignText lines>{entry.snippet}</ForeignText>
        </p>
      )}
      {screenshots.map((screenshot) => (
        <Screenshot
          key={screenshot.ref}
          scanId={scanId}
          entry={screenshot}
          isOwn={screenshot.ref === entry.ref}
        />
      ))}
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span>{moment(entry.captured_at)}</span>
        <span>{entry.http_status === null ? 'No HTTP answer' : `HTTP ${entry.http_status}`}</span>
        <span>
          {entry.hop === 0
            ? 'The profile itself'
            : entry.hop === 1
              ? '1 link away'
              : `${entry.hop} links away`}
        </span>
        {entry.sha256 && entry.type !== 'screenshot' && (
          <span className="flex flex-wrap items-center gap-1" data-print="no">
            <StoredPage scanId={scanId} entry={entry} />
            <CopyButton text={entry.sha256} label="Copy SHA-256" variant="quiet" size="small" />
          </span>
        )}
      </footer>
      {entry.sha256 && entry.type !== 'screenshot' && <AskedHowView scanId={scanId} entryRef={entry.ref} />}
    </div>
  )
}
