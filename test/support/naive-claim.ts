import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { MIGRATIONS } from './test-database.ts'

/**
 * Puts `claim_scans_naive` into the database: the claim of the versions before heads, which looks at every flow. It is the plain definition of whose turn
 * it is, and what an old worker's call was that began before an upgrade.
 */
export async function addNaiveClaim(pool: Pool) {
  const before = readFileSync(join(MIGRATIONS, '0050-claim-with-trace.sql'), 'utf8')
  const from = before.indexOf('create function claim_scans(')
  await pool.query(before.slice(from).replace('claim_scans(', 'claim_scans_naive('))
}
