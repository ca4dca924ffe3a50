import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { sign, signingKey } from './sign.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('signing', () => {
  it('gives the signature of the Standard Webhooks test vector', () => {
    const headers = sign({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      keys: [signingKey(SECRET)],
      at: new Date(1614265330_000),
    })
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by standardwebhooks and svix, with either of two secrets', () => {
    const older = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const body = '{"name":"Zoë 🦊","n":1.0}'
    const headers = { ...sign({ id: 'msg_1', body, keys: [SECRET, older].map(signingKey), at: new Date() }) }
    for (const secret of [SECRET, older]) {
      new Webhook(secret).verify(body, headers)
      new SvixWebhook(secret).verify(body, headers)
    }
    const stranger = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    assert.throws(() => new Webhook(stranger).verify(body, headers), /No matching signature/)
    assert.throws(() => new Webhook(SECRET).verify(`${body} `, headers), /No matching signature/)
  })
})
