import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { createScanContext } from '../../src/cli/start/collection.ts'
import { egressAllowOf } from '../../src/cli/start/egress-allow-of.ts'
import { readConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/metrics.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'
import { type Loopback, serveHttp } from './loopback.ts'

/** What goes out of the service, by the name of its door. */
type Door = 'collection' | 'search' | 'webhooks'

describe('a private address', () => {
  let site: Loopback
  before(async () => {
    site = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('hi'),
    )
  })
  after(() => site.close())

  const opened: [setting: string, doors: Door[]][] = [
    ['TOSCAN_EGRESS_ALLOW', ['search', 'webhooks']],
    ['TOSCAN_EGRESS_ALLOW_COLLECTION', ['collection']],
    ['TOSCAN_EGRESS_ALLOW_SEARCH', ['search']],
    ['TOSCAN_EGRESS_ALLOW_WEBHOOKS', ['webhooks']],
    ['TOSCAN_EGRESS_ALLOW_MODEL', []],
  ]
  for (const [setting, doors] of opened) {
    it(`that ${setting} lists is open to ${doors.join(' and ') || 'none of pages, search and webhooks'}`, async () => {
      assert.deepEqual(await doorsOpenTo(site, { [setting]: '127.0.0.1' }), doors)
    })
  }

  it('and port of the service itself is open to nothing', async () => {
    const everything = Object.fromEntries(opened.map(([setting]) => [setting, '127.0.0.1 localhost']))
    assert.deepEqual(await doorsOpenTo(site, { ...everything, PORT: String(site.port) }), [])
    assert.deepEqual(await doorsOpenTo(site, { ...everything, TOSCAN_METRICS_PORT: String(site.port) }), [])
    assert.deepEqual(await doorsOpenTo(site, everything), ['collection', 'search', 'webhooks'])
  })
})

async function doorsOpenTo({ port }: Loopback, env: Record<string, string>): Promise<Door[]> {
  const config = readConfig({ TOSCAN_BROWSER: 'off', TOSCAN_PICTURES: 'off', ...env })
  const { fetchPage, close } = await createScanContext(config, createMetrics(), pino({ level: 'silent' }))
  const post = createPostGuarded({ allow: egressAllowOf(config, 'webhooks') })
  const goes = async (door: Door, host: string) => {
    const url = `http://${host}:${port}/`
    const result =
      door === 'webhooks'
        ? await post.postGuarded({ url, headers: {}, body: Buffer.from('{}') })
        : await fetchPage({ url }, { door })
    if (!result.ok) assert.equal(result.reason, 'blocked_address')
    return result.ok
  }
  const open: Door[] = []
  for (const door of ['collection', 'search', 'webhooks'] as const) {
    const ways = [await goes(door, '127.0.0.1'), await goes(door, 'localhost')]
    if (ways.includes(true)) open.push(door)
  }
  await Promise.all([close(), post.close()])
  return open
}
