import { openDatabase } from '../src/db/database.ts'
import { claimScans } from '../src/db/scans/queue.ts'

/** What one of several claiming processes is told, and what it says at its end. */
export interface ClaimerOrder {
  url: string
  workerId: string
  seconds: number
  /** Slots that each call asks for. */
  free: number
}

export interface ClaimerTold {
  tookMs: number[]
  scanIds: string[]
}

// Forked by the bench of claims: claims and ends as fast as it can.
process.once('message', async (order: ClaimerOrder) => {
  const { db, pool, close } = openDatabase(order.url, { max: 1 })
  await pool.query('select 1')
  const told: ClaimerTold = { tookMs: [], scanIds: [] }
  for (const end = performance.now() + order.seconds * 1000; performance.now() < end; ) {
    const started = performance.now()
    const scans = await claimScans(db, order.workerId, order.free, 600)
    told.tookMs.push(performance.now() - started)
    const ids = scans.map((scan) => scan.scan_id)
    told.scanIds.push(...ids)
    await pool.query(
      `update scans set status = 'failed', worker_id = null, lease_until = null where scan_id = any($1::uuid[])`,
      [ids],
    )
  }
  await close()
  process.send?.(told, () => process.disconnect())
})
