import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { ScanChangedEvent, ScanEvent, TestEvent } from '../../sdk/contract.ts'
import { verifyWebhook } from '../../sdk/index.ts'
import { runToscan } from '../support/run-toscan.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

describe('commands for whoever writes a receiver', () => {
  let receiver: Server
  let url = ''
  const got: { headers: Record<string, string | string[] | undefined>; body: Buffer }[] = []
  before(async () => {
    receiver = createServer(async (request, response) => {
      got.push({ headers: request.headers, body: await buffer(request) })
      response.writeHead(request.url === '/ill' ? 500 : 204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  after(() => new Promise((resolve) => receiver.close(resolve)))

  it('trigger sends a whole, signed event of each kind, and verify knows it', async () => {
    for (const [type, shape] of [
      ['scan.completed', ScanEvent],
      ['scan.failed', ScanEvent],
      ['scan.changed', ScanChangedEvent],
      ['test', TestEvent],
    ] as const) {
      const sent = await toscan('', 'trigger', type, '--forward', `${url}/well`, '--secret', SECRET)
      assert.deepEqual([sent.code, sent.out, sent.err], [0, `${type} → 204\n`, ''])
      const arrived = got.at(-1)
      assert.ok(arrived)
      assert.equal(shape.parse(verifyWebhook(arrived.body, arrived.headers, SECRET)).type, type)
    }
    const { headers, body } = got.at(-1) ?? { headers: {}, body: Buffer.alloc(0) }
    const signed = [
      ...['--id', `${headers['webhook-id']}`, '--timestamp', `${headers['webhook-timestamp']}`],
      ...['--signature', `${headers['webhook-signature']}`],
    ]
    const known = await toscan(`${body}`, 'verify', '-', ...signed, '--secret', SECRET)
    assert.deepEqual([known.code, known.out, known.err], [0, 'genuine\n', ''])
    const changed = await toscan(`${body}\n`, 'verify', '-', ...signed, '--secret', SECRET)
    assert.deepEqual([changed.code, changed.out], [1, ''])
    assert.match(changed.err, /not genuine: No signature matches/)
    const mistyped = await toscan(`${body}`, 'verify', '-', ...signed, '--secret', 'whsec_?')
    assert.deepEqual(
      [mistyped.code, mistyped.err],
      [1, 'toscan: The webhook secret is no base64: it is what stands behind whsec_\n'],
    )
  })

  it('trigger says what went wrong, and makes a secret up where there is none', async () => {
    const refused = await toscan('', 'trigger', 'test', '--forward', `${url}/ill`)
    assert.equal(refused.code, 1)
    const [, secret] = /Secret of the signature: (whsec_\S+)/.exec(refused.err) ?? []
    const arrived = got.at(-1)
    assert.ok(arrived)
    assert.equal(verifyWebhook(arrived.body, arrived.headers, secret).type, 'test')
    assert.match(refused.err, /did not take it: 500/)
  })

  const toscan = (input: string, ...args: string[]) => runToscan(args, {}, input)
})
