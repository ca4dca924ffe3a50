import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { deploymentNumbers } from '../../src/db/deployment/deployment-numbers.ts'
import { watchDatabase } from '../../src/db/deployment/watch-database.ts'
import { createMetrics } from '../../src/metrics.ts'
import { ownDatabase } from '../support/own-database.ts'
import { seedScans } from '../support/seed-scans.ts'
import { until } from '../support/until.ts'

describe('numbers of the deployment', () => {
  const opened = ownDatabase()

  it('tell what waits from what runs, by mode, and how long the oldest has waited', async () => {
    const { db } = opened
    const secretKey = randomBytes(32).toString('hex')
    const orgId = await makeOrg(db, { name: 'Test', dailyLimit: null, secretKey })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const scans = await seedScans(
      db,
      orgId,
      (['deep', 'deep', 'deep', 'quick'] as const).map((scan_mode, index) => ({
        scan_mode,
        status: 'processing',
        created_at: ago([30, 20, 10, 5][index] ?? 0),
      })),
    )
    const numbers = async () =>
      (await deploymentNumbers(db)).scans.map(({ oldestSeconds, ...each }) => ({
        ...each,
        oldestMinutes: Math.round(oldestSeconds / 60),
      }))
    assert.deepEqual(await numbers(), [
      { mode: 'deep', waiting: 3, running: 0, oldestMinutes: 30 },
      { mode: 'quick', waiting: 1, running: 0, oldestMinutes: 5 },
    ])
    await sql`update scans set worker_id = 'worker', lease_until = clock_timestamp() + interval '1 hour'
               where scan_id = any(${[scans[0]?.scan_id, scans[3]?.scan_id]}::uuid[])`.execute(db)
    assert.deepEqual(await numbers(), [
      { mode: 'deep', waiting: 2, running: 1, oldestMinutes: 20 },
      { mode: 'quick', waiting: 0, running: 1, oldestMinutes: 0 },
    ])
  })

  it('that take long are looked up the less often, and shown with their age meanwhile', async () => {
    const metrics = createMetrics()
    let asked = 0
    watchDatabase(opened.db, metrics, async () => {
      asked++
      await pause(400)
      return []
    })
    const age = async () =>
      Number(/^toscan_deployment_numbers_age_seconds (\S+)$/m.exec(await metrics.show())?.[1])
    await until('they are known', async () => Number.isFinite(await age()))
    const before = asked
    const ages = [await age(), await age(), await age()]
    assert.equal(asked, before, 'four scrapes in a row are one look')
    assert.ok(ages.every((each) => Number.isFinite(each) && each < 4))
    await until('they are looked up again', async () => {
      await metrics.show()
      return asked > before
    })
  })

  it('are gone with a database that says nothing, however late this process came to ask it', async () => {
    const metrics = createMetrics()
    let isSilent = false
    const behindDoor = opened.db.withPlugin({
      transformQuery: ({ node }) => {
        // As a machine does that has more to run than it has processors.
        const until = performance.now() + (isSilent ? 150 : 0)
        while (performance.now() < until);
        return node
      },
      transformResult: ({ result }) => (isSilent ? new Promise(() => {}) : Promise.resolve(result)),
    })
    watchDatabase(behindDoor, metrics)
    await until('they are shown', async () => /^toscan_scan_concurrency \d+$/m.test(await metrics.show()))
    isSilent = true
    const dark = await metrics.show()
    assert.match(dark, /^toscan_database_up 0$/m)
    assert.doesNotMatch(dark, /^toscan_(clock_skew_seconds|scan_concurrency) /m)
  })
})
