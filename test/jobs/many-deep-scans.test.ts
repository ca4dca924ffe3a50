import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allEnded, rows, type Service, startService, startWeb, type Web } from './service.ts'

const SCANS = 64
const PAGES = 3
const LATENCY_MS = 400

describe('64 deep scans in one worker', () => {
  let service: Service
  let pages: Web[]
  let profiles: Web
  before(async () => {
    // Each host has more to answer than it can while a page may take: a queue of 13 seconds.
    service = await startService({
      TOSCAN_SCAN_CONCURRENCY: '80',
      TOSCAN_PAGE_TIMEOUT_MS: '2000',
      TOSCAN_PAGE_REUSE_SECONDS: '0',
      TOSCAN_BROWSER: 'off',
    })
    const later = (send: () => void) => setTimeout(send, LATENCY_MS)
    const filler = '<p>Oil on canvas, painted on a grey morning while the boats came in.</p>'.repeat(200)
    pages = await Promise.all(
      Array.from({ length: PAGES }, (_, index) =>
        startWeb((_request, response) => {
          const body = `<title>Print ${'abc'[index]} of alice</title>${filler}`
          later(() => response.setHeader('content-type', 'text/html').end(body))
        }),
      ),
    )
    profiles = await startWeb((_request, response) => {
      const links = pages.map(({ origin }) => `<a rel="me" href="${origin}/alice">${origin}</a>`).join('')
      later(() =>
        response
          .setHeader('content-type', 'text/html')
          .end(`<title>alice</title><meta property="og:title" content="alice">${links}${filler}`),
      )
    })
  })
  after(async () => {
    await service.stop()
    await Promise.all([profiles, ...pages].map((web) => web.close()))
  })

  it('lose no page and no lease', async () => {
    const { orgId } = await service.org()
    const urls = Array.from({ length: SCANS }, (_, index) => `${profiles.origin}/alice${index}`)
    await service.submit(orgId, urls, { mode: 'deep' })
    const worker = await service.worker()
    await allEnded(service, orgId, 120_000)
    const ended = await rows<{
      status: string
      attempt: number
      error: string | null
      visited: number
      failed: string
    }>(
      service,
      `select status, attempt, error, (coverage->>'urls_visited')::int as visited,
              (coverage->'failed_urls')::text as failed from scans where org_id = $1`,
      [orgId],
    )
    assert.equal(ended.length, SCANS)
    const whole = { status: 'completed', attempt: 1, error: null, visited: PAGES + 1, failed: '[]' }
    assert.deepEqual(
      ended.filter((scan) => JSON.stringify(scan) !== JSON.stringify(whole)),
      [],
      worker.output().slice(-2000),
    )
  })
})
