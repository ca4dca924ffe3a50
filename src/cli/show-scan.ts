import type { Open, Toscan } from '../../sdk/client.ts'
import { ScanFailed } from '../../sdk/client.ts'
import type { ScanRecord } from '../../sdk/contract.ts'
import type { Config } from '../config.ts'
import { printReport } from './print-report.ts'
import { EXIT, type ServerOptions, wantsJson, withServer } from './with-server.ts'

/** Prints what a server knows of one scan. */
export async function showScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => show(await toscan.scans.get(scanId), options))
}

/** Says each step of a running scan on standard error, and prints the report when it has ended. */
export async function watchScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => show(await watched(toscan, scanId), options))
}

async function watched(toscan: Toscan, scanId: string): Promise<Open<ScanRecord>> {
  let said = ''
  const say = (state: string) => {
    if (state !== said) console.error(state)
    said = state
  }
  try {
    return await toscan.scans.wait(scanId, {
      timeoutMs: Number.POSITIVE_INFINITY,
      pollMs: 500,
      onProgress: (scan) => say(stateOf(scan)),
      onTrouble: (error) => say(`no answer, asking on: ${error.message}`),
    })
  } catch (error) {
    if (error instanceof ScanFailed) return error.scan
    throw error
  }
}

function stateOf(scan: Open<ScanRecord>): string {
  if (scan.status !== 'processing') return scan.status
  if (scan.processing_started_at === null) return 'waiting for a slot'
  return `running: ${scan.progress?.step ?? 'report'}`
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
