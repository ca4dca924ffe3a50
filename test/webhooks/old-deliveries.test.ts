import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import type { Tx } from '../../src/db/database.ts'
import { deleteOldDeliveries } from '../../src/db/webhooks/webhooks.ts'
import { ownDatabase } from '../support/own-database.ts'

const OLD = 3000
const YOUNG = 12_000

describe('Deliveries that have grown old', () => {
  const opened = ownDatabase({ max: 1 })
  before(async () => {
    for (const name of ['One', 'Other']) {
      const orgId = await makeOrg(opened.db, {
        name,
        dailyLimit: null,
        secretKey: randomBytes(32).toString('hex'),
      })
      await sql`
        insert into webhook_deliveries (delivery_id, webhook_id, org_id, event_type, url, body, status, created_at)
        select d, d, ${orgId}, 'scan.completed', 'https://receiver.example/', '{}',
               case when n % 1000 = 0 then 'pending' when n % 2 = 0 then 'failed' else 'delivered' end,
               clock_timestamp() - case when n <= ${OLD}::integer then interval '31 days' else interval '29 days' end
          from (select n, ${name} || n as d from generate_series(1, ${OLD + YOUNG}::integer) n) made`.execute(
        opened.db,
      )
    }
    await sql`
      insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms)
      select delivery_id, 1, 'scheduled', created_at, 10 from webhook_deliveries`.execute(opened.db)
    await sql`analyze`.execute(opened.db)
  })

  it('go with their attempts, of every organization, and are found by index; what is young or still to be sent stays', async () => {
    const pending = OLD / 1000
    const inWhole = await opened.db.transaction().execute(async (tx) => {
      const before = await readInWhole(tx)
      assert.equal(await deleteOldDeliveries(tx, 30), 2 * (OLD - pending))
      return (await readInWhole(tx)) - before
    })
    assert.equal(inWhole, 0)
    for (const table of ['webhook_deliveries', 'webhook_attempts']) {
      const { rows } = await sql<{ left: number }>`select count(*) as left from ${sql.table(table)}`.execute(
        opened.db,
      )
      assert.deepEqual(rows, [{ left: 2 * (YOUNG + pending) }], table)
    }
    assert.equal(await deleteOldDeliveries(opened.db, 30), 0)
  })

  /** Rows that the connection has read without an index so far. */
  async function readInWhole(tx: Tx): Promise<number> {
    const { rows } = await sql<{ read: number }>`
      select pg_stat_get_xact_tuples_returned('webhook_deliveries'::regclass)::integer as read`.execute(tx)
    return rows[0]?.read ?? -1
  }
})
