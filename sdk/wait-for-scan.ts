import type { ScanRecord } from './contract.ts'
import { ScanFailed, TimedOut } from './errors.ts'
import type { Open } from './open.ts'
import { pause } from './pause.ts'
import type { CompletedScan } from './scans.ts'
import type { CallOptions } from './transport.ts'

export interface WaitOptions {
  /** Milliseconds for the whole wait. Default 600,000, when a deep scan ends at the latest once it runs. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Called with every reading, also the first. */
  onProgress?: (scan: Open<ScanRecord>) => void
  /** Milliseconds between the first two readings; each further wait is half as long again, up to 15,000. Default 2,000. */
  pollMs?: number
}

const LONGEST_POLL_MS = 15_000

/**
 * Reads a scan until it has ended. A state that nobody knows yet is an end as well, rather than waiting for ever.
 * @throws ScanFailed when it ended without a report; TimedOut, and then the scan goes on
 */
export async function waitForScan(
  get: (scanId: string, options: CallOptions) => Promise<Open<ScanRecord>>,
  scanId: string,
  options: WaitOptions = {},
): Promise<CompletedScan> {
  const timeoutMs = options.timeoutMs ?? 600_000
  const end = Date.now() + timeoutMs
  let pollMs = options.pollMs ?? 2000
  for (;;) {
    const scan = await get(scanId, { signal: options.signal })
    options.onProgress?.(scan)
    if (scan.status !== 'processing') return withReport(scan)
    const left = end - Date.now()
    if (left <= 0)
      throw new TimedOut(`Scan ${scanId} has not ended within ${timeoutMs} ms; it goes on`, scanId)
    await pause(Math.min(pollMs, left), options.signal)
    pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)
  }
}

function withReport(scan: Open<ScanRecord>): CompletedScan {
  const { triage_report } = scan
  if (scan.status === 'failed' || !triage_report) throw new ScanFailed(scan)
  return { ...scan, triage_report }
}
