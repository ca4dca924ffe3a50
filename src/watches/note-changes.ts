import { factsOf, learn, type SeenFacts } from '../../sdk/client.ts'
import type { Coverage } from '../../sdk/contract.ts'
import { newId } from '../auth/ids.ts'
import type { Tx } from '../db/database.ts'
import { insertChange, lockSighting, setSighting, type WatchedScan } from '../db/scans/scan-changes.ts'
import type { ScanRow } from '../db/scans/scan-reads.ts'
import type { StoredReport } from '../db/scans/scan-record.ts'
import { type EnqueueContext, enqueueChangeWebhook } from '../webhooks/enqueue.ts'

const NOTHING_KNOWN: SeenFacts = { state: null, seen: null }

/**
 * Writes down what a scan of a watched profile changed, and tells of it unless the watch is muted. One that failed or did not see the profile
 * changes nothing.
 */
export async function noteChanges(ctx: EnqueueContext, tx: Tx, scan: ScanRow, watched: WatchedScan) {
  const report = reportOf(scan)
  if (!report) return
  const known = await lockSighting(tx, watched)
  const { changes, facts } = learn(known?.facts ?? NOTHING_KNOWN, report)
  if (facts === known?.facts || facts.state === null) return
  await setSighting(tx, watched, scan.scan_id, facts)
  if (changes.length === 0) return
  const { recommendation, risk_score } = report.triage_report
  const change = {
    change_id: newId('chg'),
    watch_id: watched.watch_id,
    scan_id: scan.scan_id,
    before_scan_id: known?.scan_id ?? null,
    url: scan.profile_url,
    recommendation,
    risk_score,
    changes,
  }
  const at = await insertChange(tx, { ...change, org_id: scan.org_id })
  if (!watched.muted)
    await enqueueChangeWebhook(ctx, tx, scan, { ...change, watch_name: watched.watch_name, at })
}

/** What a scan tells of its profile; null of one that tells nothing. */
export function factsOfScan(scan: ScanRow): SeenFacts | null {
  const report = reportOf(scan)
  const facts = report && factsOf(report)
  return facts?.state ? facts : null
}

/** As it is compared; null of a scan without a report. */
function reportOf({ status, report, coverage }: ScanRow) {
  if (status !== 'completed' || report === null) return null
  // Written by this program only; its shape was checked on the way in.
  const { profile, ...stored }: StoredReport = JSON.parse(report)
  const seen: Coverage | null = coverage === null ? null : JSON.parse(coverage)
  return { ...(profile && { profile }), triage_report: { ...stored, ...(seen && { coverage: seen }) } }
}
