import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from '../../src/net/browser/browser.ts'
import { findBrowser } from '../../src/net/browser/find-browser.ts'
import { type Loopback, serveHttp } from '../net/loopback.ts'
import { startProxy } from '../net/tiny-proxy.ts'
import { installedBrowser, openBrowser } from './installed-browser.ts'

const SCRIPTED = `<title>Shell</title><main id=app></main><script>
  document.title = 'Mara'; app.innerHTML = '<h1>Mara</h1><a href="/more">more of me</a><p>' + navigator.userAgent + '</p>'
</script>`
const LARGE = `<script>document.head.append(document.createComment('x'.repeat(5e6)))</script>`
const HEAVY = `<p>Heavy</p><script>const it = new XMLHttpRequest(); it.open('GET', '/pour', false); try { it.send() } catch {}</script>`
const CALLING = `<p>Here</p><script>location = 'tg://resolve?domain=mara'</script><p>and there</p>`
const HANGING = '<p>Here</p><img src="/never">'

describe('the browser', () => {
  let site: Loopback
  let browser: Browser
  const waiting: (() => void)[] = []
  const asked = () => new Promise<void>((resolve) => waiting.push(resolve))

  before(async () => {
    site = await serveHttp((request, response) => {
      const path = request.url ?? ''
      const send = (body: string | Buffer, type = 'text/html', status = 200, headers = {}) =>
        response.writeHead(status, { 'content-type': type, ...headers }).end(body)
      if (path === '/scripted') return send(SCRIPTED)
      if (path === '/sent') return send('', 'text/html', 302, { location: '/onward' })
      if (path === '/onward') return send(`<script>location = '/scripted'</script>`)
      if (path === '/endless') return send('<p>Here</p><script>for (;;) {}</script>')
      if (path === '/endless-later')
        return send('<p>Here</p><script>setTimeout(() => { for (;;) {} })</script>')
      if (path === '/large') return send(LARGE)
      if (path === '/file') return send(Buffer.alloc(10), 'application/octet-stream')
      if (path === '/gone') return send('<p>Nobody</p>', 'text/html', 404)
      if (path === '/calling') return send(CALLING)
      if (path === '/heavy') return send(HEAVY)
      if (path === '/pour') {
        response.writeHead(200, { 'content-type': 'image/png' })
        const chunk = Buffer.alloc(1 << 20)
        const pour = () => {
          while (!response.destroyed && response.write(chunk));
        }
        response.on('drain', pour)
        return pour()
      }
      if (path === '/hanging') return send(HANGING)
      if (path === '/never') return waiting.shift()?.()
      send('', 'text/html', 404)
    })
    browser = openBrowser({ allow: `127.0.0.1:${site.port}` })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  it('reads what scripts made of a page, and says that a browser did', async () => {
    const result = await browser.render(`${site.origin}/scripted`, { screenshot: true })
    assert.ok(result.ok, JSON.stringify(result))
    const { response, screenshot } = result
    assert.deepEqual(
      [response.via, response.status, response.finalUrl, response.page?.title, response.page?.links[0]?.url],
      ['browser', 200, `${site.origin}/scripted`, 'Mara', `${site.origin}/more`],
    )
    assert.match(response.page?.text ?? '', /Toscan\/test/)
    assert.match(screenshot?.sha256 ?? '', /^[0-9a-f]{64}$/)
  })

  it('tells the way it came', async () => {
    const result = await browser.render(`${site.origin}/sent`)
    assert.ok(result.ok)
    assert.deepEqual(
      result.response.hops.map(({ url, kind }) => [url.replace(site.origin, ''), kind]),
      [
        ['/sent', 'http'],
        ['/onward', 'script'],
      ],
    )
    assert.equal(result.response.finalUrl, `${site.origin}/scripted`)
  })

  it('keeps four mebibytes of a page and says that it was cut', async () => {
    const result = await browser.render(`${site.origin}/large`)
    assert.ok(result.ok)
    assert.deepEqual([result.response.bytes, result.response.truncated], [4 * 1024 * 1024, true])
  })

  it('stops what pours without end at the byte limit of the visit', async () => {
    const result = await browser.render(`${site.origin}/heavy`)
    assert.ok(result.ok, JSON.stringify(result))
    assert.equal(result.response.truncated, true)
  })

  it('reports the status of the page', async () => {
    const result = await browser.render(`${site.origin}/gone`)
    assert.equal(result.ok && result.response.status, 404)
  })

  for (const path of ['/endless', '/endless-later']) {
    it(`ends a page that computes for ever by its deadline, and reads what stands there: ${path}`, async () => {
      let result = await browser.render(site.origin + path, { timeoutMs: 3000 })
      // A busy machine may not have come to the page by then: it is given more time, and that is its deadline.
      for (const timeoutMs of [9000, 27_000])
        if (!result.ok) result = await browser.render(site.origin + path, { timeoutMs })
      assert.ok(result.ok, JSON.stringify(result))
      assert.match(result.response.page?.text ?? '', /Here/)
      assert.equal(result.response.truncated, true)
    })
  }

  it('reads a page that calls for an app', async () => {
    const result = await browser.render(`${site.origin}/calling`)
    assert.ok(result.ok, JSON.stringify(result))
    assert.match(result.response.page?.text ?? '', /Here/)
  })

  it('takes no downloads', async () => {
    const result = await browser.render(`${site.origin}/file`)
    assert.equal(result.ok ? 'ok' : result.reason, 'not_html')
  })

  it('ends when its caller gives up', async () => {
    const caller = new AbortController()
    const begun = asked()
    const rendering = browser.render(`${site.origin}/hanging`, { signal: caller.signal })
    await begun
    caller.abort()
    const result = await rendering
    assert.equal(result.ok ? 'ok' : result.reason, 'aborted')
  })

  it('leaves no page open after 20 visits, over several processes', async () => {
    const recycling = openBrowser({ allow: `127.0.0.1:${site.port}`, visitsPerProcess: 8 })
    try {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => recycling.render(`${site.origin}/scripted`)),
      )
      assert.deepEqual(
        results.filter((result) => !result.ok),
        [],
      )
      assert.equal(await recycling.openPages(), 0)
    } finally {
      await recycling.close()
    }
  })

  it('that no longer closes what it opened is given no other visit, and the next ones are read by a new one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-browser-'))
    const executable = join(folder, 'browser')
    writeFileSync(executable, `#!/bin/sh\necho $$ >> ${folder}/pids\nexec ${installedBrowser()} "$@"\n`)
    chmodSync(executable, 0o755)
    const own = openBrowser({ executable, allow: `127.0.0.1:${site.port}` })
    const groups = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
    try {
      assert.equal((await own.render(`${site.origin}/scripted`)).ok, true)
      const asking = asked()
      const sick = own.render(`${site.origin}/hanging`, { timeoutMs: 2000 })
      await asking
      const [group = 0] = groups()
      // It stands and answers nobody.
      process.kill(-group, 'SIGSTOP')
      const innocent = await own.render(`${site.origin}/scripted`)
      assert.equal(innocent.ok ? innocent.response.page?.title : innocent.reason, 'Mara')
      await sick
      const next = await own.render(`${site.origin}/scripted`)
      assert.equal(next.ok ? next.response.page?.title : next.reason, 'Mara')
      assert.equal(groups().length, 2)
      process.kill(-group, 'SIGKILL')
    } finally {
      await own.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('costs only the visits under way when it is killed, and is started again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-browser-'))
    const executable = join(folder, 'browser')
    writeFileSync(executable, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${installedBrowser()} "$@"\n`)
    chmodSync(executable, 0o755)
    const mortal = openBrowser({ allow: `127.0.0.1:${site.port}`, executable })
    try {
      const begun = asked()
      const lost = mortal.render(`${site.origin}/hanging`)
      await begun
      // The whole group, as an out-of-memory killer would have it.
      process.kill(-Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL')
      const result = await lost
      assert.equal(result.ok ? 'ok' : result.reason, 'browser_crashed')
      const next = await mortal.render(`${site.origin}/scripted`)
      assert.ok(next.ok, JSON.stringify(next))
    } finally {
      await mortal.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('says so when the program is no browser', async () => {
    const broken = openBrowser({ executable: '/bin/false', allow: `127.0.0.1:${site.port}` })
    const result = await broken.render(`${site.origin}/scripted`)
    await broken.close()
    assert.equal(result.ok ? 'ok' : result.reason, 'browser_failed')
  })

  it('goes through the operator’s proxy with everything', async () => {
    const proxy = await startProxy({ 'mara.example': site.port })
    const behind = openBrowser({ proxy: proxy.origin })
    try {
      const result = await behind.render('http://mara.example/scripted')
      assert.ok(result.ok, JSON.stringify(result))
      assert.equal(result.response.page?.title, 'Mara')
      assert.ok(proxy.arrivals.includes('GET http://mara.example/scripted'))
    } finally {
      await behind.close()
      await proxy.close()
    }
  })
})

describe('TOSCAN_BROWSER', () => {
  it('finds nothing when it is off', () => assert.equal(findBrowser('off', '/usr/bin'), null))
  it('takes a path as it is', () => assert.equal(findBrowser(process.execPath, ''), process.execPath))
  it('names a path where there is no program', () => {
    assert.throws(
      () => findBrowser('/nowhere/chromium', ''),
      /TOSCAN_BROWSER: no program at \/nowhere\/chromium/,
    )
  })
  it('looks on PATH first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-path-'))
    const program = join(folder, 'chromium-headless-shell')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    assert.equal(findBrowser('auto', folder), program)
    rmSync(folder, { recursive: true })
  })
})
