import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import type { Tx } from '../../src/db/database.ts'
import { type ClaimOrder, claimDeliveries } from '../../src/db/webhooks/delivery-claims.ts'
import { type AttemptRow, recordAttempts } from '../../src/db/webhooks/webhooks.ts'
import { ownDatabase } from '../support/own-database.ts'

describe('Attempts that are written down', () => {
  // One connection, as it keeps the plans.
  const opened = ownDatabase({ max: 1 })
  let orgId: string
  before(async () => {
    orgId = await makeOrg(opened.db, {
      name: 'Test',
      dailyLimit: null,
      secretKey: randomBytes(32).toString('hex'),
    })
  })

  it('find deliveries and scans by their keys, however few were there when a connection began', async () => {
    await addDeliveries('first', 20)
    for (let nth = 0; nth < 10; nth++) await record(opened.db, 'first', [nth])
    await addDeliveries('later', 2000)
    const read = await opened.db.transaction().execute(async (tx) => {
      const before = await readInWhole(tx)
      await record(tx, 'later', [0, 1, 2])
      return (await readInWhole(tx)) - before
    })
    assert.equal(read, 0)
    const { rows } = await sql<{ delivered: number; scans: number }>`
      select (select count(*) from webhook_deliveries where status = 'delivered') as delivered,
             (select count(*) from scans where webhook_delivered_at is not null) as scans`.execute(opened.db)
    assert.deepEqual(rows, [{ delivered: 13, scans: 13 }])
  })

  it('are planned once, however few end together', async () => {
    for (let nth = 0; nth < 12; nth++) await recordAttempts(opened.db, [], [randomUUID()])
    const { rows } = await sql<{ kept: boolean }>`
      select generic_plans > custom_plans as kept from pg_prepared_statements where statement like '%with ended as (%'`.execute(
      opened.db,
    )
    assert.deepEqual(rows, [{ kept: true }])
  })

  it('are taken, and those that are not due yet are left unread, however many wait', async () => {
    await addWaiting('now', 3, -1)
    await addWaiting('then', 3000, 3600)
    const taken = await opened.db.transaction().execute(async (tx) => {
      const before = await readByIndex(tx)
      const attempts = await claimDeliveries(tx, ORDER)
      return { ids: attempts.map(({ deliveryId }) => deliveryId), read: (await readByIndex(tx)) - before }
    })
    assert.deepEqual(taken.ids.sort(), ['now0', 'now1', 'now2'])
    assert.ok(taken.read < 10, `${taken.read} rows were read`)
  })

  it('compile no plan, which takes seconds, nor does anything else that is kept from reading whole tables', async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
       where 'enable_seqscan=off' = any (proconfig) and not 'jit=off' = any (proconfig)`.execute(opened.db)
    assert.deepEqual(rows, [])
  })

  async function addWaiting(name: string, count: number, inSeconds: number) {
    await sql`
      insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
      select ${name}::text || n, 1, 'scheduled', 'host', 'deliver-webhook', clock_timestamp() + make_interval(secs => ${inSeconds})
        from generate_series(0, ${count}::integer - 1) n`.execute(opened.db)
  }

  async function addDeliveries(name: string, count: number) {
    await sql`
      with scanned as (
        insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
        select gen_random_uuid(), ${orgId}, n::text, n::text, 'quick', 'failed', clock_timestamp() from generate_series(0, ${count}::integer - 1) n
        returning scan_id, profile_url)
      insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body)
      select ${name}::text || profile_url, ${name}::text || profile_url, ${orgId}, scan_id, 'scan.failed', 'https://ex.com/', '{}' from scanned`.execute(
      opened.db,
    )
  }

  async function record(db: Tx, name: string, nths: number[]) {
    const { rows } = await sql<{ delivery_id: string; scan_id: string }>`
      select delivery_id, scan_id from webhook_deliveries where delivery_id = any (${nths.map((nth) => `${name}${nth}`)})`.execute(
      db,
    )
    await recordAttempts(
      db,
      rows.map(({ delivery_id, scan_id }) => ({
        ...ATTEMPT,
        deliveryId: delivery_id,
        scanId: scan_id,
        orgId,
      })),
    )
  }

  /** Rows of both tables that a connection has read without an index. */
  async function readInWhole(tx: Tx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(seq_tup_read), 0)::integer as rows from pg_stat_xact_user_tables where relname in ('webhook_deliveries', 'scans')`.execute(
      tx,
    )
    return rows[0]?.rows ?? -1
  }

  /** Rows of the queue that a connection has read by an index. */
  async function readByIndex(tx: Tx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(idx_tup_fetch), 0)::integer as rows from pg_stat_xact_user_tables where relname = 'webhook_queue'`.execute(
      tx,
    )
    return rows[0]?.rows ?? -1
  }
})

const ORDER: ClaimOrder = {
  claimId: randomUUID(),
  workerId: 'mine',
  lane: 'deliver-webhook',
  limit: 96,
  closed: [],
  running: new Map(),
  perHost: 10,
  leaseSeconds: 60,
}

const ATTEMPT: Omit<AttemptRow, 'deliveryId' | 'orgId' | 'scanId'> = {
  url: 'https://ex.com/',
  attempt: 1,
  trigger: 'scheduled',
  startedAt: new Date(),
  durationMs: 1,
  statusCode: 204,
  error: null,
  detail: null,
  responseBody: '',
  remoteIp: null,
  requestHeaders: {},
  responseHeaders: {},
  status: 'delivered',
  reason: null,
  nextInSeconds: null,
  health: 'well',
  disableReason: null,
}
