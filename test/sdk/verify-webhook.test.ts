import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { verifyWebhook, WebhookNotVerified } from '../../sdk/index.ts'
import { newWebhookSecret } from '../../src/auth/tokens.ts'

const BODY = '{"type":"test","message":"é 🦊"}'
const NOW = new Date('2026-03-01T12:00:00Z')

describe('verifyWebhook', () => {
  const secret = newWebhookSecret()
  const signed = (body = BODY, by = secret, at = NOW) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  })
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, (error) => error instanceof WebhookNotVerified && message.test(error.message))

  it('gives the payload of what standardwebhooks has signed, from text and from bytes', () => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
      assert.deepEqual(verifyWebhook(body, signed(), secret, { now: NOW }), JSON.parse(BODY))
  })

  it('gives the payload of what svix has signed', () => {
    const signature = new SvixWebhook(secret).sign('msg_1', NOW, BODY)
    const headers = { ...signed(), 'webhook-signature': signature }
    assert.deepEqual(verifyWebhook(BODY, headers, secret, { now: NOW }), JSON.parse(BODY))
  })

  it('reads headers of Node, in any case, and those of a Request', () => {
    const headers = signed()
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    for (const given of [capitals, new Headers(headers)])
      assert.ok(verifyWebhook(BODY, given, secret, { now: NOW }))
  })

  it('takes either secret while one replaces the other, on both sides', () => {
    const fresh = newWebhookSecret()
    assert.ok(verifyWebhook(BODY, signed(), [fresh, secret], { now: NOW }))
    const both = `${signed(BODY, fresh)['webhook-signature']} ${signed()['webhook-signature']}`
    assert.ok(verifyWebhook(BODY, { ...signed(), 'webhook-signature': both }, secret, { now: NOW }))
  })

  it('refuses a changed body, id or time, another secret and no secret', () => {
    const verify = (body: string, headers: Record<string, string>, by: string | string[] = secret) =>
      refused(() => verifyWebhook(body, headers, by, { now: NOW }), /No signature matches|secret is empty/)
    verify(BODY.replace('test', 'tess'), signed())
    verify(BODY, { ...signed(), 'webhook-id': 'msg_2' })
    verify(BODY, { ...signed(), 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) })
    verify(BODY, signed(), newWebhookSecret())
    verify(BODY, signed(), [])
    verify(BODY, signed(), 'whsec_')
    for (const signature of ['v1,', 'v1,AAAA', 'v1a,AAAA', signed()['webhook-signature'].slice(3)])
      verify(BODY, { ...signed(), 'webhook-signature': signature })
  })

  it('refuses what is older or newer than five minutes, or as asked', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    for (const seconds of [-301, 301])
      refused(() => verifyWebhook(BODY, signed(BODY, secret, at(seconds)), secret, { now: NOW }), /timestamp/)
    for (const seconds of [-300, 300])
      assert.ok(verifyWebhook(BODY, signed(BODY, secret, at(seconds)), secret, { now: NOW }))
    refused(
      () => verifyWebhook(BODY, signed(BODY, secret, at(-11)), secret, { now: NOW, toleranceSeconds: 10 }),
      /timestamp/,
    )
    refused(() => verifyWebhook(BODY, { ...signed(), 'webhook-timestamp': 'soon' }, secret), /timestamp/)
  })

  it('refuses a request without one of the headers', () => {
    for (const missing of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      refused(() => verifyWebhook(BODY, { ...signed(), [missing]: undefined }, secret), /header is missing/)
  })
})
