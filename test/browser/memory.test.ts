import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from '../../src/net/browser/browser.ts'
import { memoryOf, processTree } from '../../src/net/browser/process-tree.ts'
import { type Loopback, serveHttp } from '../net/loopback.ts'
import { until } from '../support/until.ts'
import { installedBrowser, openBrowser } from './installed-browser.ts'

const MOST_BYTES = 600_000_000
const GREEDY = `<p>Content</p><script>const all = []; for (;;) all.push(new Uint8Array(2e7).fill(1))</script>`
/** The sum of all processes of a browser has a ceiling, whichever page takes it. Linux alone tells what they hold. */
describe('memory of the browser', () => {
  let site: Loopback
  let browser: Browser
  let folder: string
  const waiting: (() => void)[] = []
  const asked = () => new Promise<void>((resolve) => waiting.push(resolve))
  const processes = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-browser-'))
    const executable = join(folder, 'browser')
    writeFileSync(executable, `#!/bin/sh\necho $$ >> ${folder}/pids\nexec ${installedBrowser()} "$@"\n`)
    chmodSync(executable, 0o755)
    const pages: Record<string, string> = { '/greedy': GREEDY, '/quiet': '<p>Quiet</p>' }
    let late = 0
    site = await serveHttp((request, response) => {
      const path = request.url ?? ''
      // Who comes again is answered.
      if (path === '/late') {
        if (late++ > 0) return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Late</p>')
        return waiting.shift()?.()
      }
      const body = pages[path]
      response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body)
    })
    browser = openBrowser({ executable, allow: `127.0.0.1:${site.port}`, mostBytes: MOST_BYTES })
  })
  after(async () => {
    await browser.close()
    await site.close()
    rmSync(folder, { recursive: true })
  })

  it('ends the page that takes more than there is, by a name of its own', async () => {
    const result = await browser.render(`${site.origin}/greedy`)
    assert.deepEqual(result.ok ? 'ok' : [result.reason, result.detail], [
      'browser_memory',
      'more than 600 MB of memory',
    ])
    const next = await browser.render(`${site.origin}/quiet`)
    assert.equal(next.ok && next.response.page?.text, 'Quiet')
    assert.equal(processes().length, 2, 'another process')
  })

  it('ends nobody else: who was under way is shown once more, by another process', async () => {
    const asking = asked()
    const innocent = browser.render(`${site.origin}/late`)
    await asking
    const [greedy, late] = await Promise.all([browser.render(`${site.origin}/greedy`), innocent])
    assert.equal(greedy.ok ? 'ok' : greedy.reason, 'browser_memory')
    assert.equal(late.ok ? late.response.page?.text : late.reason, 'Late')
  })

  it('leaves nothing of a browser that was ended', async () => {
    await browser.render(`${site.origin}/greedy`)
    const pid = processes().at(-1) ?? 0
    await until('all its processes are gone', async () => (await processTree(pid)).length === 0)
  })

  it('counts what a program has in files once, and what each process holds', async () => {
    assert.equal(memoryOf([]), 0)
    const two = [
      { pid: 1, own: 10, ofFiles: 100 },
      { pid: 2, own: 20, ofFiles: 70 },
    ]
    assert.equal(memoryOf(two), 130)
    const [own] = await processTree(process.pid)
    assert.ok(own && own.own > 10_000_000 && own.ofFiles > 10_000_000, JSON.stringify(own))
  })
})
