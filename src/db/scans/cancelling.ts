import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface ScanState {
  status: 'processing' | 'completed' | 'failed'
  error: string | null
}

/** How far a scan is; undefined when there is none, or none of `orgId` where that is given. */
export async function stateOfScan(db: Tx, scanId: string, orgId?: string): Promise<ScanState | undefined> {
  const { rows } = await sql<ScanState>`
    select status, error from scans
     where scan_id = ${scanId}::uuid and (${orgId ?? null}::text is null or org_id = ${orgId ?? null})`.execute(
    db,
  )
  return rows[0]
}

/** The ids of scans of a batch that wait or run, the last submitted first. */
export async function unendedOfBatch(db: Tx, batchId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ scan_id: string }>`
    select scan_id from scans where batch_id = ${batchId}::uuid and status = 'processing'
     order by batch_position desc limit ${limit}`.execute(db)
  return rows.map((row) => row.scan_id)
}
