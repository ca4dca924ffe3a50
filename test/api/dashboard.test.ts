import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type TestApi } from '../support/start-api.ts'

const PAGE =
  '<!doctype html><title>Toscan</title><script type="module" src="/assets/index-DivVBAxW.js"></script>'
const SCRIPT = `console.log(${JSON.stringify('toscan '.repeat(100))})`
const HTML = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }

describe('the dashboard on the origin of the service', () => {
  let folder: string
  let api: TestApi
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'dist', 'index.html'), PAGE)
    writeFileSync(join(folder, 'dist', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'dist', 'assets', 'index-DivVBAxW.js'), SCRIPT)
    writeFileSync(join(folder, 'secret.txt'), 'not part of the build')
    api = await startApi({ TOSCAN_DASHBOARD: join(folder, 'dist') })
  })
  after(async () => {
    await api.stop()
    rmSync(folder, { recursive: true })
  })

  it('is the page of every address that a person opens, under a strict policy and never cached', async () => {
    for (const path of [
      '/',
      '/history?recommendation=review_high',
      '/o/org_x/scans/1',
      '/invite',
      '/index.html',
    ]) {
      const answer = await api.call('GET', path, { headers: HTML })
      assert.equal(answer.status, 200, path)
      assert.equal(answer.text, PAGE)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      const policy = String(answer.headers['content-security-policy']).split('; ')
      assert.deepEqual(policy.sort(), [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' blob: data:",
        "require-trusted-types-for 'script'",
        "script-src 'self'",
        "style-src 'self'",
        'trusted-types toscan-stored-page',
      ])
    }
  })

  it('gives its files, those with a hash in their name for good', async () => {
    const script = await api.call('GET', '/assets/index-DivVBAxW.js')
    assert.deepEqual([script.status, script.text], [200, SCRIPT])
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
    const icon = await api.call('GET', '/icon.svg')
    assert.equal(icon.headers['content-type'], 'image/svg+xml')
    assert.equal(icon.headers['cache-control'], 'no-cache')
    const again = await api.call('GET', '/icon.svg', { headers: { 'if-none-match': icon.headers.etag } })
    assert.deepEqual([again.status, again.text], [304, ''])
    // A proxy that compresses makes the tag a weak one, and whoever has several names them all (RFC 9110, 13.1.2).
    for (const tags of [`W/${icon.headers.etag}`, `"older", ${icon.headers.etag}`, '*'])
      assert.equal(
        (await api.call('GET', '/icon.svg', { headers: { 'if-none-match': tags } })).status,
        304,
        tags,
      )
  })

  it('compresses for nobody who refuses it', async () => {
    for (const accept of ['gzip;q=0', 'identity, gzip; q=0.000', 'identity']) {
      const headers = { 'accept-encoding': accept }
      const response = await fetch(`${api.baseUrl}/assets/index-DivVBAxW.js`, { headers })
      assert.equal(response.headers.get('content-encoding'), null, accept)
      assert.equal(await response.text(), SCRIPT)
    }
  })

  it('compresses for whoever takes it', async () => {
    const response = await fetch(`${api.baseUrl}/assets/index-DivVBAxW.js`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.equal(response.headers.get('vary'), 'accept-encoding')
    assert.equal(await response.text(), SCRIPT)
    assert.ok(Number(response.headers.get('content-length')) < SCRIPT.length)
  })

  it('leaves paths of the interface alone, also for browsers', async () => {
    for (const path of [
      '/api/v2/nope',
      '/api',
      '/api/v2/scans/x/y/z',
      '/openapi.json/x',
      '/healthz/x',
      '/metrics/x',
    ]) {
      const answer = await api.call('GET', path, { headers: HTML })
      assert.equal(answer.status, 404, path)
      assert.equal(answer.text, '{"detail":"Not Found"}')
      assert.equal(answer.headers['content-type'], 'application/json')
    }
    assert.equal((await api.call('GET', '/api/v2/org/scans', { headers: HTML })).status, 401)
    assert.equal((await api.call('GET', '/api/v2/scan/deep', { headers: HTML })).status, 405)
    assert.equal((await api.call('GET', '/docs/', { headers: HTML })).status, 200)
  })

  it('answers programs 404 in JSON where there is nothing', async () => {
    for (const [method, path, headers] of [
      ['GET', '/nope', {}],
      ['GET', '/nope', { accept: 'application/json' }],
      ['GET', '/nope', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
      ['POST', '/history', HTML],
      ['GET', '/assets/index-gone1234.js', HTML],
      ['GET', '/../secret.txt', HTML],
      ['GET', '/assets/../../secret.txt', HTML],
      ['GET', '/%2e%2e/secret.txt', HTML],
      ['GET', '/.env', HTML],
    ] as const) {
      const answer = await api.call(method, path, { headers })
      assert.equal(answer.status, 404, `${method} ${path}`)
      assert.equal(answer.text, '{"detail":"Not Found"}')
    }
  })
})

describe('a service without a dashboard', () => {
  it('says at / that it has not been built, and leads to the documentation', async () => {
    const api = await startApi({ TOSCAN_DASHBOARD: join(tmpdir(), 'no-such-build') })
    try {
      const answer = await api.call('GET', '/', { headers: HTML })
      assert.equal(answer.status, 200)
      assert.match(answer.text, /has not been built/)
      assert.match(answer.text, /href="\/docs"/)
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
      assert.equal((await api.call('GET', '/history', { headers: HTML })).status, 404)
    } finally {
      await api.stop()
    }
  })

  it('leads from / to the documentation when none is wanted', async () => {
    const api = await startApi({ TOSCAN_DASHBOARD: 'off' })
    try {
      const answer = await api.call('GET', '/', { headers: HTML })
      assert.deepEqual([answer.status, answer.headers.location], [302, '/docs'])
    } finally {
      await api.stop()
    }
  })
})
