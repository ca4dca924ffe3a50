import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { ToscanError, verifyWebhook, verifyWebhookAsync, WebhookNotVerified } from '../../sdk/index.ts'
import { newWebhookSecret } from '../../src/auth/tokens.ts'

const BODY = '{"type":"test","message":"é 🦊"}'
const NOW = new Date('2026-03-01T12:00:00Z')

type Verify = (...input: Parameters<typeof verifyWebhook>) => Promise<unknown>
const BOTH: [string, Verify][] = [
  ['verifyWebhook', async (...input) => verifyWebhook(...input)],
  ['verifyWebhookAsync', verifyWebhookAsync],
]

for (const [name, verified] of BOTH)
  describe(name, () => {
    const secret = newWebhookSecret()
    const signed = (body = BODY, by = secret, at = NOW) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign('msg_1', at, body),
    })
    const refused = (run: () => Promise<unknown>, message: RegExp) =>
      assert.rejects(
        run,
        (error: unknown) => error instanceof WebhookNotVerified && message.test(error.message),
      )

    it('gives the payload of what standardwebhooks has signed, from text and from bytes', async () => {
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
        assert.deepEqual(await verified(body, signed(), secret, { now: NOW }), JSON.parse(BODY))
    })

    it('gives the payload of what svix has signed', async () => {
      const signature = new SvixWebhook(secret).sign('msg_1', NOW, BODY)
      const headers = { ...signed(), 'webhook-signature': signature }
      assert.deepEqual(await verified(BODY, headers, secret, { now: NOW }), JSON.parse(BODY))
    })

    it('reads headers of Node, in any case, and those of a Request', async () => {
      const headers = signed()
      const capitals = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
      )
      for (const given of [capitals, new Headers(headers)])
        assert.ok(await verified(BODY, given, secret, { now: NOW }))
    })

    it('takes either secret while one replaces the other, on both sides', async () => {
      const fresh = newWebhookSecret()
      assert.ok(await verified(BODY, signed(), [fresh, secret], { now: NOW }))
      const both = `${signed(BODY, fresh)['webhook-signature']} ${signed()['webhook-signature']}`
      assert.ok(await verified(BODY, { ...signed(), 'webhook-signature': both }, secret, { now: NOW }))
    })

    it('refuses a changed body, id or time, and another secret', async () => {
      const verify = (body: string, headers: Record<string, string>, by: string | string[] = secret) =>
        refused(() => verified(body, headers, by, { now: NOW }), /No signature matches/)
      await verify(BODY.replace('test', 'tess'), signed())
      await verify(BODY, { ...signed(), 'webhook-id': 'msg_2' })
      await verify(BODY, { ...signed(), 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) })
      await verify(BODY, signed(), newWebhookSecret())
      for (const signature of ['v1,', 'v1,AAAA', 'v1a,AAAA', signed()['webhook-signature'].slice(3)])
        await verify(BODY, { ...signed(), 'webhook-signature': signature })
    })

    it('refuses what is older or newer than five minutes, or as asked', async () => {
      const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
      for (const seconds of [-301, 301])
        await refused(
          () => verified(BODY, signed(BODY, secret, at(seconds)), secret, { now: NOW }),
          /timestamp/,
        )
      for (const seconds of [-300, 300])
        assert.ok(await verified(BODY, signed(BODY, secret, at(seconds)), secret, { now: NOW }))
      await refused(
        () => verified(BODY, signed(BODY, secret, at(-11)), secret, { now: NOW, toleranceSeconds: 10 }),
        /timestamp/,
      )
      await refused(() => verified(BODY, { ...signed(), 'webhook-timestamp': 'soon' }, secret), /timestamp/)
    })

    it('refuses a request without one of the headers', async () => {
      for (const missing of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
        await refused(
          () => verified(BODY, { ...signed(), [missing]: undefined }, secret),
          /header is missing/,
        )
    })

    it('tells the receiver of its own mistakes: no secret, one that cannot be any, a body that was parsed', async () => {
      const wrong = (run: () => Promise<unknown>, message: RegExp) =>
        assert.rejects(
          run,
          (error: unknown) =>
            error instanceof ToscanError &&
            !(error instanceof WebhookNotVerified) &&
            message.test(error.message),
        )
      await wrong(() => verified(BODY, signed(), undefined, { now: NOW }), /webhook secret is undefined/)
      // Settings that were forgotten, or hold something else: genuine webhooks would be refused without a word.
      for (const given of ['', 'whsec_', 'whsec_???', 'whsec_a', []])
        await wrong(() => verified(BODY, signed(), given, { now: NOW }), /webhook secret/i)
      const forgotten = process.env.TOSCAN_TEST_NO_SUCH_SETTING
      for (const second of ['', 'whsec_', forgotten])
        await wrong(
          () => verified(BODY, signed(), [secret, second] as string[], { now: NOW }),
          /^Webhook secret 2 of 2 is (empty|undefined|no base64)/,
        )
      await wrong(() => verified(BODY, {}, '', { now: NOW }), /webhook secret/i)
      const parsed = JSON.parse(BODY)
      await wrong(() => verified(parsed, signed(), secret, { now: NOW }), /before any JSON parser/)
    })

    it('takes the bytes of a Request', async () => {
      const request = new Request('http://a', { method: 'POST', body: BODY, headers: signed() })
      assert.ok(await verified(await request.arrayBuffer(), request.headers, secret, { now: NOW }))
    })
  })
