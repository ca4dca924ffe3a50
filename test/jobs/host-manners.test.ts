import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { allEnded, rows, type Service, startService, until } from './service.ts'

/**
 * Two real workers and the web as both see it: a forward proxy on loopback that answers for every name, so that the hosts are
 * strangers' and no addresses of our own.
 */

const MOST = 3

describe('how two workers treat one host', () => {
  let service: Service
  let web: Awaited<ReturnType<typeof startStrangers>>
  before(async () => {
    web = await startStrangers()
    service = await startService({
      TOSCAN_EGRESS_ALLOW_COLLECTION: '',
      TOSCAN_EGRESS_PROXY: web.origin,
      TOSCAN_HOST_CONCURRENCY: String(MOST),
      TOSCAN_HOST_DELAY_MS: '0',
      // A page that a test holds must not time out, however slow the machine.
      TOSCAN_PAGE_TIMEOUT_MS: '120000',
      TOSCAN_BROWSER: 'off',
      TOSCAN_ROBOTS: 'ignore',
    })
  })
  afterEach(() => service.halt())
  after(async () => {
    await service.stop()
    await web.close()
  })
  const profiles = (host: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `http://${host}/creator${from + index}`)

  it('never more requests at once than the bound, however many scans want it', async () => {
    const { orgId } = await service.org()
    web.answerAfter(30)
    web.hold('busy.example')
    const first = await service.worker({ TOSCAN_SCAN_CONCURRENCY: '12' })
    const second = await service.worker({ TOSCAN_SCAN_CONCURRENCY: '12' })
    // Either would take whatever is free; asleep for a moment, far shorter than its leases, it leaves the other some.
    second.kill('SIGSTOP')
    await service.submit(orgId, profiles('busy.example', 0, 6))
    await until(async () => (await runningScans(service)).join() === '1,6')
    second.kill('SIGCONT')
    first.kill('SIGSTOP')
    await service.submit(orgId, profiles('busy.example', 6, 40))
    await until(async () => (await runningScans(service)).join() === '2,12')
    first.kill('SIGCONT')
    await until(() => web.seen('busy.example').open >= MOST)
    web.release()
    await allEnded(service, orgId)
    assert.equal(web.seen('busy.example').most, MOST)
    assert.equal(web.seen('busy.example').arrived, 40)
    const workers = await rows<{ status: string; scans: number }>(
      service,
      'select status, count(*)::int as scans from scans where org_id = $1 group by 1',
      [orgId],
    )
    assert.deepEqual(workers, [{ status: 'completed', scans: 40 }])
  })

  it('what a killed worker had under way is free again, and not before', async () => {
    const { orgId } = await service.org()
    web.hold('held.example')
    await service.submit(orgId, profiles('held.example', 0, 6))
    const doomed = await service.worker()
    await until(() => web.seen('held.example').open === MOST)
    const other = await service.worker()
    doomed.kill('SIGKILL')
    await doomed.ended
    await until(() => web.seen('held.example').open === 0)
    assert.equal(await countRequests(service), MOST, 'nobody knows yet that they are over')
    web.release()
    await allEnded(service, orgId)
    assert.ok(web.seen('held.example').most <= MOST)
    assert.equal(other.child.exitCode, null)
    await until(async () => (await countRequests(service)) === 0)
  })
})

