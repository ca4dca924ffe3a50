import { sql } from 'kysely'
import type { Confidence, Recommendation } from '../../../sdk/contract.ts'
import { profileStateOf } from '../../../sdk/profile-state.ts'
import type { CapturedRow } from '../../evidence/manifest.ts'
import type { Tx } from '../database.ts'
import { textArray } from '../statements/binary-array.ts'
import { FEW, ofAnyLength, prepared } from '../statements/prepared.ts'
import { type KeptCapture, settleCaptures } from './captures.ts'
import type { SignedManifest } from './manifests.ts'
import { takenWatches, type WatchedScan } from './scan-changes.ts'
import type { ScanRow } from './scan-reads.ts'
import { STILL_PROCESSING } from './still-processing.ts'

export interface ScanEnd {
  scanId: string
  /** The claim that ends it; null for a sweep. Somebody else's claim is left alone. */
  claim: { workerId: string; attempt: number } | null
  status: 'completed' | 'failed'
  error: string | null
  isBanned: boolean | null
  /** The outcome of the profile's own evidence; null for a scan without a report. */
  profileOutcome: string | null
  username: string | null
  recommendation: Recommendation | null
  riskScore: number | null
  confidence: Confidence | null
  /** JSON texts. */
  report: string | null
  coverage: string | null
  /** The stored pages that became evidence; a scan without a report keeps none. */
  captures: KeptCapture[]
  /** What the scan was judged by, where it is not stored yet. */
  analysis?: { output: string; startedAt: Date } | null
  /** JSON text; null when no model was configured. */
  modelUsage: string | null
}

/** A scan as it ended, with its pages that became evidence. */
export interface FinishedScan {
  scan: ScanRow
  captured: CapturedRow[]
}

/**
 * Ends scans, each once. Of one that has ended already or belongs to another worker by now, undefined.
 * @param ends in the order of their ids, so that two who end the same never wait for each other
 */
export async function finishScans(tx: Tx, ends: ScanEnd[]): Promise<(FinishedScan | undefined)[]> {
  const of = (type: string, member: (end: ScanEnd) => unknown) => ofAnyLength(ends.map(member), type)
  const long = (member: (end: ScanEnd) => string | null) => ofAnyLength(textArray(ends.map(member)), 'text')
  const { rows } = await prepared(
    tx,
    sql<Omit<ScanRow, 'report' | 'coverage' | 'model_usage'> & { place: string }>`
    with asked as materialized (
      select * from unnest(
        ${of('uuid', ({ scanId }) => scanId)}, ${of('text', ({ claim }) => claim?.workerId ?? null)},
        ${of('integer', ({ claim }) => claim?.attempt ?? null)}, ${of('text', ({ status }) => status)}, ${of('text', ({ error }) => error)},
        ${of('boolean', ({ isBanned }) => isBanned)}, ${of('text', ({ profileOutcome }) => profileOutcome && profileStateOf(profileOutcome))},
        ${of('text', ({ username }) => username)}, ${of('text', ({ recommendation }) => recommendation)},
        ${of('integer', ({ riskScore }) => riskScore)}, ${of('text', ({ confidence }) => confidence)},
        ${long(({ report }) => report)}, ${long(({ coverage }) => coverage)}, ${long(({ modelUsage }) => modelUsage)},
        ${long(({ analysis }) => analysis?.output ?? null)}, ${of('timestamptz', ({ analysis }) => analysis?.startedAt.toISOString() ?? null)}
      ) with ordinality as a (scan_id, worker_id, attempt, status, error, is_banned, profile_state, username, recommendation, risk_score, confidence,
                              report, coverage, model_usage, analysis, analysis_started_at, place)
       where place ${FEW}
    ),
    finished as (
      update scans s
         set status = a.status, error = a.error, is_banned = a.is_banned, profile_state = a.profile_state, username = a.username,
             recommendation = a.recommendation, risk_score = a.risk_score, confidence = a.confidence, report = a.report::json,
             coverage = a.coverage::json, model_usage = a.model_usage::json,
             processing_completed_at = clock_timestamp(), lease_until = null, worker_id = null
        from asked a
       where s.scan_id = a.scan_id and ${STILL_PROCESSING}
         and (a.worker_id is null or (s.worker_id = a.worker_id and s.attempt = a.attempt))
      returning s.scan_id, s.org_id, s.batch_id, s.profile_url, s.status, s.scan_mode, s.created_at, s.processing_started_at,
                s.processing_completed_at, s.is_banned, s.callback_url, s.metadata, s.error, s.webhook_delivered_at,
                null::text[] as steps_done, a.place),
    -- The analysis holds the evidence that was judged; what came before it was for resuming.
    resumable as (
      delete from scan_steps where scan_id in (select scan_id from finished) and step <> 'analysis'),
    judged as (
      insert into scan_steps (scan_id, step, output, started_at, attempt)
      select scan_id, 'analysis', a.analysis::json, a.analysis_started_at, coalesce(a.attempt, 0)
        from finished join asked a using (scan_id) where a.analysis is not null
      on conflict (scan_id, step) do update set output = excluded.output)
    select * from finished`,
  )
  const captured = await settleCaptures(
    tx,
    rows.map((row) => ({ scanId: row.scan_id, captures: ends[Number(row.place) - 1]?.captures ?? [] })),
  )
  const finished = new Map(
    rows.map(({ place, ...row }, i) => [Number(place), { row, captured: captured[i] ?? [] }]),
  )
  return ends.map(({ report, coverage, modelUsage: model_usage }, i) => {
    const ended = finished.get(i + 1)
    return ended && { scan: { ...ended.row, report, coverage, model_usage }, captured: ended.captured }
  })
}

/** An end that is in, with what it rests on where that is stated. */
export interface SettledEnd {
  scan: ScanRow
  signed: SignedManifest | null
}

/**
 * What follows from ends whatever is in them: completed scans are counted, what they rest on is stored, and scans of watches are taken, for whoever
 * comes first: by their ids.
 */
export async function settleEnds(tx: Tx, ends: SettledEnd[]): Promise<Map<string, WatchedScan>> {
  if (ends.length === 0) return new Map()
  const of = (type: string, member: (end: SettledEnd) => unknown) => ofAnyLength(ends.map(member), type)
  const { rows } = await prepared(
    tx,
    sql<WatchedScan & { scan_id: string }>`
    with asked as materialized (
      select * from unnest(
        ${of('uuid', ({ scan }) => scan.scan_id)}, ${of('text', ({ scan }) => scan.org_id)}, ${of('text', ({ scan }) => scan.status)},
        ${ofAnyLength(textArray(ends.map(({ signed }) => signed?.manifest ?? null)), 'text')},
        ${of('text', ({ signed }) => signed?.signature ?? null)}, ${of('text', ({ signed }) => signed?.key_id ?? null)}
      ) as a (scan_id, org_id, status, manifest, signature, key_id)
    ),
    stated as (
      insert into scan_manifests (scan_id, org_id, manifest, signature, key_id)
      select scan_id, org_id, manifest, signature, key_id from asked where manifest is not null),
    -- In rows that few others want at this moment.
    counted as (
      insert into org_completions as c (org_id, shard, scans)
      select org_id, pg_backend_pid() % 32, count(*) from asked where status = 'completed' group by org_id order by org_id
      on conflict (org_id, shard) do update set scans = c.scans + excluded.scans),
    taken as (${takenWatches(sql`select scan_id from asked`)})
    select * from taken`,
  )
  return new Map(rows.map(({ scan_id, ...watched }) => [scan_id, watched]))
}
