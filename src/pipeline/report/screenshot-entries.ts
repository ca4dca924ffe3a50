import type { EvidenceEntry } from '../../../sdk/contract.ts'
import type { KeptCapture } from '../../db/scans/captures.ts'
import { withMicroseconds } from '../coverage/with-microseconds.ts'
import type { Analysis } from '../judge/analyze.ts'
import type { PageScreenshot } from './take-screenshots.ts'

/** What screenshots add to a report: entries numbered on behind the pages that they show, the bytes to keep, and what is missed of them. */
export function screenshotEntries(
  { evidence }: Analysis,
  screenshots: PageScreenshot[],
): { entries: EvidenceEntry[]; captures: KeptCapture[]; missed: { url: string; reason: string }[] } {
  const pages = new Map(evidence.map((each) => [each.ref, each]))
  const entries: EvidenceEntry[] = []
  const captures: KeptCapture[] = []
  const missed: { url: string; reason: string }[] = []
  for (const { shows, sha256, takenAt, httpStatus } of screenshots) {
    const page = pages.get(shows)
    if (!page) continue
    if (sha256 === null) {
      missed.push({ url: page.url, reason: 'not_stored' })
      continue
    }
    const ref = `E${evidence.length + entries.length + 1}`
    captures.push({ ref, sha256, captured_at: takenAt, withheld: false })
    entries.push({
      ref,
      url: page.url,
      type: 'screenshot',
      domain: page.domain,
      title: page.title.slice(0, 200),
      snippet: '',
      captured_at: withMicroseconds(takenAt),
      http_status: httpStatus,
      sha256,
      hop: page.hop,
      binding: page.binding,
      outcome: 'ok',
      shows,
      codes: [],
    })
  }
  return { entries, captures, missed }
}
