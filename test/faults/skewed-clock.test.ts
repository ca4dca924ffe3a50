import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createVault } from '../../src/auth/vault.ts'
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
    it(`by being ${how} sends webhooks that verify`, async () => {
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
      worker.kill('SIGTERM')
      assert.equal(await worker.ended, 0, worker.output())
    })
  }
})
