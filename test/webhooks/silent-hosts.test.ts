import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { createVault } from '../../src/auth/vault.ts'
import { silentHosts } from '../../src/db/webhooks/webhook-hosts.ts'
import { insertDeliveries } from '../../src/db/webhooks/webhooks.ts'
import { type JobQueue, startJobQueue } from '../../src/jobs/queue.ts'
import { createMetrics } from '../../src/metrics.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'
import { createDeliver } from '../../src/webhooks/deliver.ts'
import { hostKeyOf } from '../../src/webhooks/receiver-host.ts'
import { type Receiver, rows, type Service, startReceiver, startService, until } from '../jobs/service.ts'

const SLOTS = { first: 12, retry: 6 }
/** Of both lanes, a third each. */
const CEILING = 6
const EACH = 6
const ATTEMPT_MS = 300
/** Many tries, so that nothing is given up while its host is silent. */
const SCHEDULE = [0, ...Array.from({ length: 40 }, () => 0.05)]

/** Two workers in this process, with the times of the real ones cut short: each knows of the other by the database alone. */
describe('hosts that do not answer', () => {
  let service: Service
  let orgId: string
  let workers: JobQueue[]
  const open: Receiver[] = []
  const door = createPostGuarded({ allow: parseEgressAllow('127.0.0.1/32') })
  const log = pino({ level: 'silent' })
  before(async () => {
    service = await startService()
    orgId = (await service.org()).orgId
    workers = await Promise.all([worker(), worker()])
  })
  after(async () => {
    await Promise.all(workers.map((queue) => queue.stop()))
    await door.close()
    await Promise.all(open.map((receiver) => receiver.close()))
    await service.stop()
  })

  it('hold no more than their share, are tried one at a time, and get everything once they answer', async () => {
    const together = { open: 0, most: 0 }
    const silent = await Promise.all(Array.from({ length: 10 }, () => startSilent(together)))
    const well = await Promise.all(Array.from({ length: 4 }, () => startReceiver()))
    open.push(...silent.map((each) => each.receiver), ...well)
    // The silent ones stand before everybody else.
    const late = await deliveriesTo(silent.map((each) => each.receiver.url))
    const onTime = await deliveriesTo(well.map((each) => each.url))

    await until(async () => (await delivered(onTime)) === onTime.length)
    for (const receiver of well)
      assert.equal(new Set(receiver.got.map(webhookId)).size, EACH, 'each host has its own')
    assert.equal(well.flatMap((each) => each.got).length, onTime.length, 'and nothing came twice')

    await until(async () => (await silentHosts(service.opened.db)).filter((row) => row.is_held).length >= 3)
    assert.ok(together.most <= workers.length * CEILING, `${together.most} attempts at once at silent hosts`)
    for (const each of silent) assert.ok(each.mostOpen() <= workers.length, 'one at a time for each worker')
    const attempts = await attemptsOf(late)
    assert.ok(
      silent.flatMap((each) => each.receiver.got).length - attempts <= CEILING * 2,
      'no attempt is counted that was not made',
    )

    const [queue] = workers
    const queued = async () =>
      [...((await queue?.queuedDeliveries(service.opened.db, ['dlv_none', ...late, ...onTime])) ?? [])].sort()
    // A claim ends a moment after its deliveries.
    await until(async () => (await queued()).length <= late.length)
    assert.deepEqual(await queued(), late.toSorted(), 'what waits is in the queue, and gets no second place')

    for (const each of silent) each.answer()
    await until(
      async () => (await delivered(late)) === late.length,
      async () => `${await delivered(late)} of ${late.length}`,
    )
    for (const each of silent) {
      const answered = each.answered.map(webhookId)
      assert.equal(answered.length, EACH)
      assert.equal(new Set(answered).size, EACH, 'each delivery was taken once')
    }
    assert.equal(await attemptsOf(late), silent.flatMap((each) => each.receiver.got).length)
    assert.deepEqual(await silentHosts(service.opened.db), [], 'who answers is forgotten')
  })

  it('are not taken for one that answers late, or with a refusal', async () => {
    const refusing = await startReceiver((_delivered, response, before) => {
      response.writeHead(before < 2 ? 503 : 200).end()
    })
    open.push(refusing)
    const ids = await deliveriesTo([refusing.url])
    await until(async () => (await delivered(ids)) === ids.length)
    assert.deepEqual(await silentHosts(service.opened.db, [hostKeyOf(refusing.url)]), [])
  })

  async function worker() {
    const queue = await startJobQueue({ url: service.opened.url, log, work: true })
    const ctx = {
      db: service.opened.db,
      log,
      vault: createVault(service.opened.secretKey),
      metrics: createMetrics(),
      post: (request: Parameters<typeof door.postGuarded>[0]) =>
        door.postGuarded({ ...request, timeoutMs: ATTEMPT_MS }),
      queue,
      schedule: SCHEDULE,
      userAgent: 'Toscan test',
    }
    queue.workDeliveries(service.opened.db, createDeliver(ctx), {
      slots: SLOTS,
      slowAfterMs: 100,
      firstHoldSeconds: 0.2,
      syncMs: 50,
    })
    return queue
  }

  /** `EACH` deliveries to each, all of the first before those of the second. */
  async function deliveriesTo(urls: string[]): Promise<string[]> {
    const [queue] = workers
    const ids: string[] = []
    await service.opened.db.transaction().execute(async (tx) => {
      for (const url of urls) {
        for (let index = 0; index < EACH; index++) {
          const deliveryId = `dlv_${new URL(url).port}_${index}`
          const webhookId = deliveryId.replace('dlv', 'msg')
          const about = { orgId, scanId: null, eventType: 'scan.completed', url: `${url}/in`, body: '{}' }
          await insertDeliveries(tx, [{ deliveryId, webhookId, ...about, afterSeconds: 0 }])
          const job = { deliveryId, attempt: 1, trigger: 'scheduled' as const }
          await queue?.enqueueDeliveries(tx, [{ job, url: about.url, afterSeconds: 0, slow: false }])
          ids.push(deliveryId)
        }
      }
    })
    return ids
  }

  async function delivered(ids: string[]): Promise<number> {
    const [row] = await rows<{ count: number }>(
      service,
      `select count(*)::integer as count from webhook_deliveries where delivery_id = any($1) and status = 'delivered'`,
      [ids],
    )
    return row?.count ?? 0
  }

  async function attemptsOf(ids: string[]): Promise<number> {
    const [row] = await rows<{ count: number }>(
      service,
      'select count(*)::integer as count from webhook_attempts where delivery_id = any($1)',
      [ids],
    )
    return row?.count ?? 0
  }
})

const webhookId = (got: { headers: Record<string, string> }) => got.headers['webhook-id']

/** Takes what comes and says nothing until `answer`. */
async function startSilent(together: { open: number; most: number }) {
  const open = new Set<ServerResponse>()
  const answered: Receiver['got'] = []
  let isSilent = true
  let most = 0
  const receiver = await startReceiver((delivered, response) => {
    if (!isSilent) {
      answered.push(delivered)
      response.writeHead(204).end()
      return
    }
    open.add(response)
    most = Math.max(most, open.size)
    together.open++
    together.most = Math.max(together.most, together.open)
    response.on('close', () => {
      open.delete(response)
      together.open--
    })
  })
  return {
    receiver,
    answered,
    mostOpen: () => most,
    answer() {
      isSilent = false
    },
  }
}
