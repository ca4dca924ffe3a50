import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { claimScans } from '../../src/db/scans/queue.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let opened: Database
before(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url)
})
after(async () => {
  await opened.close()
  await database.drop()
})

it('a scan that is submitted while a claim waits for its turn keeps whose doing it is', async () => {
  const secretKey = randomBytes(32).toString('hex')
  const orgId = await addOrg(
    { ...opened, url: database.url, directUrl: database.url, secretKey, embedded: null },
    'Traced',
    null,
  )
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const claim = await opened.db.transaction().execute(async (tx) => {
    await sql`select from deployment for update`.execute(tx)
    const claiming = claimScans(opened.db, 'worker', 1, 60)
    await until('the claim waits', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%claim_scans%'
          and pid <> pg_backend_pid()`.execute(opened.db)
      return rows.length > 0
    })
    const profiles = [{ url: 'https://ex.com/u', target: 'https://ex.com/u' }]
    const options = { batchId: null, scanMode: 'quick' as const, callbackUrl: null, metadata: '{}', trace }
    await submitScans(opened.db, { orgId, profiles, ...options })
    return { claiming }
  })
  const [scan] = await claim.claiming
  assert.equal(scan?.trace, trace)
})
