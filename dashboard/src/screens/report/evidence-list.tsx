import { Empty } from '../../ui/empty.tsx'
import { EvidenceItem } from './evidence-item.tsx'
import type { Report, Scan } from './scan.ts'

/** Every page that was looked at, each with the words that count and the pictures of it. */
export function EvidenceList({ scan, report }: { scan: Scan; report: Report }) {
  const entries = report.evidence_index ?? []
  const findings = report.findings ?? []
  const refs = new Set(entries.map(({ ref }) => ref))
  // A screenshot stands with the page that it shows; one whose page is not listed stands for itself.
  const items = entries.filter((entry) => entry.type !== 'screenshot' || !refs.has(entry.shows ?? ''))
  if (entries.length === 0)
    return <Empty title="No evidence">Nothing could be fetched, so that nothing is known.</Empty>
  return (
    <ul className="flex flex-col gap-3">
      {items.map((entry) => (
        <EvidenceItem
          key={entry.ref}
          scanId={scan.profile_id}
          entry={entry}
          findings={findings}
          screenshots={entries.filter(
            (each) => each.type === 'screenshot' && (each === entry || each.shows === entry.ref),
          )}
        />
      ))}
    </ul>
  )
}
