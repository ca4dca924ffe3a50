import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ScanEvent, TestEvent } from '../../sdk/contract.ts'
import { BadRequest, Conflict, Forbidden, NotFound, Toscan, verifyWebhook } from '../../sdk/index.ts'
import { createSession } from '../../src/auth/create-session.ts'
import { createVault } from '../../src/auth/vault.ts'
import { addUser } from '../../src/cli/operate/users.ts'
import { setDefaultCallbackUrl } from '../../src/db/organization/orgs.ts'
import { forgetSilence, recordSilence } from '../../src/db/webhooks/webhook-hosts.ts'
import { liveSecrets } from '../../src/db/webhooks/webhook-secrets.ts'
import { hostKeyOf } from '../../src/webhooks/receiver-host.ts'
import {
  type Api,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from '../jobs/service.ts'

describe('the log of webhooks', () => {
  let service: Service
  let web: Web
  let receiver: Receiver
  let api: Api
  /** Whether receivers under /moody and /gone take what comes. */
  let isWell = false
  /** What all of them wait for before they answer. */
  let late: Promise<void> = Promise.resolve()
  before(async () => {
    ;[service, web, receiver] = await Promise.all([
      startService({ TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0' }),
      startWeb(),
      startReceiver(({ path }, response) => {
        const refusal = path.startsWith('/moody') ? 503 : path.startsWith('/gone') ? 410 : 200
        const status = isWell ? 200 : refusal
        const answer = () =>
          response
            .writeHead(status, { 'x-trace': 'a1', 'set-cookie': 'secret=1; HttpOnly' })
            .end(`said ${status}`)
        void late.then(answer)
      }),
    ])
    ;[api] = await Promise.all([service.api(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  it('shows each attempt as it went out, signature included, and what came back', async () => {
    const { byKey, orgId } = await tenant()
    const scanId = await scanWith(orgId, '/fine')
    const delivery = await settled(byKey, scanId)
    const record = await byKey.webhookDeliveries.get(delivery.delivery_id)
    assert.equal(record.status, 'delivered')
    const [attempt] = record.attempts
    assert.ok(attempt)
    const arrived = receiver.got.find((got) => got.path === '/fine')
    assert.equal(record.request_body, arrived?.body.toString())
    for (const [name, value] of Object.entries(attempt.request_headers ?? {}))
      assert.equal(arrived?.headers[name], value, name)
    assert.match(attempt.request_headers?.['webhook-signature'] ?? '', /^v1,/)
    assert.deepEqual([attempt.status_code, attempt.error, attempt.response_body], [200, null, 'said 200'])
    assert.equal(attempt.response_headers?.['x-trace'], 'a1')
    assert.equal(attempt.response_headers?.['set-cookie'], 'secret', 'of cookies the names only')
    const event = verifyWebhook(record.request_body, attempt.request_headers ?? {}, await secretsOf(orgId))
    assert.ok(ScanEvent.parse(event))
    const { endpoints } = await byKey.webhookDeliveries.endpoints()
    assert.deepEqual(
      endpoints.map(({ url, state, last_status_code, held_until }) => [
        url,
        state,
        last_status_code,
        held_until,
      ]),
      [[`${receiver.url}/fine`, 'working', 200, null]],
    )
  })

  it('is listed by state, scan and time, page by page, for its organization only', async () => {
    const { byKey, orgId } = await tenant()
    const [bad, ...good] = [
      await scanWith(orgId, '/moody/list'),
      await scanWith(orgId, '/a'),
      await scanWith(orgId, '/b'),
    ]
    const settledOnes = await Promise.all([bad, ...good].map((scanId) => settled(byKey, scanId)))
    const idsOf = async (filter: Parameters<typeof byKey.webhookDeliveries.list>[0]) => {
      const ids: string[] = []
      for await (const delivery of byKey.webhookDeliveries.list(filter)) ids.push(delivery.delivery_id)
      return ids
    }
    const newestFirst = settledOnes
      .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
      .map((each) => each.delivery_id)
    assert.deepEqual(await idsOf({ limit: 1 }), newestFirst)
    assert.deepEqual(await idsOf({ status: 'failed' }), [settledOnes[0]?.delivery_id])
    assert.deepEqual(await idsOf({ scan_id: good[0] }), [settledOnes[1]?.delivery_id])
    assert.deepEqual(await idsOf({ scan_id: 'no-id' }), [])
    const [newest] = await byKey.webhookDeliveries
      .list()
      .firstPage()
      .then((page) => page.deliveries)
    assert.deepEqual(await idsOf({ from: '2026-01-01', to: '2100-01-01T00:00:00+02:00' }), newestFirst)
    assert.deepEqual(await idsOf({ to: '2026-01-01' }), [])
    assert.deepEqual(await idsOf({ from: '2100-01-01' }), [])

    const page = await byKey.webhookDeliveries.list({ limit: 1 }).firstPage()
    await assert.rejects(
      byKey.webhookDeliveries.list({ limit: 1, status: 'failed', after: page.next_cursor ?? '' }).firstPage(),
      BadRequest,
    )
    const stranger = await tenant()
    assert.deepEqual((await stranger.byKey.webhookDeliveries.list().firstPage()).deliveries, [])
    await assert.rejects(stranger.byKey.webhookDeliveries.get(newest?.delivery_id ?? ''), NotFound)
    await assert.rejects(stranger.byAdmin.webhookDeliveries.resend(newest?.delivery_id ?? ''), NotFound)
  })

  it('lets an admin send what failed again: same body and id, one attempt more', async () => {
    const { byKey, byAdmin, byMember, orgId } = await tenant()
    isWell = false
    const failed = await settled(byKey, await scanWith(orgId, '/moody/again'))
    assert.deepEqual(
      [failed.status, failed.reason, failed.last_status_code],
      ['failed', 'attempts_exhausted', 503],
    )
    for (const other of [byKey, byMember])
      await assert.rejects(other.webhookDeliveries.resend(failed.delivery_id), Forbidden)
    isWell = true
    // What is told is how it stands then: a worker may have sent it by that time.
    const told = Promise.withResolvers<void>()
    late = told.promise
    const reopened = await byAdmin.webhookDeliveries.resend(failed.delivery_id).finally(told.resolve)
    assert.deepEqual([reopened.status, reopened.reason], ['pending', null])
    await until(async () => (await byKey.webhookDeliveries.get(failed.delivery_id)).status === 'delivered')
    const { attempts } = await byKey.webhookDeliveries.get(failed.delivery_id)
    assert.deepEqual(
      attempts.map(({ trigger, status_code }) => [trigger, status_code]),
      [
        ['scheduled', 503],
        ['manual', 200],
      ],
    )
    const [first, second] = receiver.got.filter((got) => got.path === '/moody/again')
    assert.ok(first && second)
    assert.ok(second.body.equals(first.body))
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
    assert.ok((await byKey.scans.get(failed.scan_id ?? '')).webhook_delivered_at)
  })

  it('stays delivered when somebody sends it again and that fails', async () => {
    const { byKey, byAdmin, orgId } = await tenant()
    isWell = true
    const delivered = await settled(byKey, await scanWith(orgId, '/moody/twice'))
    assert.equal(delivered.status, 'delivered')
    isWell = false
    await byAdmin.webhookDeliveries.resend(delivered.delivery_id)
    await until(async () => (await byKey.webhookDeliveries.get(delivered.delivery_id)).attempt_count === 2)
    const record = await byKey.webhookDeliveries.get(delivered.delivery_id)
    assert.deepEqual(
      [record.status, record.reason, record.next_attempt_at, record.delivered_at, record.last_error],
      ['delivered', null, null, delivered.delivered_at, 'http_error'],
    )
    assert.ok(record.endpoint?.failing_since)
    const [endpoint] = (await byKey.webhookDeliveries.endpoints()).endpoints
    assert.deepEqual([endpoint?.state, endpoint?.last_error], ['failing', 'http_error'])
    const host = { hostKey: hostKeyOf(record.url), host: 'this one', error: 'timeout', firstHoldSeconds: 60 }
    for (let silences = 0; silences < 3; silences++) await recordSilence(service.opened.db, host)
    const [held] = (await byKey.webhookDeliveries.endpoints()).endpoints
    assert.ok(held?.state === 'held_back' && held.held_until)
    await forgetSilence(service.opened.db, host.hostKey)
  })

  it('makes one attempt, however many ask for it while it waits or is under way', async () => {
    const { byKey, byAdmin, orgId } = await tenant()
    isWell = true
    const { delivery_id: id } = await settled(byKey, await scanWith(orgId, '/fine/asked'))
    const allAsked = Promise.withResolvers<void>()
    late = allAsked.promise
    const asked = Array.from({ length: 30 }, () => byAdmin.webhookDeliveries.resend(id))
    await Promise.all(asked)
    allAsked.resolve()
    await until(async () => (await byKey.webhookDeliveries.get(id)).attempt_count > 1)
    await until(isQueueEmpty)
    const { attempts } = await byKey.webhookDeliveries.get(id)
    assert.deepEqual(
      attempts.map(({ attempt, trigger }) => [attempt, trigger]),
      [
        [1, 'scheduled'],
        [2, 'manual'],
      ],
    )
    assert.equal(receiver.got.filter(({ path }) => path === '/fine/asked').length, 2)
  })

  it('counts what a recovery would send, and then sends it, once', async () => {
    const { byKey, byAdmin, orgId } = await tenant()
    isWell = false
    const scans = await Promise.all(['/moody/r1', '/moody/r2'].map((path) => scanWith(orgId, path)))
    await Promise.all(scans.map((scanId) => settled(byKey, scanId)))
    const since = new Date(Date.now() - 3600_000).toISOString()
    isWell = true
    const counted = await byAdmin.webhookDeliveries.recover({ since, dry_run: true })
    assert.deepEqual(counted, { dry_run: true, matching: 2, resent: 0 })
    const [done, again] = [
      await byAdmin.webhookDeliveries.recover({ since }),
      await byAdmin.webhookDeliveries.recover({ since }),
    ]
    assert.deepEqual(done, { dry_run: false, matching: 2, resent: 2 })
    assert.equal(again.resent, 0)
    await until(async () => {
      const { deliveries } = await byKey.webhookDeliveries.list({ status: 'delivered' }).firstPage()
      return deliveries.length === 2
    })
    for (const path of ['/moody/r1', '/moody/r2'])
      assert.equal(receiver.got.filter((got) => got.path === path).length, 2)
    assert.deepEqual(await byAdmin.webhookDeliveries.recover({ since: '2100-01-01' }), {
      dry_run: false,
      matching: 0,
      resent: 0,
    })
  })

  it('sends a signed test event on request and tells what the receiver said', async () => {
    const { byAdmin, byMember, byKey, orgId } = await tenant()
    await assert.rejects(byAdmin.webhookTest(), Conflict)
    await setDefaultCallbackUrl(service.opened.db, orgId, `${receiver.url}/moody/test`)
    for (const other of [byKey, byMember]) await assert.rejects(other.webhookTest(), Forbidden)
    isWell = false
    const refused = await byAdmin.webhookTest()
    assert.deepEqual(
      [refused.status, refused.event_type, refused.last_status_code, refused.attempts[0]?.response_body],
      ['failed', 'test', 503, 'said 503'],
    )
    isWell = true
    assert.equal((await byAdmin.webhookTest()).status, 'delivered')
    const arrived = receiver.got.filter((got) => got.path === '/moody/test').at(-1)
    assert.ok(arrived)
    const event = verifyWebhook(arrived.body, arrived.headers, await secretsOf(orgId))
    assert.equal(TestEvent.parse(event).org_id, orgId)
    const counted = await byAdmin.webhookDeliveries.recover({ since: '2026-01-01', dry_run: true })
    assert.equal(counted.matching, 0, 'a failed test is nothing to recover')
  })

  it('reaches a disabled address on request, and an attempt or a test that is taken enables it again', async () => {
    const { byKey, byAdmin, orgId } = await tenant()
    for (const [path, reenable] of [
      ['/gone/resent', (id: string) => byAdmin.webhookDeliveries.resend(id)],
      ['/gone/tested', () => byAdmin.webhookTest()],
    ] as const) {
      await setDefaultCallbackUrl(service.opened.db, orgId, receiver.url + path)
      isWell = false
      assert.equal((await settled(byKey, await scanWith(orgId, path))).reason, 'gone')
      isWell = true
      const skipped = await settled(byKey, await scanWith(orgId, path))
      assert.deepEqual([skipped.status, skipped.reason], ['skipped', 'endpoint_disabled'])
      assert.ok((await byKey.webhookDeliveries.get(skipped.delivery_id)).endpoint?.disabled_at)
      await reenable(skipped.delivery_id)
      await until(async () => (await byKey.webhookDeliveries.get(skipped.delivery_id)).endpoint === null)
      assert.equal((await settled(byKey, await scanWith(orgId, path))).status, 'delivered')
    }
  })

  it('refuses a test to a private address, by the same guard as every delivery', async () => {
    const { byAdmin, orgId } = await tenant()
    await setDefaultCallbackUrl(service.opened.db, orgId, 'http://10.0.0.1/in')
    const refused = await byAdmin.webhookTest()
    assert.deepEqual([refused.status, refused.last_error], ['failed', 'blocked_address'])
  })

  async function tenant() {
    const { orgId, key } = await service.org()
    const clientOf = async (role: 'admin' | 'member') => {
      const email = `${role}-${randomBytes(4).toString('hex')}@example.org`
      const userId = await addUser(service.opened, { org: orgId, email, password: 'correct horse', role })
      const { token } = await createSession(service.opened.db, { userId, orgId, authSessionId: null })
      return new Toscan({ baseUrl: api.url, token: () => token })
    }
    return {
      orgId,
      byKey: new Toscan({ baseUrl: api.url, apiKey: key }),
      byAdmin: await clientOf('admin'),
      byMember: await clientOf('member'),
    }
  }

  async function isQueueEmpty() {
    const { rows } =
      await sql`select lane from webhook_queue union all select lane from webhook_claims`.execute(
        service.opened.db,
      )
    return rows.length === 0
  }

  function scanWith(orgId: string, path: string) {
    return service.submit(orgId, [`${web.origin}/page`], { callback: receiver.url + path, single: true })
  }

  async function settled(client: Toscan, scanId: string) {
    const read = async () =>
      (await client.webhookDeliveries.list({ scan_id: scanId }).firstPage()).deliveries[0]
    await until(async () => !['pending', undefined].includes((await read())?.status))
    const delivery = await read()
    assert.ok(delivery)
    return delivery
  }

  async function secretsOf(orgId: string) {
    const vault = createVault(service.opened.secretKey)
    return (await liveSecrets(service.opened.db, orgId)).map((sealed) => vault.open(sealed))
  }
})
