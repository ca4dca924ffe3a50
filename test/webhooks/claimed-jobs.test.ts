import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { newId } from '../../src/auth/ids.ts'
import type { Tx } from '../../src/db/database.ts'
import { claimJobs } from '../../src/db/webhooks/claim-jobs.ts'
import { insertJobs } from '../../src/db/webhooks/insert-jobs.ts'
import { type AttemptRow, insertDeliveries, recordAttempts } from '../../src/db/webhooks/webhooks.ts'
import { startJobQueue } from '../../src/jobs/queue.ts'
import { hostKeyOf } from '../../src/webhooks/receiver-host.ts'
import { seeded } from '../support/seeded.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const QUEUE = 'deliver-webhook'
const PER_GROUP = 3

describe('jobs of deliveries', () => {
  let api: TestApi
  let orgId: string
  let db: TestApi['opened']['db']
  let library: PgBoss
  before(async () => {
    api = await startApi()
    db = api.opened.db
    orgId = await api.makeOrg()
    await (await startJobQueue({ url: api.opened.url, log: pino({ level: 'silent' }), work: false })).stop()
    const { pool } = api.opened
    const executeSql = (text: string, values?: unknown[]) => pool.query(text, values)
    library = new PgBoss({ db: { executeSql }, supervise: false, schedule: false })
    await library.start()
  })
  after(async () => {
    await library.stop({ graceful: false })
    await api.stop()
  })
  beforeEach(() => sql`delete from pgboss.job`.execute(db))

  /** Waits since `at` seconds ago; after now: is not due yet. */
  const queueJob = async (host: string, at: number, more: { state?: string; url?: string } = {}) => {
    const { state = 'created', url = `https://${host}/in` } = more
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, group_id, state, created_on, start_after)
      values (${QUEUE}, ${JSON.stringify({ deliveryId: url })}, ${hostKeyOf(url)}, ${state}::text::pgboss.job_state,
              now() - make_interval(secs => ${at}), now() - make_interval(secs => ${at}))
      returning id`.execute(db)
    return rows[0]?.id ?? ''
  }
  const claim = (tx: Tx, limit: number, closed: string[] = []) =>
    claimJobs<{ deliveryId: string }>(tx, { queue: QUEUE, limit, closed, perGroup: PER_GROUP })
  const jobs = async () => {
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state::text as state from pgboss.job order by created_on`.execute(db)
    return rows
  }
  const makeDelivery = async () => {
    const [deliveryId, webhookId, url] = [newId('dlv'), newId('msg'), 'https://a.example/in']
    const event = { eventType: 'scan.completed', body: '{"a":1}', afterSeconds: 0 }
    await insertDeliveries(db, [{ deliveryId, webhookId, orgId, scanId: null, url, ...event }])
    await sql`
      insert into pgboss.job (name, data, group_id)
      values (${QUEUE}, ${JSON.stringify({ deliveryId, attempt: 1, trigger: 'scheduled' })}, ${hostKeyOf(url)})`.execute(
      db,
    )
    return deliveryId
  }
  const attemptOf = (deliveryId: string): AttemptRow => ({
    ...{ deliveryId, orgId, url: 'https://a.example/in', scanId: null, attempt: 1, trigger: 'scheduled' },
    ...{
      startedAt: new Date(),
      durationMs: 1,
      statusCode: 204,
      error: null,
      detail: null,
      responseBody: null,
    },
    ...{ remoteIp: null, requestHeaders: {}, responseHeaders: null, status: 'delivered', reason: null },
    ...{ nextInSeconds: null, health: 'well', disableReason: null },
  })

  it('are queued as the job library would queue them', async () => {
    const data = { deliveryId: 'dlv_"1"', attempt: 1, trigger: 'scheduled' }
    const ours = { queue: QUEUE, data, groupId: 'a' }
    await insertJobs(
      db,
      [
        { ...ours, afterSeconds: 0 },
        { ...ours, afterSeconds: 90 },
      ],
      'nobody',
    )
    const theirs = { data, group: { id: 'a' } }
    await library.insert(QUEUE, [theirs, { ...theirs, startAfter: 90 }])
    const { rows } = await sql<{ job: unknown; waits: number; kept: number }>`
      select to_jsonb(j) - array['id', 'created_on', 'start_after', 'keep_until'] as job,
             extract(epoch from start_after - created_on)::float8 as waits, extract(epoch from keep_until - start_after)::float8 as kept
        from pgboss.job j order by start_after - created_on`.execute(db)
    const [first, second, third, fourth] = rows
    assert.deepEqual(
      rows.map(({ waits }) => waits),
      [0, 0, 90, 90],
    )
    assert.deepEqual(first, second)
    assert.deepEqual(third, fourth)
    await assert.rejects(insertJobs(db, [{ ...ours, queue: 'never-made', afterSeconds: 0 }], 'nobody'))
  })

  it('are claimed with what they are to send, and none where the delivery is gone', async () => {
    const deliveryId = await makeDelivery()
    await queueJob('b.example', 5)
    const claimed = await claim(db, 10)
    const found = claimed.find(({ delivery }) => delivery !== null)
    assert.equal(claimed.length, 2)
    assert.deepEqual(found?.data, { deliveryId, attempt: 1, trigger: 'scheduled' })
    const { delivery } = found ?? {}
    assert.deepEqual(
      [delivery?.delivery_id, delivery?.body, delivery?.status, delivery?.is_disabled, delivery?.is_held],
      [deliveryId, '{"a":1}', 'pending', false, false],
    )
  })

  it('are taken by whoever is first, each once', async () => {
    for (let n = 0; n < 9; n++) await queueJob(`${n}.example`, 60 - n)
    const claimed = (await Promise.all(Array.from({ length: 3 }, () => claim(db, 4)))).flat()
    assert.equal(claimed.length, 9)
    assert.equal(new Set(claimed.map(({ id }) => id)).size, 9)
    assert.deepEqual(await claim(db, 4), [])
  })

  it('count one more where they were claimed before', async () => {
    await queueJob('a.example', 5)
    const [first] = await claim(db, 1)
    await sql`update pgboss.job set state = 'retry'`.execute(db)
    const [again] = await claim(db, 1)
    assert.deepEqual([first?.retryCount, again?.retryCount], [0, 1])
  })

  it('are those that the job library would have given', async () => {
    const random = seeded(7)
    const some = (most: number) => Math.floor(random() * most)
    for (let round = 0; round < 40; round++) {
      await sql`delete from pgboss.job`.execute(db)
      for (let n = some(30); n >= 0; n--)
        await queueJob(`${some(5)}.example`, some(1000) - 100 + n / 100, {
          state: ['created', 'created', 'created', 'retry', 'active', 'completed'][some(6)],
        })
      const closed = [0, 1, 2, 3, 4]
        .filter(() => some(4) === 0)
        .map((n) => hostKeyOf(`https://${n}.example/`))
      const limit = 1 + some(12)
      const ours = await undone((tx) => claim(tx, limit, closed))
      const theirs = await undone((tx) => askLibrary(tx, limit, closed))
      assert.deepEqual(byGroup(ours), byGroup(theirs), `round ${round}`)
    }
  })

  it('are over by the commit that writes down their attempts', async () => {
    const deliveryId = await makeDelivery()
    const claims = await claim(db, 1)
    await undone((tx) => recordAttempts(tx, [attemptOf(deliveryId)], claims))
    assert.deepEqual(
      (await jobs()).map(({ state }) => state),
      ['active'],
    )
    await recordAttempts(db, [attemptOf(deliveryId)], claims)
    assert.deepEqual(await jobs(), [])
  })

  it('stay with whoever has claimed them meanwhile', async () => {
    const deliveryId = await makeDelivery()
    const claims = await claim(db, 1)
    await sql`update pgboss.job set state = 'retry'`.execute(db)
    await recordAttempts(db, [attemptOf(deliveryId)], claims)
    assert.equal((await jobs()).length, 1, 'waits again')
    await claim(db, 1)
    await recordAttempts(db, [attemptOf(deliveryId)], claims)
    assert.equal((await jobs()).length, 1, 'runs elsewhere')
  })

  async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = await db.startTransaction().execute()
    try {
      return await work(tx)
    } finally {
      await tx.rollback().execute()
    }
  }

  function askLibrary(tx: Tx, limit: number, closed: string[]) {
    const executeSql = async (text: string, parameters: unknown[] = []) => {
      const { rows } = await tx.executeQuery({ ...sql.raw(text).compile(db), parameters })
      return { rows: [...rows] }
    }
    const wanted = { batchSize: limit, groupConcurrency: PER_GROUP, ignoreGroups: closed }
    return library.fetch<{ deliveryId: string }>(QUEUE, { ...wanted, db: { executeSql } })
  }
})

/** Of a group with more than may run, the library takes any. */
function byGroup(claimed: { data: { deliveryId: string } }[]) {
  const groups = Map.groupBy(claimed, ({ data }) => data.deliveryId)
  return [...groups].map(([group, { length }]) => [group, length]).sort()
}
