import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { checkSignature } from './check-signature.ts'

const SECRET = `whsec_${btoa('a secret of twenty-four b')}`
const NOW = Date.parse('2026-06-01T00:00:00Z')
const BODY = '{"type":"test","message":"Zoë"}'

function headersOf(body = BODY, at = NOW, secret = SECRET) {
  const signature = new Webhook(secret).sign('msg_1', new Date(at), body)
  return `Webhook-Id: msg_1\nWebhook-Timestamp: ${at / 1000}\nWebhook-Signature: ${signature}`
}

async function check(change: Partial<Parameters<typeof checkSignature>[0]> = {}) {
  return checkSignature({ body: BODY, headers: headersOf(), secret: SECRET, now: NOW, ...change })
}

async function whyNot(change: Partial<Parameters<typeof checkSignature>[0]>): Promise<string> {
  const result = await check(change)
  assert.equal(result.kind, 'invalid')
  return result.kind === 'invalid' ? result.why : ''
}

describe('checking a signature in the browser', () => {
  it('knows a genuine webhook, signed by the reference library', async () => {
    assert.deepEqual(await check(), { kind: 'valid', note: null })
  })

  it('reads headers as lines or as JSON', async () => {
    const json = JSON.stringify(
      Object.fromEntries(
        headersOf()
          .split('\n')
          .map((line) => line.split(': ')),
      ),
    )
    assert.equal((await check({ headers: json })).kind, 'valid')
    assert.equal((await check({ headers: headersOf().replaceAll('\n', '\r\n') })).kind, 'valid')
  })

  it('takes any of several signatures, as there are while a secret is replaced', async () => {
    const old = headersOf(BODY, NOW, `whsec_${btoa('the secret of yesterday, old')}`)
    const both = `${headersOf()} ${/v1,\S+/.exec(old)?.[0]}`
    assert.equal((await check({ headers: both })).kind, 'valid')
  })

  it('says that a genuine one is too old for a receiver', async () => {
    const result = await check({ now: NOW + 3_600_000 })
    assert.deepEqual(result, {
      kind: 'valid',
      note: 'Its time is 3600 s past: a receiver refuses it after 300 s.',
    })
  })

  it('says what is missing or broken', async () => {
    assert.equal(await whyNot({ headers: 'webhook-id: a' }), 'Missing: webhook-timestamp, webhook-signature.')
    assert.match(await whyNot({ secret: 'whsec_' }), /secret is not whole/)
    assert.match(await whyNot({ secret: '?' }), /secret is not whole/)
    assert.match(
      await whyNot({ headers: headersOf().replace(/Timestamp: \d+/, 'Timestamp: noon') }),
      /no number/,
    )
    assert.match(await whyNot({ headers: headersOf().replace('v1,', 'v9,') }), /no v1 signature/)
  })

  it('refuses another secret and another body', async () => {
    assert.match(
      await whyNot({ secret: `whsec_${btoa('another secret altogether')}` }),
      /No signature matches/,
    )
    assert.match(await whyNot({ body: BODY.replace('Zoë', 'Zoe') }), /No signature matches/)
  })

  it('knows how a body was changed, where it was changed as usual', async () => {
    assert.match(await whyNot({ body: `${BODY}\n` }), /line breaks around the body/)
    assert.match(
      await whyNot({ body: JSON.stringify(JSON.parse(BODY), null, 2) }),
      /parsed and written again/,
    )
  })
})
