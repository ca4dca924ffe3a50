import assert from 'node:assert/strict'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/egress-allow.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { selfSigned } from '../net/self-signed.ts'
import { pack } from '../policy/built-in-pack.ts'
import { openTrustingBrowser } from './trusting-browser.ts'

describe('a site that speaks HTTP/2 alone', () => {
  const tls = selfSigned('creator.test')
  const resolve = async () => ['127.0.0.1']
  let server: Http2SecureServer
  let door: PageFetcher
  let url: string
  before(async () => {
    server = createSecureServer(tls, (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Lea</title><h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    url = `https://creator.test:${typeof address === 'object' ? address?.port : 0}/lea`
    const allow = parseEgressAllow('127.0.0.1')
    door = createFetchPage({ allow, userAgent: 'Toscan/test', ca: tls.cert, resolve })
  })
  after(async () => {
    await door.close()
    server.close()
  })

  it('is said to, and not to be unsafe', async () => {
    const answer = await door.fetchPage({ url })
    assert.deepEqual(!answer.ok && [answer.reason, answer.detail?.replace(/^\w+: /, '')], [
      'protocol_error',
      'it speaks no HTTP/1.1',
    ])
  })

  it('is read in the browser', async () => {
    const browser = openTrustingBrowser({ allow: '127.0.0.1', resolve })
    const context = {
      fetchPage: door.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: null,
    }
    const result = await scanProfile(
      { ...context, render: browser.render },
      { url, mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(120_000),
    )
    await browser.close()
    assert.ok(result.status === 'completed', JSON.stringify(result))
    assert.match(result.report.evidence_index[0]?.snippet ?? '', /Ceramics from Aarhus/)
  })
})
