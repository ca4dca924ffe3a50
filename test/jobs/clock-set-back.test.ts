import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { queueAttempts } from '../../src/db/webhooks/waiting-attempts.ts'
import { insertDeliveries } from '../../src/db/webhooks/webhooks.ts'
import { type JobQueue, startJobQueue } from '../../src/jobs/queue.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'

const log = pino({ level: 'silent' })

/** As a database leaves it whose clock was a day ahead and was set right again. */
describe('a clock of the database that was set back by a day', () => {
  let api: TestApi
  let db: TestApi['opened']['db']
  let queue: JobQueue
  let orgId: string
  let at: (column: string, table: string) => Promise<number>
  before(async () => {
    api = await startApi()
    db = api.opened.db
    orgId = await api.makeOrg()
    at = async (column, table) => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from ${sql.ref(column)} - clock_timestamp())::float8 as seconds from ${sql.table(table)}`.execute(
        db,
      )
      assert.equal(rows.length, 1, table)
      return rows[0]?.seconds ?? Number.NaN
    }
    // Makes the tables of the library, and stops before it does anything by the clock.
    await (await startJobQueue({ url: api.opened.url, log, work: false })).stop()
    await deliver('dlv_retried', 300)
    await sql`insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms)
              values ('dlv_retried', 1, 'scheduled', clock_timestamp(), 1)`.execute(db)
    await sql`update webhook_attempts set started_at = started_at + interval '1 day'`.execute(db)
    await sql`update webhook_queue set due_at = due_at + interval '1 day'`.execute(db)
    await sql`update webhook_deliveries set next_attempt_at = clock_timestamp() + interval '1 day 300 seconds'`.execute(
      db,
    )
    await sql`insert into host_turns (host, next_at) values ('ex.com', clock_timestamp() + interval '1 day')`.execute(
      db,
    )
    await sql`insert into attempts (attempt_key, made, since) values ('k', 9, clock_timestamp() + interval '1 day')`.execute(
      db,
    )
    await sql`insert into webhook_claims (claim_id, worker_id, lane, lapses_at, delivery_ids, attempts, triggers, host_keys, losses)
              values (gen_random_uuid(), 'dead', 'retry-webhook', clock_timestamp() + interval '1 day', '{}', '{}', '{}', '{}', '{}')`.execute(
      db,
    )
    await sql`insert into watches (watch_id, org_id, name, of_view, scan_mode, schedule, last_run_at, next_run_at)
              values ('wat_1', ${orgId}, 'w', false, 'quick', '{}', clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days')`.execute(
      db,
    )
    const [scan] = await seedScans(db, orgId, [{}])
    await sql`
      insert into scan_reviews (scan_id, org_id, created_at, scan_mode, claimed_until)
      select scan_id, org_id, created_at, scan_mode, clock_timestamp() + interval '1 day' from scans where scan_id = ${scan?.scan_id}::uuid
      on conflict (scan_id) do update set claimed_until = excluded.claimed_until`.execute(db)
    await sql`update pgboss.version set cron_on = now() + interval '1 day'`.execute(db)
    queue = await startJobQueue({ url: api.opened.url, log, work: true })
    queue.workDeliveries(db, async () => {})
    await until('the clock is seen', async () => (await at('cron_on', 'pgboss.version')) < 60)
  })
  after(async () => {
    await queue.stop()
    await api.stop()
  })

  async function deliver(deliveryId: string, afterSeconds: number) {
    const url = 'https://receiver.example/'
    await insertDeliveries(db, [
      {
        deliveryId,
        webhookId: `msg_${deliveryId}`,
        orgId,
        scanId: null,
        eventType: 'test',
        url,
        body: '{}',
        afterSeconds,
      },
    ])
    const attempt = { deliveryId, attempt: 2, trigger: 'scheduled' as const, hostKey: 'receiver.example' }
    await queueAttempts(db, [{ ...attempt, lane: 'retry-webhook', afterSeconds }], 'nobody')
  }

  it('leaves an attempt waiting for as long as its schedule says', async () => {
    assert.ok(Math.abs((await at('due_at', 'webhook_queue')) - 300) < 30)
    assert.ok(Math.abs((await at('next_attempt_at', 'webhook_deliveries')) - 300) < 30)
  })
  it('leaves no host closed for a day, nobody counted as of tomorrow, and no claim of a dead worker', async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from host_turns) + (select count(*) from attempts) as left`.execute(db)
    assert.equal(rows[0]?.left, 0)
    await until('the claim lapses', async () => {
      const { rows: claims } = await sql`select from webhook_claims`.execute(db)
      return claims.length === 0
    })
  })
  it('leaves no case claimed for longer than a claim lasts', async () => {
    const left = await at('claimed_until', 'scan_reviews')
    assert.ok(left > 200 && left <= 300, String(left))
  })
  it('leaves a watch running a day after its last run', async () => {
    assert.ok(Math.abs((await at('last_run_at', 'watches')) - 0) < 60)
    assert.ok(Math.abs((await at('next_run_at', 'watches')) - 86_400) < 60)
  })
  it('leaves what is done by the clock going on, also where the clock of the machine is set back with it', async () => {
    const { now } = Date
    Date.now = () => now() - 86_400_000
    try {
      let isDone = false
      await queue.every('look', '* * * * * *', async () => {
        isDone = true
      })
      await until('the schedule is looked at', async () => isDone)
    } finally {
      Date.now = now
    }
  })
})
