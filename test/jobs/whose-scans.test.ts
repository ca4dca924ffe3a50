import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import type { Tx } from '../../src/db/database.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { ownDatabase } from '../support/own-database.ts'
import { until } from '../support/until.ts'

const secretKey = randomBytes(32).toString('hex')
const NOBODY = { code: '23503' }

const opened = ownDatabase()

describe('whose scans are', () => {
  it('is looked up once for all scans of a batch', async () => {
    const orgId = await addOrg()
    await opened.db.transaction().execute(async (tx) => {
      await submitBatch(orgId, 500, tx)
      const { rows } = await sql<{ relname: string; idx_scan: number }>`
        select relname, idx_scan from pg_stat_xact_user_tables where relname in ('org_settings', 'batches')`.execute(
        tx,
      )
      for (const { relname, idx_scan } of rows)
        assert.ok(idx_scan < 10, `${relname} was asked ${idx_scan} times`)
      assert.equal(rows.length, 2)
    })
  })

  it('is an organization and a batch that are there, or no scan of the statement is stored', async () => {
    const orgId = await addOrg()
    const batchId = await submitBatch(orgId, 2)
    await assert.rejects(insertScans(['nobody']), NOBODY)
    await assert.rejects(insertScans([orgId, 'nobody']), NOBODY)
    await assert.rejects(insertScans([orgId], randomUUID()), NOBODY)
    await insertScans([orgId], batchId)
    assert.equal(await scansOf(orgId), 3)
    await assert.rejects(
      opened.pool.query(`update scans set org_id = 'nobody' where org_id = $1`, [orgId]),
      NOBODY,
    )
    await assert.rejects(
      opened.pool.query('update scans set batch_id = $2 where org_id = $1', [orgId, randomUUID()]),
      NOBODY,
    )
    await assert.rejects(opened.pool.query(`update org_settings set org_id = 'x' where org_id = $1`, [orgId]))
    await assert.rejects(opened.pool.query('update batches set batch_id = $1', [randomUUID()]), NOBODY)
  })

  it('takes them along when it goes', async () => {
    const orgId = await addOrg()
    const batchId = await submitBatch(orgId, 3)
    await submitBatch(orgId, 2)
    await opened.pool.query(`update scans set status = 'failed' where org_id = $1 and batch_position = 1`, [
      orgId,
    ])
    await opened.pool.query('delete from batches where batch_id = $1', [batchId])
    assert.equal(await scansOf(orgId), 2)
    await opened.pool.query('delete from auth_organization where id = $1', [orgId])
    assert.equal(await scansOf(orgId), 0)
  })

  it('is known of what a scan leaves, which goes with it: nobody is asked again', async () => {
    const orgId = await addOrg()
    await submitBatch(orgId, 3)
    await opened.db.transaction().execute(async (tx) => {
      const before = await asked(tx)
      await sql`
        with ended as (
          update scans set status = 'completed', recommendation = 'no_flags', risk_score = 0 where org_id = ${orgId} returning scan_id, org_id),
        captured as (
          insert into captures (scan_id, org_id, kind, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
          select scan_id, org_id, 'answer', 'u', 'u', '[]', 200, '{}', 'declared', clock_timestamp(), repeat('a', 64), 1, false from ended)
        insert into scan_manifests (scan_id, org_id, manifest, signature, key_id) select scan_id, org_id, '', '', '' from ended`.execute(
        tx,
      )
      assert.equal(await asked(tx), before)
    })
    assert.deepEqual(await leftBy(orgId), [3, 3, 3, 3])
    await opened.pool.query('delete from auth_organization where id = $1', [orgId])
    assert.deepEqual(await leftBy(orgId), [0, 0, 0, 0])
  })

  it('does not go while scans of it come in: either they go too, or they do not come in', async () => {
    const first = await addOrg()
    await inTwoTransactions(async (one, other) => {
      await one.query(INSERT, [[first], null])
      const gone = other.query('delete from org_settings where org_id = $1', [first])
      await untilWaits(1)
      await one.query('commit')
      await gone
      await other.query('commit')
    })
    assert.equal(await scansOf(first), 0)

    const second = await addOrg()
    await inTwoTransactions(async (one, other) => {
      await one.query('delete from org_settings where org_id = $1', [second])
      const refused = assert.rejects(other.query(INSERT, [[second], null]), NOBODY)
      await untilWaits(1)
      await one.query('commit')
      await refused
      await other.query('rollback')
    })
    assert.equal(await scansOf(second), 0)
  })
})

const INSERT = `
  insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, scan_mode, created_at)
  select gen_random_uuid(), o, $2::uuid, 1, 'https://ex.com/', 'https://ex.com/', 'quick', clock_timestamp() from unnest($1::text[]) o`

function insertScans(orgIds: string[], batchId: string | null = null) {
  return opened.pool.query(INSERT, [orgIds, batchId])
}

function addOrg(): Promise<string> {
  return makeOrg(opened.db, { name: 'Whose', dailyLimit: null, secretKey })
}

async function submitBatch(orgId: string, size: number, tx = opened.db): Promise<string> {
  const batchId = randomUUID()
  const profiles = Array.from({ length: size }, (_, n) => `https://ex.com/${n}`).map((url) => ({
    url,
    target: url,
  }))
  await submitScans(tx, { orgId, batchId, scanMode: 'quick', callbackUrl: null, metadata: '{}', profiles })
  return batchId
}

async function scansOf(orgId: string): Promise<number> {
  const { rows } = await opened.pool.query<{ count: number }>(
    'select count(*) from scans where org_id = $1',
    [orgId],
  )
  return rows[0]?.count ?? -1
}

/** How often a connection has looked up organizations lately. */
async function asked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ idx_scan: number }>`
    select idx_scan from pg_stat_xact_user_tables where relname = 'org_settings'`.execute(tx)
  return rows[0]?.idx_scan ?? -1
}

/** Captures, manifests, reviews, and what is known of creators. */
async function leftBy(orgId: string): Promise<number[]> {
  const tables = ['captures', 'scan_manifests', 'scan_reviews', 'creator_scans']
  const counted = tables.map((table) =>
    opened.pool.query<{ count: number }>(`select count(*) from ${table} where org_id = $1`, [orgId]),
  )
  return (await Promise.all(counted)).map(({ rows }) => rows[0]?.count ?? -1)
}

async function inTwoTransactions(work: (one: PoolClient, other: PoolClient) => Promise<void>) {
  const [one, other] = await Promise.all([opened.pool.connect(), opened.pool.connect()])
  try {
    await Promise.all([one.query('begin'), other.query('begin')])
    await work(one, other)
  } finally {
    one.release()
    other.release()
  }
}

async function untilWaits(count: number) {
  await until('it waits for the other', async () => {
    const { rows } = await opened.pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting === count
  })
}
