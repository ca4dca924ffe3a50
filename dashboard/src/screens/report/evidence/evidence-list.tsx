import { type RefObject, useRef, useState } from 'react'
import { words } from '../../../../../sdk/words.ts'
import { countOf } from '../../../text/count-of.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import { ForeignUrl } from '../../../ui/foreign/foreign-url.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { type Entry, isSeen, type Report, type Scan } from '../scan.ts'
import { groupEvidence, type Source } from './evidence-groups.ts'
import { EvidenceBody, EvidenceItem, type EvidenceProps, RefChip } from './evidence-item.tsx'

/**
 * Every page that was looked at, each with the words that count and the pictures of it. Of many, those that the findings cite stand first and
 * whole, and the rest in folds, a line each: a browser opens them where it finds a word, and `focusEvidence` where one of them is asked for.
 */
export function EvidenceList({ scan, report }: { scan: Scan; report: Report }) {
  const entries = report.evidence_index ?? []
  const findings = report.findings ?? []
  const folds = useRef<HTMLDivElement>(null)
  if (entries.length === 0)
    return <Empty title="No evidence">Nothing could be fetched, so that nothing is known.</Empty>
  const { leading, sources } = groupEvidence(entries, findings)
  const propsOf = (entry: Entry): EvidenceProps => ({
    scanId: scan.profile_id,
    entry,
    findings,
    screenshots: entries.filter(
      (each) => each.type === 'screenshot' && (each === entry || each.shows === entry.ref),
    ),
  })
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {leading.map((entry) => (
          <EvidenceItem key={entry.ref} {...propsOf(entry)} />
        ))}
      </ul>
      {sources.length > 0 && (
        <>
          <FoldsHeading sources={sources} folds={folds} />
          <div ref={folds} className="flex flex-col gap-2">
            {sources.map((source) => (
              <SourceFold key={source.domain} source={source} propsOf={propsOf} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function FoldsHeading({
  sources,
  folds,
}: {
  sources: readonly Source[]
  folds: RefObject<HTMLDivElement | null>
}) {
  const count = sources.reduce((sum, { entries }) => sum + entries.length, 0)
  const openAll = (isOpen: boolean) => {
    for (const fold of folds.current?.querySelectorAll<HTMLDetailsElement>('[data-source]') ?? [])
      fold.open = isOpen
  }
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="grow font-medium">
        {countOf(count, 'more piece')} <span className="font-normal text-muted">by site</span>
      </h3>
      <span className="flex gap-2" data-print="no">
        <Button size="small" variant="quiet" onPress={() => openAll(true)}>
          Open all sites
        </Button>
        <Button size="small" variant="quiet" onPress={() => openAll(false)}>
          Close all
        </Button>
      </span>
    </div>
  )
}

function SourceFold({ source, propsOf }: { source: Source; propsOf(entry: Entry): EvidenceProps }) {
  const { domain, entries, cited, unseen } = source
  const counts = [
    countOf(entries.length, 'piece'),
    ...(cited > 0 ? [`${cited} cited`] : []),
    ...(unseen > 0 ? [`${unseen} not seen`] : []),
  ]
  return (
    <details data-source="" className="rounded-xl border border-line bg-surface">
      <summary className="min-h-10 cursor-default px-4 py-2.5 hover:bg-hover">
        <span className="font-medium [overflow-wrap:anywhere]">
          {domain === null ? 'Sites with one or two' : <ForeignText>{domain}</ForeignText>}
        </span>{' '}
        <span className="text-xs text-muted">{counts.join(' · ')}</span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {entries.map((entry) => (
          <EvidenceRow key={entry.ref} {...propsOf(entry)} />
        ))}
      </ul>
    </details>
  )
}

/** One line, which paper has too; what is behind it is loaded when it opens. */
function EvidenceRow(props: EvidenceProps) {
  const { entry } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <details
        tabIndex={-1}
        data-evidence={entry.ref}
        data-holds={props.screenshots.map(({ ref }) => ref).join(' ')}
        data-print="row"
        aria-label={`Evidence ${entry.ref}`}
        className="outline-offset-0 focus:outline-2 focus:outline-accent"
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary className="min-h-8 cursor-default px-4 py-1.5 hover:bg-hover print:min-h-0 print:py-0.5">
          <RefChip entryRef={entry.ref} />{' '}
          <span className="[overflow-wrap:anywhere]">
            <ForeignText>{entry.title || entry.domain}</ForeignText>
          </span>{' '}
          <span className="text-xs text-muted">
            {words(entry.type)}
            {!isSeen(entry) && ` · not seen: ${words(entry.outcome)}`}
          </span>
          {!isOpen && (
            <span className="block truncate text-xs print:whitespace-normal">
              <ForeignUrl url={entry.url} actions={false} />
            </span>
          )}
        </summary>
        {isOpen ? (
          <EvidenceBody {...props} />
        ) : (
          <p className="px-4 pb-2">
            <ForeignText lines>{entry.snippet}</ForeignText>
          </p>
        )}
      </details>
    </li>
  )
}
