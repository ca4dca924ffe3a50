import type { ScanRecord } from './contract.ts'
import { ScanFailed } from './errors.ts'
import type { Open } from './open.ts'
import { poll, type WaitOptions } from './poll.ts'
import type { CompletedScan } from './scans.ts'
import type { Call } from './transport.ts'

/**
 * Reads a scan until it has ended. A state that nobody knows yet is an end as well, rather than waiting for ever.
 * @throws ScanFailed when it ended without a report; TimedOut, and then the scan goes on
 */
export async function waitForScan(
  get: (limits: Partial<Call>) => Promise<Open<ScanRecord>>,
  scanId: string,
  options: WaitOptions<Open<ScanRecord>>,
  limits: { endAt: number; isKnown: boolean },
): Promise<CompletedScan> {
  const hasEnded = (scan: Open<ScanRecord>) => scan.status !== 'processing'
  const scan = await poll(get, hasEnded, options, { what: `Scan ${scanId}`, ...limits })
  const { triage_report } = scan
  if (scan.status === 'failed' || !triage_report) throw new ScanFailed(scan)
  return { ...scan, triage_report }
}
