import { sql } from 'kysely'
import { NotFound } from '../errors.ts'
import type { Tx } from './database.ts'

export interface Submission {
  orgId: string
  /** Null for a single scan. */
  batchId: string | null
  scanMode: 'deep' | 'quick'
  /** Null: the organization's default applies. */
  callbackUrl: string | null
  /** JSON text, kept as it is. */
  metadata: string
  profiles: { url: string; target: string }[]
  /** The `traceparent` of the request; null or absent: none. */
  trace?: string | null
}

export interface Granted {
  /** How many of the profiles fit into the day and are queued; the leading ones. */
  granted: number
  daily_limit: number | null
  used: number | null
  scan_id: string | null
  submitted_at: string
  scan_concurrency: number
}

/**
 * Reserves capacity and queues the scans that fit: one statement, so one transaction and one round trip.
 * @throws NotFound when the organization has no settings.
 */
export async function submitScans(db: Tx, submission: Submission): Promise<Granted> {
  // Set before the function is called, for this statement alone; the column of `scans` takes it from there.
  const orgId = sql`case when set_config('toscan.trace', ${submission.trace ?? ''}, true) is not null then ${submission.orgId} end`
  const { rows } = await sql<Granted>`
    select granted, daily_limit, used, scan_id, submitted_at, scan_concurrency
      from submit_scans(
        ${orgId}, ${submission.batchId}::uuid, ${submission.scanMode}, ${submission.callbackUrl},
        ${submission.metadata}::json,
        ${submission.profiles.map((profile) => profile.url)}::text[],
        ${submission.profiles.map((profile) => profile.target)}::text[])`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('Org settings not found')
  return row
}
