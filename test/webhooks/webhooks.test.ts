import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newId } from '../../src/auth/ids.ts'
import { newWebhookSecret } from '../../src/auth/tokens.ts'
import { createVault } from '../../src/auth/vault.ts'
import { liveSecrets, rotateSecret } from '../../src/db/webhooks/webhook-secrets.ts'
import {
  type Api,
  type Delivered,
  type Proc,
  profilePage,
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from '../jobs/service.ts'

interface Delivery {
  delivery_id: string
  status: string
  reason: string | null
  attempt_count: number
}

describe('webhooks', () => {
  let service: Service
  let web: Web
  let api: Api
  let worker: Proc
  let receiver: Receiver
  const scannedWith: IncomingHttpHeaders[] = []
  before(async () => {
    const scanned: RequestListener = (request, response) => {
      scannedWith.push(request.headers)
      profilePage(request, response)
    }
    ;[service, web, receiver] = await Promise.all([startService(), startWeb(scanned), startReceiver(answer)])
    ;[api, worker] = await Promise.all([service.api(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  it('go on with the trace of the request that submitted the scan, and so do the lines of the log, but nothing that is sent to sites', async () => {
    const { orgId, key } = await service.org()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const response = await fetch(`${api.url}/api/v2/scan/quick`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        'x-request-id': 'submitted-1',
      },
      body: JSON.stringify({
        profile_url: `${web.origin}/traced`,
        callback_url: `${receiver.url}/traced`,
      }),
    })
    assert.equal(response.headers.get('x-request-id'), 'submitted-1')
    const { scan_id: scanId } = (await response.json()) as { scan_id: string }
    const [delivered] = await arrivals('/traced', 1)
    const [, id, span] = /^00-(\w{32})-(\w{16})-01$/.exec(delivered.headers.traceparent ?? '') ?? []
    assert.equal(id, traceId)
    assert.notEqual(span, '00f067aa0ba902b7')

    const request = await lineOf(api, 'request', (line) => line.request_id === 'submitted-1')
    assert.equal(request.status, '200')
    assert.match(String(request.key_id), /^key_/)
    const ofScan = (line: Line) => line.scan_id === scanId
    const lines = [
      request,
      await lineOf(worker, 'scan', ofScan),
      await lineOf(worker, 'webhook attempt', ofScan),
    ]
    for (const line of lines)
      assert.deepEqual([line.org_id, line.scan_id, line.trace_id], [orgId, scanId, traceId], String(line.msg))
    for (const headers of scannedWith)
      for (const name of ['traceparent', 'tracestate', 'x-request-id']) assert.equal(headers[name], undefined)
    for (const { output } of [api, worker]) assert.ok(!output().includes(key))
  })

  it('carry the public record, flat, signed over the raw bytes', async () => {
    const { orgId, key } = await service.org()
    const metadata = '{"z":1.0,"a":12345678901234567890,"__proto__":{"x":"é🦊"},"z2":[ 1e2 , null ]}'
    const response = await fetch(`${api.url}/api/v2/scan/quick`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"profile_url":"${web.origin}/flat","callback_url":"${receiver.url}/flat","metadata":${metadata}}`,
    })
    assert.equal(response.status, 200)
    const { scan_id: scanId } = (await response.json()) as { scan_id: string }
    const [delivered] = await arrivals('/flat', 1)

    const [secret = ''] = await secretsOf(orgId)
    new Webhook(secret).verify(delivered.body, delivered.headers)
    new SvixWebhook(secret).verify(delivered.body, delivered.headers)
    assert.equal(delivered.headers['webhook-id'], `msg_${scanId.replaceAll('-', '')}`)
    assert.equal(delivered.headers['content-type'], 'application/json')
    assert.match(delivered.headers['user-agent'] ?? '', /^Toscan-Webhooks\//)

    const text = delivered.body.toString()
    assert.ok(text.includes(`"metadata":${metadata}`), 'metadata is the text that was submitted')
    const payload = JSON.parse(text)
    await until(async () => (await read(key, scanId)).webhook_delivered_at)
    const record = await read(key, scanId)
    assert.equal(payload.type, 'scan.completed')
    assert.equal(payload.scan_id, scanId)
    assert.ok(payload.timestamp)
    assert.deepEqual(payload.coverage, record.triage_report.coverage)
    const { coverage: _coverage, ...report } = record.triage_report
    assert.deepEqual(payload.triage_report, report)
    assert.equal('profile' in report, false)
    assert.equal(payload.profile.name, 'flat')
    for (const field of [
      'profile_id',
      'batch_id',
      'url',
      'status',
      'scan_mode',
      'created_at',
      'is_banned',
      'callback_url',
      'profile',
    ]) {
      assert.deepEqual(payload[field], record[field], field)
    }
  })

  it('come again with the same id and body and a fresh timestamp, until they are taken', async () => {
    const { deliveryOf } = await submitted('/twice-500')
    const [first, second, third] = await arrivals('/twice-500', 3)
    for (const again of [second, third]) {
      assert.ok(again.body.equals(first.body))
      assert.equal(again.headers['webhook-id'], first.headers['webhook-id'])
    }
    assert.ok(Number(third.headers['webhook-timestamp']) > Number(first.headers['webhook-timestamp']))
    assert.deepEqual(
      [first, second, third].map((each) => each.headers['webhook-attempt']),
      ['1', '2', '3'],
    )
    await until(async () => (await deliveryOf()).status === 'delivered')
    const attempts = await rows<{ status_code: number; error: string | null }>(
      service,
      'select status_code, error from webhook_attempts where delivery_id = $1 order by attempt',
      [(await deliveryOf()).delivery_id],
    )
    assert.deepEqual(attempts, [
      { status_code: 500, error: 'http_error' },
      { status_code: 500, error: 'http_error' },
      { status_code: 204, error: null },
    ])
  })

  it('end as failed when the schedule has ended', async () => {
    const { deliveryOf, scanId } = await submitted('/always-500')
    await until(async () => (await deliveryOf()).status === 'failed')
    assert.deepEqual(await deliveryOf().then(({ reason, attempt_count }) => ({ reason, attempt_count })), {
      reason: 'attempts_exhausted',
      attempt_count: 3,
    })
    const [scan] = await rows<{ webhook_delivered_at: string | null }>(
      service,
      'select webhook_delivered_at from scans where scan_id = $1',
      [scanId],
    )
    assert.equal(scan?.webhook_delivered_at, null)
  })

  it('wait as long as Retry-After asks', async () => {
    await submitted('/retry-after')
    const [first, second] = await arrivals('/retry-after', 2)
    assert.ok(second.at - first.at >= 3000, `came after ${second.at - first.at} ms`)
  })

  it('stop at 410 and skip the address from then on', async () => {
    const { deliveryOf, orgId } = await submitted('/gone')
    await until(async () => (await deliveryOf()).status === 'failed')
    assert.equal((await deliveryOf()).reason, 'gone')
    const later = await submitted('/gone', { orgId })
    await until(async () => (await later.deliveryOf()).status === 'skipped')
    assert.equal((await later.deliveryOf()).reason, 'endpoint_disabled')
    assert.equal(receiver.got.filter((got) => got.path === '/gone').length, 1)
  })

  it('stop when the receiver says webhook-delivery: abort-message', async () => {
    const { deliveryOf, orgId } = await submitted('/abort')
    await until(async () => (await deliveryOf()).status === 'failed')
    assert.equal((await deliveryOf()).reason, 'aborted_by_receiver')
    const later = await submitted('/abort', { orgId })
    await until(async () => (await later.deliveryOf()).status === 'failed')
  })

  it('skip the address when the receiver says webhook-delivery: disable', async () => {
    const { deliveryOf, orgId } = await submitted('/disable')
    await until(async () => (await deliveryOf()).status === 'failed')
    const later = await submitted('/disable', { orgId })
    await until(async () => (await later.deliveryOf()).status === 'skipped')
  })

  it('do not follow redirects', async () => {
    const { deliveryOf } = await submitted('/redirect')
    await until(async () => (await deliveryOf()).status === 'failed')
    assert.equal(receiver.got.filter((got) => got.path === '/elsewhere').length, 0)
    const [attempt] = await attemptsOf((await deliveryOf()).delivery_id)
    assert.deepEqual(attempt, { status_code: 302, error: 'redirect' })
  })

  it('are refused to private addresses, without a second try', async () => {
    const { deliveryOf } = await submitted('', { callback: 'http://10.0.0.1/in' })
    await until(async () => (await deliveryOf()).status === 'failed')
    assert.equal((await deliveryOf()).reason, 'blocked_address')
    assert.deepEqual(await attemptsOf((await deliveryOf()).delivery_id), [
      { status_code: null, error: 'blocked_address' },
    ])
  })

  it('arrive once a receiver that was down is up', async () => {
    const placeholder = await startReceiver()
    await placeholder.close()
    const { deliveryOf } = await submitted('', { callback: `${placeholder.url}/down` })
    await until(async () => (await deliveryOf()).attempt_count >= 1)
    const up = await startReceiver(undefined, placeholder.port)
    await until(async () => (await deliveryOf()).status === 'delivered')
    assert.equal(up.got.length, 1)
    const [first] = await attemptsOf((await deliveryOf()).delivery_id)
    assert.deepEqual(first, { status_code: null, error: 'connect_error' })
    await up.close()
  })

  it('carry two signatures during the grace of a rotation, and one without grace', async () => {
    const { orgId } = await service.org()
    const [old = ''] = await secretsOf(orgId)
    const fresh = await rotate(orgId, 3600)
    await submitted('/grace', { orgId })
    const [graced] = await arrivals('/grace', 1)
    assert.equal(graced.headers['webhook-signature']?.split(' ').length, 2)
    for (const secret of [old, fresh]) new Webhook(secret).verify(graced.body, graced.headers)

    const last = await rotate(orgId, 0)
    await submitted('/cut', { orgId })
    const [cut] = await arrivals('/cut', 1)
    assert.equal(cut.headers['webhook-signature']?.split(' ').length, 1)
    new Webhook(last).verify(cut.body, cut.headers)
    assert.throws(() => new Webhook(old).verify(cut.body, cut.headers))
  })

  it('tell of failed scans too', async () => {
    const dead = await startWeb()
    await dead.close()
    const { orgId } = await service.org()
    await service.submit(orgId, [`${dead.origin}/nobody`], {
      callback: `${receiver.url}/failed`,
      single: true,
    })
    const [delivered] = await arrivals('/failed', 1)
    const payload = JSON.parse(delivered.body.toString())
    assert.equal(payload.type, 'scan.failed')
    assert.equal(payload.status, 'failed')
    assert.match(payload.error, /^Profile could not be fetched: connect_error/)
    assert.equal('triage_report' in payload, false)
    assert.equal(payload.coverage.mode, 'quick')
  })

  it('come once for every profile of a batch', async () => {
    const { orgId } = await service.org()
    const urls = Array.from({ length: 30 }, (_, index) => `${web.origin}/batch${index}`)
    const batchId = await service.submit(orgId, urls, { callback: `${receiver.url}/batch` })
    const delivered = await arrivals('/batch', 30)
    const payloads = delivered.map((each) => JSON.parse(each.body.toString()))
    assert.deepEqual(payloads.map((payload) => payload.url).sort(), urls.sort())
    assert.ok(payloads.every((payload) => payload.batch_id === batchId))
    assert.equal(new Set(delivered.map((each) => each.headers['webhook-id'])).size, 30)
  })

  it('leave nothing of them in the queue', async () => {
    const left = `
      with ended as (select delivery_id from webhook_deliveries where status <> 'pending')
      select delivery_id from webhook_queue join ended using (delivery_id)
       union all select delivery_id from webhook_claims c cross join unnest(c.delivery_ids) as t (delivery_id) join ended using (delivery_id)`
    await until(async () => (await rows(service, left)).length === 0)
  })

  function answer(delivered: Delivered, response: import('node:http').ServerResponse, before: number) {
    const { path } = delivered
    if (path === '/twice-500' && before < 2) return response.writeHead(500).end('not yet')
    if (path === '/always-500') return response.writeHead(500).end()
    if (path === '/retry-after' && before === 0) return response.writeHead(500, { 'retry-after': '3' }).end()
    if (path === '/gone') return response.writeHead(410).end()
    if (path === '/abort') return response.writeHead(500, { 'Webhook-Delivery': 'abort-message' }).end()
    if (path === '/disable') return response.writeHead(500, { 'webhook-delivery': 'disable' }).end()
    if (path === '/redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
    return response.writeHead(204).end()
  }

  async function submitted(path: string, options: { orgId?: string; callback?: string } = {}) {
    const orgId = options.orgId ?? (await service.org()).orgId
    const callback = options.callback ?? receiver.url + path
    const scanId = await service.submit(orgId, [`${web.origin}/page`], { callback, single: true })
    const deliveryOf = async (): Promise<Delivery> => {
      let found: Delivery | undefined
      await until(async () => {
        ;[found] = await rows<Delivery>(
          service,
          'select delivery_id, status, reason, attempt_count from webhook_deliveries where scan_id = $1',
          [scanId],
        )
        return found
      })
      if (!found) throw new Error('no delivery')
      return found
    }
    return { orgId, scanId, deliveryOf }
  }

  /** The first `count` deliveries to a path, as a list that has them. */
  async function arrivals(
    path: string,
    count: number,
  ): Promise<[Delivered, Delivered, Delivered, ...Delivered[]]> {
    const found = () => receiver.got.filter((got) => got.path === path)
    await until(
      () => found().length >= count,
      () => `${found().length} of ${count} at ${path}`,
    )
    return found() as [Delivered, Delivered, Delivered, ...Delivered[]]
  }

  function attemptsOf(deliveryId: string) {
    return rows<{ status_code: number | null; error: string | null }>(
      service,
      'select status_code, error from webhook_attempts where delivery_id = $1 order by attempt',
      [deliveryId],
    )
  }

  async function secretsOf(orgId: string) {
    const vault = createVault(service.opened.secretKey)
    return (await liveSecrets(service.opened.db, orgId)).map((sealed) => vault.open(sealed))
  }

  async function rotate(orgId: string, graceSeconds: number) {
    const secret = newWebhookSecret()
    const sealedSecret = createVault(service.opened.secretKey).seal(secret)
    await service.opened.db
      .transaction()
      .execute((tx) => rotateSecret(tx, { orgId, secretId: newId('whs'), sealedSecret, graceSeconds }))
    return secret
  }

  async function read(key: string, scanId: string) {
    const response = await fetch(`${api.url}/api/v2/scans/${scanId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return JSON.parse(await response.text())
  }
})

type Line = Record<string, unknown>

/** The line of a process's log that says this of that. */
async function lineOf({ output }: Proc, msg: string, isIt: (line: Line) => boolean): Promise<Line> {
  const find = () =>
    output()
      .split('\n')
      .filter((text) => text.startsWith('{') && text.endsWith('}'))
      .map((text): Line => JSON.parse(text))
      .find((line) => line.msg === msg && isIt(line))
  await until(find)
  return find() ?? {}
}
