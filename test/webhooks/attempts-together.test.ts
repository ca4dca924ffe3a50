import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { newId } from '../../src/auth/ids.ts'
import { createVault } from '../../src/auth/vault.ts'
import { claimDeliveries, type DeliveryRow } from '../../src/db/webhooks/delivery-claims.ts'
import { queueAttempts } from '../../src/db/webhooks/waiting-attempts.ts'
import { type AttemptRow, insertDeliveries, recordAttempts } from '../../src/db/webhooks/webhooks.ts'
import { createMetrics } from '../../src/metrics.ts'
import type { PostResult } from '../../src/net/http/post.ts'
import { createDeliver } from '../../src/webhooks/deliver.ts'
import type { DeliveryJob, QueuedDelivery } from '../../src/webhooks/delivery-queue.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'

const SECOND = 'https://93.184.216.34/second'

describe('attempts that end together', () => {
  let api: TestApi
  let orgId: string
  /** What the receivers answer, by path. */
  const answers = new Map<string, Partial<PostResult & { ok: true }>>()
  const whileSent = new Map<string, () => Promise<unknown>>()
  const claimedRows = new Map<string, DeliveryRow>()
  let queued: QueuedDelivery[] = []
  let deliver: (job: DeliveryJob) => Promise<void>
  before(async () => {
    api = await startApi()
    orgId = await api.makeOrg()
    const run = createDeliver({
      db: api.opened.db,
      log: pino({ level: 'silent' }),
      vault: createVault(api.opened.secretKey),
      metrics: createMetrics(),
      post: async ({ url }) => {
        const { pathname } = new URL(url)
        const result = {
          ok: true,
          status: 200,
          headers: {},
          bodyText: '',
          remoteIp: null,
          durationMs: 1,
        } as const
        await whileSent.get(pathname)?.()
        return { ...result, ...answers.get(pathname) }
      },
      queue: {
        enqueueDeliveries: async (_tx, deliveries) => {
          queued.push(...deliveries)
        },
      },
      schedule: [0, 10],
      userAgent: 'Toscan test',
    })
    deliver = async (job) => {
      const claim = { claimId: randomUUID(), running: new Set([job]), isOver: false }
      const claimed = { job, delivery: claimedRows.get(job.deliveryId) ?? null, claim }
      await run(claimed, new AbortController().signal, { answered() {}, silent: async () => {} })
    }
  })
  after(() => api.stop())

  const makeDelivery = async (path: string) => {
    const [deliveryId, webhookId, url] = [newId('dlv'), newId('msg'), `https://93.184.216.34${path}`]
    const event = { eventType: 'scan.completed', body: '{}', afterSeconds: 0 }
    await insertDeliveries(api.opened.db, [{ deliveryId, webhookId, orgId, scanId: null, url, ...event }])
    const waiting = { deliveryId, attempt: 1, trigger: 'scheduled', hostKey: deliveryId } as const
    await queueAttempts(api.opened.db, [{ ...waiting, lane: 'deliver-webhook', afterSeconds: 0 }], 'nobody')
    const order = { claimId: randomUUID(), workerId: 'test', limit: 100, perHost: 10, leaseSeconds: 60 }
    const nothing = { lane: 'deliver-webhook', closed: [], running: new Map<string, number>() } as const
    for (const { delivery } of await claimDeliveries(api.opened.db, { ...order, ...nothing, closed: [] }))
      if (delivery) claimedRows.set(delivery.delivery_id, delivery)
    return deliveryId
  }
  const scheduled = (deliveryId: string): DeliveryJob => ({ deliveryId, attempt: 1, trigger: 'scheduled' })
  const recorded = async (ids: string[]) => {
    const { rows } = await sql<{ delivery_id: string; status: string; attempts: number[]; commit: string }>`
      select delivery_id, status, array(select attempt from webhook_attempts a where a.delivery_id = d.delivery_id order by 1) as attempts,
             d.xmin::text as commit
        from webhook_deliveries d where delivery_id = any(${ids}::text[])`.execute(api.opened.db)
    return ids.map((id) => rows.find((row) => row.delivery_id === id))
  }

  it('are written down by one commit, each as it went, with the jobs of those that go on', async () => {
    answers.set('/busy', { status: 503 }).set('/gone', { status: 410 })
    const ids = await Promise.all(['/fine', '/busy', '/gone', '/fine'].map(makeDelivery))
    queued = []
    await Promise.all(ids.map((id) => deliver(scheduled(id))))
    const rows = await recorded(ids)
    assert.deepEqual(
      rows.map((row) => [row?.status, row?.attempts]),
      [
        ['delivered', [1]],
        ['pending', [1]],
        ['failed', [1]],
        ['delivered', [1]],
      ],
    )
    assert.equal(new Set(rows.map((row) => row?.commit)).size, 1)
    assert.deepEqual(
      queued.map(({ job }) => job),
      [{ deliveryId: ids[1], attempt: 2, trigger: 'scheduled' }],
    )
    const { rows: unwell } = await sql<{ url: string; disabled_reason: string | null }>`
      select url, disabled_reason from webhook_endpoints where org_id = ${orgId} order by url`.execute(
      api.opened.db,
    )
    assert.deepEqual(unwell, [
      { url: 'https://93.184.216.34/busy', disabled_reason: null },
      { url: 'https://93.184.216.34/gone', disabled_reason: 'gone' },
    ])
  })

  it('have refusals of their own: what the database cannot take of one keeps none of the others', async () => {
    // No receiver of ours can say so: headers are latin1. The database cannot store it as text.
    answers.set('/odd', { remoteIp: 'a\0b' })
    const ids = await Promise.all(['/fine', '/odd', '/fine'].map(makeDelivery))
    const settled = await Promise.allSettled(ids.map((id) => deliver(scheduled(id))))
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(
      (await recorded(ids)).map((row) => row?.attempts),
      [[1], [], [1]],
    )
  })

  it('count for their address in the order in which they ended, and both where they are of one delivery', async () => {
    answers.set('/second', { status: 500 })
    const [one = '', other = ''] = await Promise.all(['/second', '/second'].map(makeDelivery))
    const jobs = [scheduled(one), { ...scheduled(one), attempt: 2 }, scheduled(other)]
    queued = []
    await Promise.all(jobs.map(deliver))
    assert.deepEqual(
      (await recorded([one, other])).map((row) => row?.attempts),
      [[1, 2], [1]],
    )
    const { rows } = await sql<{ failures: number }>`
      select failures from webhook_endpoints where org_id = ${orgId} and url = ${SECOND}`.execute(
      api.opened.db,
    )
    assert.deepEqual(rows, [{ failures: 3 }])
    assert.equal(queued.length, 2)
  })

  it('are nothing where the scan was deleted meanwhile', async () => {
    const [kept = '', gone = ''] = await Promise.all(['/fine', '/leaving'].map(makeDelivery))
    answers.set('/leaving', { status: 503 })
    whileSent.set('/leaving', () =>
      sql`delete from webhook_deliveries where delivery_id = ${gone}`.execute(api.opened.db),
    )
    queued = []
    await Promise.all([kept, gone].map((id) => deliver(scheduled(id))))
    assert.deepEqual(
      (await recorded([kept, gone])).map((row) => row?.status),
      ['delivered', undefined],
    )
    assert.deepEqual(queued, [])
  })

  it('go with their delivery, those that are being written down too', async () => {
    const { db } = api.opened
    const [written = '', beingWritten = ''] = await Promise.all(['/fine', '/fine'].map(makeDelivery))
    await deliver(scheduled(written))
    const tx = await db.startTransaction().execute()
    await recordAttempts(tx, [{ ...ATTEMPT, deliveryId: beingWritten, orgId }])
    const deleting =
      sql`delete from webhook_deliveries where delivery_id in (${written}, ${beingWritten})`.execute(db)
    await until('the deletion waits', async () => (await waitingDeletes()) === 1)
    await tx.commit().execute()
    await deleting
    const { rows } = await sql`
      select from webhook_attempts where delivery_id in (${written}, ${beingWritten})`.execute(db)
    assert.equal(rows.length, 0)
  })

  const waitingDeletes = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from webhook_deliveries%'`.execute(
      api.opened.db,
    )
    return rows[0]?.waiting
  }
})

const ATTEMPT: Omit<AttemptRow, 'deliveryId' | 'orgId'> = {
  ...{ url: 'https://93.184.216.34/fine', scanId: null, attempt: 1, trigger: 'scheduled' },
  ...{ startedAt: new Date(), durationMs: 1, statusCode: 200, error: null, detail: null, responseBody: '' },
  ...{ remoteIp: null, requestHeaders: {}, responseHeaders: {}, status: 'delivered', reason: null },
  ...{ nextInSeconds: null, health: 'well', disableReason: null },
}
