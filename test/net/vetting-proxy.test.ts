import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { startVettingProxy } from '../../src/net/browser/vetting-proxy.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createResolve } from '../../src/net/guard/resolve.ts'
import { serveRaw } from './loopback.ts'

/** What a browser gets of what a server says, and why it got nothing. */
async function passedOn(reply: string): Promise<{ came: string; refused: string[] }> {
  const allow = parseEgressAllow('127.0.0.1/32')
  const site = await serveRaw((socket) => socket.once('data', () => socket.write(reply)))
  const proxy = await startVettingProxy({ allow, resolve: createResolve({ allow }) })
  const visit = proxy.openVisit({ bytes: 10_000, requests: 10 })
  const { username, password } = visit.credentials
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const client = connect(Number(new URL(proxy.origin).port), '127.0.0.1')
  client.write(
    `GET ${site.origin}/ HTTP/1.1\r\nhost: site\r\nconnection: close\r\nproxy-authorization: Basic ${credentials}\r\n\r\n`,
  )
  const came = await allOf(client)
  const refused = [...visit.refused.keys()]
  visit.close()
  await Promise.all([proxy.close(), site.close()])
  return { came, refused }
}

function allOf(client: Socket): Promise<string> {
  return new Promise((resolve) => {
    let came = ''
    client.on('data', (chunk) => {
      came += chunk
    })
    client.on('error', () => {})
    client.once('close', () => resolve(came))
  })
}

describe('the way out of a browser', () => {
  it('passes an answer on', async () => {
    const { came, refused } = await passedOn('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    assert.match(came, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nok$/)
    assert.deepEqual(refused, [])
  })

  const ODD = {
    'a status that cannot be written': 'HTTP/1.1 099 X\r\ncontent-length: 2\r\n\r\nok',
    'an upgrade that nobody asked for':
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
  }
  for (const [name, reply] of Object.entries(ODD))
    it(`says of ${name} that it is no answer, and goes on`, async () => {
      assert.deepEqual(await passedOn(reply), { came: '', refused: ['protocol_error'] })
    })
})
