import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { settleEnds } from '../../src/db/scans/finish-scan.ts'
import { scanOfOrg } from '../../src/db/scans/scan-reads.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

it('ends of one organization are counted without waiting for each other, and none is lost', async () => {
  const { db } = api.opened
  const { orgId, key } = await api.makeTenant()
  // What a version before has counted.
  await sql`update org_settings set total_scans_completed = 5 where org_id = ${orgId}`.execute(db)
  const seeded = await seedScans(
    db,
    orgId,
    Array.from({ length: 8 }, () => ({})),
  )
  const end = async (scanId: string, tx: typeof db) => {
    const scan = await scanOfOrg(tx, orgId, scanId)
    if (scan) await settleEnds(tx, [{ scan, signed: null }])
  }
  const [first, ...others] = seeded.map(({ scan_id }) => scan_id)
  await db.transaction().execute(async (open) => {
    await end(first ?? '', open)
    // The first has not committed; only who meets its very row, one of 32, would wait.
    const settled = await Promise.allSettled(
      others.map((scanId) =>
        db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = '2s'`.execute(tx)
          await end(scanId, tx)
        }),
      ),
    )
    const waited = settled.filter(({ status }) => status === 'rejected')
    assert.ok(waited.length <= 1, `${waited.length} of ${others.length} waited`)
    for (const [i, { status }] of settled.entries()) if (status === 'rejected') others.splice(i, 1)
  })
  const { json } = await api.call('GET', '/api/v2/org/settings', { token: key })
  assert.equal(Object(json).total_scans_completed, 5 + 1 + others.length)
})
