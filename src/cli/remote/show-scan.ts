import type { Open } from '../../../sdk/client.ts'
import type { ScanRecord } from '../../../sdk/contract.ts'
import type { Config } from '../../config.ts'
import { followToEnd, stateOf } from '../terminal/follow-to-end.ts'
import { printReport } from '../terminal/print-report.ts'
import { EXIT, type ServerOptions, wantsJson, withServer } from './with-server.ts'

/** Prints what a server knows of one scan. */
export async function showScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => show(await toscan.scans.get(scanId), options))
}

/** Says each step of a running scan on standard error, and prints the report when it has ended. */
export async function watchScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) =>
    show(await followToEnd(toscan, scanId, (state) => console.error(state)), options),
  )
}

function show(scan: Open<ScanRecord>, options: ServerOptions) {
  if (scan.status === 'failed') process.exitCode = EXIT.scanFailed
  if (wantsJson(options)) return console.log(JSON.stringify(scan, null, 2))
  if (scan.status === 'failed') return printReport(scan.url, { status: 'failed', error: scan.error ?? '' })
  if (!scan.triage_report?.coverage) return console.log(stateOf(scan))
  const { coverage, ...report } = scan.triage_report
  const { profile } = scan
  printReport(scan.url, {
    status: 'completed',
    report,
    coverage,
    profile,
    isBanned: scan.is_banned ?? null,
  })
}
