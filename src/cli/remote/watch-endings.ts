import type { Open, Toscan } from '../../../sdk/client.ts'
import type { ScanSummary } from '../../../sdk/contract.ts'

type Scan = Open<ScanSummary>

/** A submission is dated before it is committed, so it may appear behind one that is dated later. */
const LATE_MS = 60_000

/**
 * Scans that end from now on, each once. A look reads the list from the newest scan back to the oldest that could still have
 * been open at the look before: the server has no list of endings.
 */
export async function watchEndings(toscan: Toscan) {
  const { fetched_at: startedAt } = await toscan.scans.list({ limit: 1 }).firstPage()
  const given = new Set<string>()
  let oldestOpen = await findOldestOpen(toscan, startedAt)

  return {
    /** The oldest first. */
    async next(): Promise<Scan[]> {
      const ended: Scan[] = []
      const horizon = earlier(oldestOpen, LATE_MS)
      let newest = startedAt
      let open: string | null = null
      for await (const scan of toscan.scans.list({ limit: 100 })) {
        if (scan.submitted_at < horizon) break
        if (scan.submitted_at > newest) newest = scan.submitted_at
        if (scan.status === 'processing') open = scan.submitted_at
        else if ((scan.completed_at ?? '') >= startedAt && !given.has(scan.scan_id)) ended.push(scan)
      }
      for (const { scan_id } of ended) given.add(scan_id)
      oldestOpen = open ?? newest
      return ended.reverse()
    },
    /** To be given once more. */
    again(scan: Scan) {
      given.delete(scan.scan_id)
      if (scan.submitted_at < oldestOpen) oldestOpen = scan.submitted_at
    },
  }
}

/** Workers take the oldest first: behind a whole page without an open scan there is none. */
async function findOldestOpen(toscan: Toscan, now: string): Promise<string> {
  let oldest = now
  for await (const { scans } of toscan.scans.list({ limit: 100 }).pages()) {
    const open = scans.filter((scan) => scan.status === 'processing')
    if (open.length === 0) break
    oldest = open.at(-1)?.submitted_at ?? oldest
  }
  return oldest
}

/** Compares with the server's timestamps as text. */
function earlier(timestamp: string, ms: number): string {
  return new Date(Date.parse(timestamp) - ms).toISOString().slice(0, -1)
}
