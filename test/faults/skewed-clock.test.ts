import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { createVault } from '../../src/auth/vault.ts'
import { addUser } from '../../src/cli/operate/users.ts'
import { liveSecrets } from '../../src/db/webhooks/webhook-secrets.ts'
import {
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { clockMoved } from '../support/clock-moved.ts'
import { until } from '../support/until.ts'

describe('a worker whose clock is wrong', () => {
  let service: Service
  let web: Web
  let receiver: Receiver
  before(async () => {
    ;[service, web, receiver] = await Promise.all([startService(), startWeb(), startReceiver()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  for (const [how, hours] of [
    ['an hour fast', 1],
    ['a day slow', -24],
  ] as const) {
    it(`by being ${how} sends webhooks that verify, and dates pages and steps as everybody does`, async () => {
      const { orgId } = await service.org()
      const worker = await service.worker({ NODE_OPTIONS: `--import=${clockMoved(hours)}` })
      const path = `/${hours}`
      await service.submit(orgId, [`${web.origin}/alice`], { single: true, callback: receiver.url + path })
      const got = await until('the webhook comes', () => receiver.got.find((each) => each.path === path))
      const [sealed = ''] = await liveSecrets(service.opened.db, orgId)
      const secret = createVault(service.opened.secretKey).open(sealed)
      new Webhook(secret).verify(got.body, got.headers)
      const found = await until('the attempt is recorded', async () => {
        const [row] = await rows<{ off: number }>(
          service,
          `select abs(extract(epoch from clock_timestamp() - a.started_at))::float8 as off
             from webhook_attempts a join webhook_deliveries d using (delivery_id) where d.org_id = $1`,
          [orgId],
        )
        return row
      })
      assert.ok(found.off < 60, `recorded ${found.off} s off`)
      const [seen] = await rows<{ page: number; step: number }>(
        service,
        `select max(abs(extract(epoch from s.created_at - c.fetched_at)))::float8 as page,
                max(abs(extract(epoch from s.created_at - (step ->> 'started_at')::timestamptz)))::float8 as step
           from scans s join captures c using (scan_id), jsonb_array_elements(s.coverage::jsonb -> 'steps') step
          where s.org_id = $1 and step ->> 'started_at' is not null`,
        [orgId],
      )
      assert.ok(seen && seen.page < 60 && seen.step < 60, `seconds off: ${JSON.stringify(seen)}`)
      worker.kill('SIGTERM')
      assert.equal(await worker.ended, 0, worker.output())
    })
  }

  it('beside an API whose clock is a day fast, which lets in whom the others let in, and dates keys as they do', async () => {
    const [right, fast] = [
      await service.api(),
      await service.api({ NODE_OPTIONS: `--import=${clockMoved(24)}` }),
    ]
    const { orgId, key } = await service.org()
    const password = 'a quay of long boards'
    await addUser(service.opened, { org: orgId, email: 'ada@example.org', password, role: 'admin' })
    for (const [one, other] of [
      [right, fast],
      [fast, right],
    ] as const) {
      const signedIn = await send(one.url, 'POST', '/api/auth/sign-in/email', {
        body: { email: 'ada@example.org', password },
        headers: { origin: one.url },
      })
      const cookie = signedIn.headers['set-cookie']?.map((each) => each.split(';')[0]).join('; ')
      const traded = await send(other.url, 'POST', '/api/v2/session/token', { headers: { cookie } })
      const { token } = z.object({ token: z.string() }).parse(traded.json)
      assert.equal((await send(one.url, 'GET', '/api/v2/org/settings', { token })).status, 200)
    }
    assert.equal((await send(fast.url, 'GET', '/api/v2/org/usage', { token: key })).status, 200)
    const used = await until('the use of the key is written down', async () => {
      const [row] = await rows<{ off: number | null }>(
        service,
        `select abs(extract(epoch from clock_timestamp() - last_used_at))::float8 as off from api_keys where org_id = $1`,
        [orgId],
      )
      return row?.off === null ? undefined : row
    })
    assert.ok(Number(used.off) < 60, `${used.off} s off`)
  })
})
