import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { type Database, migrate, openDatabase, type Tx } from '../../src/db/database.ts'
import { claimScans, releaseScans, setScanConcurrency } from '../../src/db/scans/queue.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { addNaiveClaim } from '../support/naive-claim.ts'
import { flowsWithoutHead, queueChanges, wronglyRunning } from '../support/queue-changes.ts'
import { seeded } from '../support/seeded.ts'
import {
  createTestDatabase,
  databaseUrl,
  MIGRATIONS,
  onServer,
  type TestDatabase,
} from '../support/test-database.ts'
import { until } from '../support/until.ts'

const SEED = Number(process.env.TOSCAN_SEED ?? 1)
/** Turns of each that works beside the others. */
const TURNS = Number(process.env.TOSCAN_CASES ?? 40)
const CLAIMERS = 8
const CAP = 7

const secretKey = randomBytes(32).toString('hex')
const profiles = [{ url: 'https://ex.com/u', target: 'https://ex.com/u' }]
const single = { profiles, batchId: null, scanMode: 'quick' as const, callbackUrl: null, metadata: '{}' }

function addOrgs({ db }: Database, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `Org ${index}`)
  return Promise.all(names.map((name) => makeOrg(db, { name, dailyLimit: null, secretKey })))
}

/** What waits and runs, at one moment. */
async function unended({ db }: Database): Promise<{ waiting: number; running: number }> {
  const { rows } = await sql<{ waiting: number; running: number }>`
    select count(*) filter (where worker_id is null) as waiting, count(worker_id) as running from scans
     where status = 'processing'`.execute(db)
  return rows[0] ?? { waiting: -1, running: -1 }
}

describe('heads of flows', () => {
  let database: TestDatabase
  let opened: Database
  before(async () => {
    database = await createTestDatabase()
    opened = openDatabase(database.url, { max: 20 })
  })
  after(async () => {
    await opened.close()
    await database.drop()
  })

  it('let no scan wait for ever and pass no cap while eight claim, and others submit, cancel, erase and hand back', async () => {
    await setScanConcurrency(opened.db, CAP)
    const orgs = await addOrgs(opened, 5)
    const random = seeded(SEED)
    const { changeCap: _, lapse: __, handBackAll: ___, ...kinds } = queueChanges(opened, orgs, random)
    const { submitBatch, submitTogether, submitOlder, ...others } = kinds
    const submissions = [submitBatch, submitTogether, submitTogether, submitOlder]
    let most = 0
    const turns = async (works: (() => Promise<void>)[]) => {
      for (let turn = 0; turn < TURNS; turn++) await works[Math.floor(random() * works.length)]?.()
    }
    const claims = async (index: number) => {
      for (let turn = 0; turn < TURNS; turn++) {
        await claimScans(opened.db, `worker ${index}`, 1 + Math.floor(random() * 4), 60)
        most = Math.max(most, (await unended(opened)).running)
        if (random() < 0.1) await kinds.handBackOne()
        else await kinds.end()
      }
    }
    await Promise.all([
      ...Array.from({ length: CLAIMERS }, (_, index) => claims(index)),
      turns(submissions),
      turns(submissions),
      turns(submissions),
      turns(Object.values(others)),
    ])
    assert.ok(most <= CAP, `${most} ran at once`)
    assert.deepEqual(await flowsWithoutHead(opened), [])
    assert.deepEqual(await wronglyRunning(opened), [])
    const ended = await sql<{ n: number }>`
      select count(*) as n from scans where status <> 'processing' and worker_id is not null`.execute(
      opened.db,
    )
    assert.equal(ended.rows[0]?.n, 0, 'an ended scan was claimed')

    // Nothing new comes: all that waits is claimed, to the last.
    await submitBatch()
    await setScanConcurrency(opened.db, 100_000)
    const { waiting } = await unended(opened)
    assert.ok(waiting > 0)
    const claimed = await claimScans(opened.db, 'last', 100_000, 60)
    assert.equal(claimed.length, waiting)
    await claimScans(opened.db, 'last', 1, 60)
    const { rows } = await sql`select from flow_heads`.execute(opened.db)
    assert.equal(rows.length, 0)
    await sql`truncate scans cascade`.execute(opened.db)
    assert.deepEqual(await wronglyRunning(opened), [])
  })

  it('are waited for by no submission: neither of a batch that has not committed yet, nor of a claim', async () => {
    const [orgId = ''] = await addOrgs(opened, 1)
    const submit = () => submitScans(opened.db, { ...single, orgId })
    await opened.db.transaction().execute(async (slow) => {
      await submitScans(slow, { ...single, orgId, batchId: randomUUID() })
      await submit()
      assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 1, 'what has committed')
      await submit()
    })
    assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 2)

    await submit()
    await opened.db.transaction().execute(async (claiming) => {
      assert.equal((await claimScans(claiming, 'worker', 10, 60)).length, 1)
      await submit()
    })
    assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 1)
    assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 0)
  })

  it('are not taken away under a submission that counts on them', async () => {
    const [orgId = ''] = await addOrgs(opened, 1)
    await submitScans(opened.db, { ...single, orgId })
    const first = await opened.db.transaction().execute(async (slow) => {
      await submitScans(slow, { ...single, orgId })
      const claimed = await claimScans(opened.db, 'worker', 10, 60)
      // Nothing is left that this one could see.
      assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 0)
      return claimed
    })
    assert.equal(first.length, 1)
    assert.equal((await claimScans(opened.db, 'worker', 10, 60)).length, 1)
  })

  it('do not make a claim wait for whoever ends or deletes what it would take', async () => {
    const [orgId = ''] = await addOrgs(opened, 1)
    await submitScans(opened.db, { ...single, orgId })
    await submitScans(opened.db, { ...single, orgId })
    const claimed = await opened.db.transaction().execute(async (tx) => {
      await sql`
        select from scans where org_id = ${orgId} and status = 'processing' order by created_at limit 1 for update`.execute(
        tx,
      )
      return claimScans(opened.db, 'worker', 2, 60)
    })
    assert.equal(claimed.length, 1)
    assert.equal((await claimScans(opened.db, 'worker', 2, 60)).length, 1)
  })
})

