import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insertDeliveries } from '../../src/db/webhooks/webhooks.ts'
import { deliveriesWait } from '../../src/jobs/deliveries-wait.ts'
import {
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from '../jobs/service.ts'

describe('a worker that dies while it delivers', () => {
  let service: Service
  let web: Web
  before(async () => {
    ;[service, web] = await Promise.all([startService(), startWeb()])
  })
  after(async () => {
    await service?.stop()
    await web?.close()
  })

  it('between the attempt and its record: the webhook comes again under the same id', async () => {
    const worker = await service.worker()
    const receiver: Receiver = await startReceiver((_delivered, response, before) => {
      // The receiver has it, the sender will never know.
      if (before === 0) worker.kill('SIGKILL')
      else response.writeHead(204).end()
    })
    const { orgId } = await service.org()
    const scanId = await service.submit(orgId, [`${web.origin}/page`], {
      callback: `${receiver.url}/in`,
      single: true,
    })
    await worker.ended
    await service.worker()
    await until(() => receiver.got.length === 2)
    const [first, second] = receiver.got
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
    assert.equal(second?.headers['webhook-attempt'], '1')
    assert.ok(first && second?.body.equals(first.body))
    await until(async () => {
      const [scan] = await rows<{ webhook_delivered_at: string | null }>(
        service,
        'select webhook_delivered_at from scans where scan_id = $1',
        [scanId],
      )
      return scan?.webhook_delivered_at
    })
    await receiver.close()
    await service.halt()
  })

  it('with many under way and more that wait: all arrive, under their ids, and nothing is left of its claims', async () => {
    const count = 400
    const worker = await service.worker()
    let came = 0
    const start = () =>
      startReceiver((_delivered, response) => {
        if (++came === 60) worker.kill('SIGKILL')
        setTimeout(() => response.writeHead(204).end(), 20)
      })
    const receivers = await Promise.all(Array.from({ length: 6 }, start))
    const urls = receivers.map(({ url }) => url)
    const { orgId } = await service.org()
    await service.opened.db.transaction().execute(async (tx) => {
      const made = Array.from({ length: count }, (_, n) => {
        const [deliveryId, webhookId] = [`dlv_many_${n}`, `msg_many_${n}`]
        const event = { eventType: 'scan.completed', body: '{}', afterSeconds: 0 }
        return { deliveryId, webhookId, orgId, scanId: null, url: `${urls[n % urls.length]}/in`, ...event }
      })
      await insertDeliveries(tx, made)
      await deliveriesWait.enqueueDeliveries(
        tx,
        made.map(({ deliveryId, url }) => {
          const job = { deliveryId, attempt: 1, trigger: 'scheduled' as const }
          return { job, url, afterSeconds: 0, slow: false }
        }),
      )
    })
    await worker.ended
    await service.worker()
    const left = () =>
      rows<{ pending: number; waiting: number; held: number }>(
        service,
        `select (select count(*) from webhook_deliveries where status <> 'delivered' and org_id = $1)::integer as pending,
                (select count(*) from webhook_queue)::integer as waiting, (select count(*) from webhook_claims)::integer as held`,
        [orgId],
      )
    await until(async () => JSON.stringify(await left()) === '[{"pending":0,"waiting":0,"held":0}]', left)
    const ids = new Set(receivers.flatMap(({ got }) => got).map(({ headers }) => headers['webhook-id']))
    assert.equal(ids.size, count)
    const attempts = await rows<{ count: number }>(
      service,
      `select count(*)::integer as count from webhook_attempts join webhook_deliveries using (delivery_id) where org_id = $1`,
      [orgId],
    )
    assert.deepEqual(attempts, [{ count }])
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await service.halt()
  })

  it('in order, at a receiver that hangs: exits 0 within 10 s and records no failure of the receiver', async () => {
    const worker = await service.worker()
    let hangs = true
    const receiver = await startReceiver((_delivered, response) => {
      if (!hangs) response.writeHead(204).end()
    })
    const { orgId } = await service.org()
    const scanId = await service.submit(orgId, [`${web.origin}/hang`], {
      callback: `${receiver.url}/in`,
      single: true,
    })
    await until(() => receiver.got.length === 1)
    const asked = Date.now()
    worker.kill('SIGTERM')
    assert.equal(await worker.ended, 0, worker.output())
    assert.ok(Date.now() - asked < 10_000)
    hangs = false
    await service.worker()
    await until(() => receiver.got.length === 2)
    const attempts = () =>
      rows<{ attempt: number; status_code: number | null; error: string | null }>(
        service,
        `select attempt, status_code, error from webhook_attempts join webhook_deliveries using (delivery_id) where scan_id = $1`,
        [scanId],
      )
    await until(async () => (await attempts()).length > 0)
    assert.deepEqual(await attempts(), [{ attempt: 1, status_code: 204, error: null }])
    await receiver.close()
  })
})
