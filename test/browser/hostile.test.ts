import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { PageResponse } from '../../src/evidence/page.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { type Loopback, serveHttp } from '../net/loopback.ts'
import { openBrowser } from './installed-browser.ts'

/** A busy machine takes long to make ten thousand documents, all of them before the time at which scripts are stopped. */
const MAKING_MS = 24_000
/** A loop has a core to itself until it is stopped, at seven tenths of this: it is at work at once, and no less at work later. */
const LOOPING_MS = 5000

/**
 * Pages that try to reach what only we can reach. Their own server is the one place that is allowed; the places they are
 * after are real listeners on loopback, and any connection to them fails the test.
 */
describe('a hostile page in the browser', () => {
  const pages = new Map<string, string>()
  let site: Loopback
  let inner: Listener
  let rebound: Listener
  let browser: Browser

  before(async () => {
    const holding = new Set<ServerResponse>()
    site = await serveHttp((request, response) => {
      // Keeps a page from falling quiet before it has tried everything.
      if (request.url === '/hold') return holding.add(response)
      if (request.url === '/done') for (const held of [...holding, response]) held.end()
      if (request.url === '/done') return holding.clear()
      const isFile = request.url?.startsWith('/download')
      if (isFile) return response.writeHead(201, { 'content-type': 'application/zip' }).end('PK')
      const body = pages.get((request.url ?? '').replace(/\?.*/, ''))
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body)
    })
    inner = await listen('127.0.0.1', 0)
    // Where a name leads that first led to the allowed server: the same port, another address.
    rebound = await listen('127.0.0.2', site.port)
    let asked = 0
    browser = openBrowser({
      allow: `127.0.0.1:${site.port}`,
      resolve: async (name) => {
        if (name !== 'rebinding.example') return [name === 'inner.example' ? '127.0.0.1' : '10.0.0.7']
        return asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']
      },
    })
  })
  after(async () => {
    await browser.close()
    await Promise.all([site.close(), inner.close(), rebound.close()])
  })

  const targets = () => [
    `127.0.0.1:${inner.port}`,
    `localhost:${inner.port}`,
    `[::1]:${inner.port}`,
    `[::ffff:127.0.0.1]:${inner.port}`,
    `inner.example:${inner.port}`,
    '169.254.169.254',
    'metadata.example',
  ]

  it('reaches nothing by images, frames, styles, scripts, requests, sockets, workers, beacons or WebRTC', async () => {
    pages.set('/everything', everything(targets()))
    const result = await browser.render(`${site.origin}/everything`)
    assert.ok(result.ok, JSON.stringify(result))
    assert.match(result.response.page?.text ?? '', /tried everything/)
    assert.ok((result.refused.blocked_address ?? 0) >= 20, JSON.stringify(result.refused))
    assert.deepEqual([inner.arrivals, rebound.arrivals], [0, 0])
  })

  const leaving: [name: string, page: (target: string) => string][] = [
    [
      'a late navigation',
      (target) => `<script>onload = () => setTimeout(() => { location = '${target}' })</script>`,
    ],
    ['a meta refresh', (target) => `<meta http-equiv="refresh" content="0;url=${target}">`],
    [
      'a form',
      (target) => `<form method="post" action="${target}"></form><script>document.forms[0].submit()</script>`,
    ],
  ]
  for (const [name, page] of leaving) {
    for (const scheme of ['http', 'https']) {
      it(`is refused when ${name} takes it to a private address by ${scheme}`, async () => {
        const chosen = targets().slice(0, 5)
        chosen.forEach((target, i) => {
          pages.set(`/leaving${i}`, `<p>Here</p>${page(`${scheme}://${target}/`)}`)
        })
        const results = await Promise.all(chosen.map((_, i) => browser.render(`${site.origin}/leaving${i}`)))
        assert.deepEqual(
          results.map((result) => (result.ok ? 'ok' : result.reason)),
          chosen.map(() => 'blocked_address'),
        )
        assert.equal(inner.arrivals, 0)
      })
    }
  }

  it('is itself still read when it opens windows', async () => {
    const open = targets().map((target) => `open('http://${target}/'); open('/popup')`)
    pages.set('/popup', '<p>A window</p>')
    pages.set('/windows', `<p>Main page</p><script>${open.join(';')}</script>`)
    const result = await browser.render(`${site.origin}/windows`)
    assert.ok(result.ok, JSON.stringify(result))
    assert.match(result.response.page?.text ?? '', /Main page/)
    assert.equal(inner.arrivals, 0)
  })

  const endless: [name: string, page: string][] = [
    ['loops behind its content', '<p>Content</p><script>for (;;);</script><p>More</p>'],
    ['loops before its content', '<script>for (;;);</script><p>Content</p>'],
    ['loops when it is loaded', '<p>Content</p><script>onload = () => { for (;;); }</script>'],
    ['loops again and again', '<p>Content</p><script>setInterval(() => { for (;;); }, 1)</script>'],
    ['opens windows without end', `<p>Content</p><script>setInterval(() => open('/popup'), 50)</script>`],
    [
      'downloads without end',
      `<p>Content</p><script>setInterval(() => { location = '/download?' + Math.random() }, 50)</script>`,
    ],
    ['holds ten thousand frames', `<p>Content</p>${'<iframe src="/popup"></iframe>'.repeat(10_000)}`],
    ['holds ten thousand documents', `<p>Content</p>${'<iframe srcdoc="<p>x"></iframe>'.repeat(10_000)}`],
    [
      'makes frames without end',
      `<p>Content</p><script>setInterval(() => { for (let i = 0; i < 100; i++) document.body.append(document.createElement('iframe')) })</script>`,
    ],
    [
      'starts two hundred workers that compute',
      `<p>Content</p><script>const it = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 200; i++) new Worker(it)</script>`,
    ],
    [
      'has workers start others that compute',
      `<p>Content</p><script>const loop = URL.createObjectURL(new Blob(['for (;;);'])); const more = URL.createObjectURL(new Blob(['for (let i = 0; i < 9; i++) new Worker("' + loop + '")'])); for (let i = 0; i < 9; i++) new Worker(more)</script>`,
    ],
  ]
  for (const [index, [name, page]] of endless.entries()) {
    it(`is read before its time is over when it ${name}`, async () => {
      pages.set('/popup', '<p>A window</p>')
      pages.set(`/endless${index}`, page)
      const timeoutMs = name.endsWith('documents') ? MAKING_MS : name.startsWith('loops') ? LOOPING_MS : 8000
      const result = await browser.render(`${site.origin}/endless${index}`, { timeoutMs })
      assert.ok(result.ok, JSON.stringify(result))
      assert.match(result.response.page?.text ?? '', /Content/)
      assert.equal(result.response.status, 200)
      assert.equal(result.response.contentType, 'text/html')
      // What a loop was stopped at would have added nobody knows.
      if (name.startsWith('loops')) assert.equal(result.response.truncated, true)
    })
  }

  it('is not said to be cut where its scripts had come to their end', async () => {
    pages.set('/quiet', '<p>Content</p><script>1 + 1</script>')
    const result = await browser.render(`${site.origin}/quiet`, { timeoutMs: 8000 })
    assert.equal(result.ok && result.response.truncated, false)
  })

  it('leaves workers to a page that has use for a few', async () => {
    pages.set(
      '/workers',
      `<p id=out></p><script>
        const it = URL.createObjectURL(new Blob(['postMessage(6 * 7)']))
        const answers = Array.from({ length: 12 }, () => new Promise((done) => { new Worker(it).onmessage = ({ data }) => done(data) }))
        Promise.all(answers).then((all) => { out.textContent = all.join(' '); document.title = String(Worker) })
      </script>`,
    )
    const all = Array(12).fill('42').join(' ')
    let response: PageResponse | undefined
    // A machine that has much else to do may have looked before the last of them had answered.
    for (let looks = 0; looks < 5 && response?.page?.text !== all; looks++) {
      const result = await browser.render(`${site.origin}/workers`)
      assert.ok(result.ok, JSON.stringify(result))
      response = result.response
    }
    assert.equal(response?.page?.text, all)
    assert.match(response?.page?.title ?? '', /native code/)
    assert.equal(response?.truncated, false)
  })

  it('reaches nothing by a name that leads elsewhere the second time', async () => {
    const url = `http://rebinding.example:${site.port}/rebinding`
    pages.set(
      '/rebinding',
      `<p id=out>waiting</p><script>fetch('/secret?' + Math.random()).then(() => 'got it', () => 'refused').then((text) => { out.textContent = text })</script>`,
    )
    const result = await browser.render(url)
    assert.ok(result.ok, JSON.stringify(result))
    assert.match(result.response.page?.text ?? '', /refused/)
    assert.equal(rebound.arrivals, 0)
  })

  it('is not asked for at all when its own address is private', async () => {
    const result = await browser.render(`http://127.0.0.1:${inner.port}/`)
    assert.equal(result.ok ? 'ok' : result.reason, 'blocked_address')
    assert.equal(inner.arrivals, 0)
  })

  it('would reach the listener if it were allowed, so that the above proves something', async () => {
    const open = openBrowser({ allow: '127.0.0.1' })
    try {
      pages.set('/everything', everything([`127.0.0.1:${inner.port}`]))
      await open.render(`${site.origin}/everything`)
      assert.ok(inner.arrivals >= 5, String(inner.arrivals))
    } finally {
      await open.close()
    }
  })
})