describe('a claim', () => {
  it('writes a version of each scan on its own page, and no index entry', async () => {
    const database = await createTestDatabase()
    const opened = openDatabase(database.url)
    try {
      const [orgId = ''] = await addOrgs(opened, 1)
      await submitScans(opened.db, { ...single, orgId })
      const written = await opened.db.transaction().execute(async (tx) => {
        assert.equal((await claimScans(tx, 'worker', 1, 60)).length, 1)
        const { rows } = await sql<{ updates: number; hot: number }>`
          select n_tup_upd as updates, n_tup_hot_upd as hot from pg_stat_xact_user_tables where relname = 'scans'`.execute(
          tx,
        )
        return rows[0]
      })
      assert.deepEqual(written, { updates: 1, hot: 1 })
      assert.deepEqual(await wronglyRunning(opened), [])
      assert.equal(await releaseScans(opened.db, 'worker'), 1)
      assert.deepEqual(await wronglyRunning(opened), [])
    } finally {
      await opened.close()
      await database.drop()
    }
  })

  it('goes through no table, whatever the planner knows of them', async () => {
    const database = await createTestDatabase()
    const opened = openDatabase(database.url, { max: 1 })
    try {
      const [orgId = ''] = await addOrgs(opened, 1)
      const many = Array.from({ length: 10_000 }, () => profiles[0] as (typeof profiles)[number])
      await submitScans(opened.db, { ...single, profiles: many, orgId, batchId: randomUUID() })
      await sql`vacuum analyze scans`.execute(opened.db)
      const claim = async () => {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain (analyze, buffers, format json) select from claim_scans('worker', 1, interval '1 minute')`.execute(
          opened.db,
        )
        return JSON.parse(rows[0]?.['QUERY PLAN'] ?? '')[0].Plan
      }
      // The first one plans, and reads the catalog for it.
      await claim()
      const plan = await claim()
      assert.equal(plan['Actual Rows'], 1)
      // The scans alone lie on 260 pages.
      assert.ok(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] < 150, JSON.stringify(plan))
    } finally {
      await opened.close()
      await database.drop()
    }
  })

  it('reads what it takes, whatever had been counted when it was planned', async () => {
    const database = await createTestDatabase()
    // One connection, as it keeps the plans.
    const opened = openDatabase(database.url, { max: 1 })
    const { db } = opened
    const orgs = await addOrgs(opened, 300)
    const addScans = (owners: string[], each: number) =>
      sql`
      insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
      select gen_random_uuid(), o, n::text, n::text, case n % 2 when 0 then 'quick' else 'deep' end, 'processing', clock_timestamp()
        from unnest(${owners}::text[]) o cross join generate_series(1, ${each}::integer) n`.execute(db)
    const clear = () =>
      sql`with s as (delete from scans), h as (delete from flow_heads) delete from running_scans`.execute(db)
    const states = {
      'nothing was counted': async () => {},
      'nothing was there when it was counted': async () => {
        await addScans(orgs, 10)
        await clear()
        await sql`analyze`.execute(db)
      },
      'three of one organization waited': async () => {
        await addScans(orgs, 10)
        await clear()
        await addScans(orgs.slice(0, 1), 3)
        await sql`vacuum analyze`.execute(db)
      },
    }
    try {
      for (const [state, reach] of Object.entries(states)) {
        await reach()
        await clear()
        // It plans.
        await claimScans(db, 'worker', 2, 60)
        await addScans(orgs, 10)
        await claimScans(db, 'worker', 2, 60)
        const read = await opened.db.transaction().execute(async (tx) => {
          const before = await rowsRead(tx)
          assert.equal((await claimScans(tx, 'worker', 4, 60)).length, 4)
          return (await rowsRead(tx)) - before
        })
        assert.ok(read < 150, `${read} rows were read, where ${state}`)
        await clear()
      }
    } finally {
      await opened.close()
      await database.drop()
    }
  })

  /** Of scans and of heads, by any way. */
  async function rowsRead(tx: Tx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname in ('scans', 'flow_heads')`.execute(
      tx,
    )
    return rows[0]?.rows ?? Number.NaN
  }
})

describe('an upgrade to heads', () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = String(process.env.TEST_SERVER_URL)
  before(() => onServer(server, (client) => client.query(`create database ${name}`)))
  after(() => onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)))

  it('while processes of the version before submit, claim and hand back: all is claimed, and no cap passed', async () => {
    const opened = openDatabase(databaseUrl(server, name))
    await migrate(opened.db, MIGRATIONS, '0070-limits-of-keys')
    await addNaiveClaim(opened.pool)
    await setScanConcurrency(opened.db, CAP)
    const orgs = await addOrgs(opened, 3)
    const random = seeded(SEED)
    const { submitBatchAsBefore, submitTogetherAsBefore, handBackOne, end } = queueChanges(
      opened,
      orgs,
      random,
    )
    await submitBatchAsBefore()
    let most = 0
    let upgraded = false
    // An old process goes on over connections that have planned its statements before.
    const old = async (index: number) => {
      for (let turn = 0; turn < TURNS || !upgraded; turn++) {
        await (random() < 0.5 ? submitBatchAsBefore() : submitTogetherAsBefore())
        await claim(random() < 0.5 ? 'claim_scans_naive' : 'claim_scans', `old ${index}`)
        most = Math.max(most, (await unended(opened)).running)
        await (random() < 0.2 ? handBackOne() : end())
      }
    }
    const upgrade = async () => {
      await until('the old ones are at work', async () => (await unended(opened)).running > 0)
      await migrate(opened.db, MIGRATIONS)
      upgraded = true
    }
    await Promise.all([old(1), old(2), old(3), upgrade()])
    assert.ok(most <= CAP, `${most} ran at once`)
    assert.deepEqual(await flowsWithoutHead(opened), [])
    assert.deepEqual(await wronglyRunning(opened), [])
    await setScanConcurrency(opened.db, 100_000)
    const { waiting } = await unended(opened)
    assert.equal((await claimScans(opened.db, 'new', 100_000, 60)).length, waiting)
    await opened.close()

    function claim(name: string, workerId: string) {
      return opened.pool.query(`select scan_id from ${name}($1, 3, '60 s')`, [workerId])
    }
  })
})
