import { sql } from 'kysely'
import type { ProfileState } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

export interface ScanRow {
  scan_id: string
  org_id: string
  batch_id: string | null
  profile_url: string
  status: 'processing' | 'completed' | 'failed'
  scan_mode: 'deep' | 'quick' | null
  created_at: string
  processing_started_at: string | null
  processing_completed_at: string | null
  is_banned: boolean | null
  callback_url: string | null
  /** JSON texts. */
  metadata: string
  report: string | null
  coverage: string | null
  model_usage: string | null
  error: string | null
  webhook_delivered_at: string | null
  steps_done: string[] | null
}

/** Of scans that ended before it was kept, what the ban check found. */
export const profileState = sql`coalesce(profile_state, case when is_banned then 'gone' end)`

const scanColumns = sql`s.scan_id, s.org_id, s.batch_id, s.profile_url, s.status, s.scan_mode, s.created_at, s.processing_started_at,
  s.processing_completed_at, s.is_banned, s.callback_url, s.metadata, s.report, s.coverage,
  s.model_usage, s.error, s.webhook_delivered_at`

export async function scanOfOrg(db: Tx, orgId: string, scanId: string): Promise<ScanRow | undefined> {
  const { rows } = await sql<ScanRow>`
    select ${scanColumns},
           case when s.status = 'processing' then
             (select array_agg(t.step order by t.finished_at) from scan_steps t where t.scan_id = s.scan_id) end as steps_done
      from scans s where s.org_id = ${orgId} and s.scan_id = ${scanId}::uuid`.execute(db)
  return rows[0]
}

export interface BatchRow {
  batch_id: string
  scan_mode: 'deep' | 'quick'
  total_profiles: number
  submitted_at: string
  completed: number
  failed: number
  in_progress: number
  last_completed_at: string | null
}

export interface BatchProfileRow {
  /** From 1. */
  batch_position: number
  scan_id: string
  url: string
  status: 'processing' | 'completed' | 'failed'
  recommendation: 'no_flags' | 'review_low' | 'review_medium' | 'review_high' | null
  risk_score: number | null
  profile_state: ProfileState | null
}

/** How many profiles were submitted with it; undefined where the organization has no such batch. */
export async function sizeOfBatch(db: Tx, orgId: string, batchId: string): Promise<number | undefined> {
  const { rows } = await sql<Pick<BatchRow, 'total_profiles'>>`
    select total_profiles from batches where org_id = ${orgId} and batch_id = ${batchId}::uuid`.execute(db)
  return rows[0]?.total_profiles
}

/** With how far its scans are. */
export async function batchOfOrg(db: Tx, orgId: string, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select b.batch_id, b.scan_mode, b.total_profiles, b.submitted_at, ${batchCounts}
      from batches b cross join lateral ${countsOfBatch}
     where b.org_id = ${orgId} and b.batch_id = ${batchId}::uuid`.execute(db)
  return rows[0]
}

/** What `countsOfBatch` counts. */
export const batchCounts = sql`c.completed, c.failed, c.in_progress, c.last_completed_at`

/** Of the batch `b`, to be joined. */
export const countsOfBatch = sql`(
  select count(*) filter (where s.status = 'completed') as completed,
         count(*) filter (where s.status = 'failed') as failed,
         count(*) filter (where s.status = 'processing') as in_progress,
         max(s.processing_completed_at) as last_completed_at
    from scans s where s.batch_id = b.batch_id) c`

/** In order of submission, those behind the position `after`; with `limit` null all of them. */
export async function profilesOfBatch(
  db: Tx,
  batchId: string,
  { after, limit }: { after: number; limit: number | null },
): Promise<BatchProfileRow[]> {
  const { rows } = await sql<BatchProfileRow>`
    select batch_position, scan_id, profile_url as url, status, recommendation, risk_score, ${profileState} as profile_state
      from scans where batch_id = ${batchId}::uuid and batch_position > ${after}
     order by batch_position limit ${limit}::integer`.execute(db)
  return rows
}

/** The database's clock, the only clock that scans are dated by; or what it will be in so many seconds. */
export async function databaseTime(db: Tx, inSeconds = 0): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select clock_timestamp() + make_interval(secs => ${inSeconds}) as now`.execute(db)
  return rows[0]?.now ?? ''
}