/** Every way of a page to ask for something without leaving. */
function everything(targets: string[]): string {
  const markup = targets.map(
    (target) =>
      `<img src="http://${target}/img"><img src="https://${target}/img"><iframe src="http://${target}/frame"></iframe>
       <link rel="stylesheet" href="http://${target}/css"><link rel="dns-prefetch" href="//${target}"><link rel="preconnect" href="http://${target}">
       <link rel="prefetch" href="http://${target}/prefetch"><video src="http://${target}/video"></video><object data="http://${target}/object"></object>`,
  )
  return `<!doctype html><title>Everything</title>${markup.join('\n')}<p id="out">trying</p><script>
    fetch('/hold')
    const targets = ${JSON.stringify(targets)}
    const attempt = (work) => { try { return Promise.resolve(work()).catch(() => {}) } catch { return Promise.resolve() } }
    const socket = (url) => new Promise((done) => { const it = new WebSocket(url); it.onerror = it.onclose = it.onopen = done })
    const worker = (target) => new Promise((done) => {
      const code = \`fetch('http://\${target}/worker', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(0))\`
      const it = new Worker(URL.createObjectURL(new Blob([code])))
      it.onmessage = it.onerror = done
    })
    const peer = async (target) => {
      const it = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + target }, { urls: 'turn:' + target + '?transport=tcp', username: 'a', credential: 'b' }] })
      it.createDataChannel('x')
      await it.setLocalDescription(await it.createOffer())
    }
    const all = targets.flatMap((target) => [
      attempt(() => fetch('http://' + target + '/fetch', { mode: 'no-cors' })),
      attempt(() => fetch('https://' + target + '/fetch', { mode: 'no-cors', method: 'POST', body: 'x' })),
      attempt(() => socket('ws://' + target + '/socket')),
      attempt(() => socket('wss://' + target + '/socket')),
      attempt(() => worker(target)),
      attempt(() => navigator.sendBeacon('http://' + target + '/beacon', 'x')),
      attempt(() => { new EventSource('http://' + target + '/events') }),
      attempt(() => peer(target)),
      attempt(() => new WebTransport('https://' + target + '/transport').ready),
      attempt(() => navigator.serviceWorker.register('/worker.js')),
    ])
    Promise.race([Promise.all(all), new Promise((done) => setTimeout(done, 2000))]).then(() => { out.textContent = 'tried everything'; fetch('/done') })
  </script>`
}

interface Listener {
  port: number
  arrivals: number
  close(): Promise<void>
}

/** Counts whoever connects, and answers nobody. */
async function listen(host: string, port: number): Promise<Listener> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    listener.arrivals++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nhi')
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address()
  const listener: Listener = {
    port: typeof address === 'object' && address ? address.port : 0,
    arrivals: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return listener
}