describe('Retry-After that one worker is told', () => {
  let service: Service
  let web: Awaited<ReturnType<typeof startStrangers>>
  before(async () => {
    web = await startStrangers()
    service = await startService({
      TOSCAN_EGRESS_ALLOW_COLLECTION: '',
      TOSCAN_EGRESS_PROXY: web.origin,
      TOSCAN_BROWSER: 'off',
      TOSCAN_ROBOTS: 'ignore',
      // Longer than any answer takes here: whoever waits for a turn hears of a refusal first.
      TOSCAN_HOST_DELAY_MS: '1500',
    })
  })
  afterEach(() => service.halt())
  after(async () => {
    await service.stop()
    await web.close()
  })
  const scansOf = (orgId: string) =>
    rows<{ status: string; error: string | null; coverage: string; report: string }>(
      service,
      'select status, error, coverage::text, report::text from scans where org_id = $1',
      [orgId],
    )

  it('is heeded by the other, which does not ask and ends with a report that says so', async () => {
    const { orgId } = await service.org()
    web.refuse('limited.example', 3600)
    const first = await service.worker()
    await service.submit(orgId, ['http://limited.example/one'])
    await allEnded(service, orgId)
    first.kill('SIGTERM')
    await first.ended
    await service.worker()
    await service.submit(orgId, ['http://limited.example/two'])
    await allEnded(service, orgId)
    assert.equal(web.seen('limited.example').arrived, 1)
    for (const { status, error, coverage } of await scansOf(orgId)) {
      assert.deepEqual([status, error], ['completed', null])
      assert.equal(JSON.parse(coverage).bot_blocked_urls.length, 1)
    }
  })

  it('makes no other creator’s scan fail: of twenty all end with a report, and few requests go out', async () => {
    const { orgId } = await service.org()
    web.refuse('crowded.example', 3600)
    const urls = Array.from({ length: 20 }, (_, index) => `http://crowded.example/creator${index}`)
    await service.submit(orgId, urls)
    await service.worker()
    await allEnded(service, orgId)
    const scans = await scansOf(orgId)
    assert.equal(scans.length, 20)
    for (const { status, error, coverage, report } of scans) {
      assert.deepEqual([status, error], ['completed', null])
      const { score, bot_blocked_urls: blocked } = JSON.parse(coverage)
      assert.ok(score < 0.5, String(score))
      assert.equal(blocked.length, 1)
      assert.equal(JSON.parse(report).evidence_index[0].outcome, 'rate_limited')
    }
    assert.ok(web.seen('crowded.example').arrived <= 4, 'those that may go at once, and no more')
  })
})

/** How many workers have how many scans. */
async function runningScans(service: Service): Promise<number[]> {
  const [row] = await rows<{ workers: number; scans: number }>(
    service,
    `select count(distinct worker_id)::int as workers, count(*)::int as scans from scans where worker_id is not null`,
  )
  return [row?.workers ?? 0, row?.scans ?? 0]
}

async function countRequests(service: Service): Promise<number> {
  const [row] = await rows<{ count: number }>(service, 'select count(*)::int as count from host_requests')
  return row?.count ?? 0
}

interface Seen {
  open: number
  most: number
  arrived: number
}

async function startStrangers() {
  const hosts = new Map<string, Seen>()
  const refusals = new Map<string, number>()
  const held: ServerResponse[] = []
  let heldHost: string | null = null
  let delayMs = 0
  const seen = (host: string) => {
    const known = hosts.get(host) ?? { open: 0, most: 0, arrived: 0 }
    hosts.set(host, known)
    return known
  }
  const page = (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<title>Mara</title><meta property="og:title" content="Mara"><p>Mara paints harbours and sells prints.</p>',
      )
  const server = createServer((request, response) => {
    const { hostname } = new URL(request.url ?? '')
    const counted = seen(hostname)
    counted.arrived++
    counted.most = Math.max(counted.most, ++counted.open)
    response.once('close', () => counted.open--)
    const seconds = refusals.get(hostname)
    if (seconds !== undefined) response.writeHead(429, { 'retry-after': String(seconds) }).end()
    else if (hostname === heldHost) held.push(response)
    else setTimeout(() => page(response), delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    answerAfter(ms: number) {
      delayMs = ms
    },
    refuse: (host: string, seconds: number) => void refusals.set(host, seconds),
    hold(host: string) {
      heldHost = host
    },
    release() {
      heldHost = null
      for (const response of held.splice(0)) page(response)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
