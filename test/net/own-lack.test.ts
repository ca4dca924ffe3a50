import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '../../src/errors.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { checkCallbackUrl } from '../../src/net/guard/check-callback-url.ts'
import { whyLacking } from '../../src/net/guard/own-lack.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'
import { failuresInWords } from '../../src/pipeline/coverage/unread.ts'
import { until } from '../support/until.ts'
import { type Loopback, serveHttp } from './loopback.ts'

const MOST = 256
const allow = parseEgressAllow('127.0.0.0/8')

describe('a process that may open no more files', { skip: process.platform !== 'linux' }, () => {
  const held: number[] = []
  let site: Loopback
  let limits = ''
  before(async () => {
    limits = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? ''
    setLimit(String(MOST))
    site = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Ida Quill prints, slowly.</p>'),
    )
  })
  afterEach(free)
  after(async () => {
    free()
    setLimit(limits)
    await site?.close()
  })

  it('asks for a page again, and reads it as soon as others have given theirs back', async () => {
    const fetcher = createFetchPage({ allow, userAgent: 'Toscan/test' })
    await fill()
    const page = fetcher.fetchPage({ url: `${site.origin}/ida` })
    await pause(300)
    assert.deepEqual(site.arrivals, [])
    free()
    const result = await page
    assert.ok(result.ok, JSON.stringify(result))
    await fetcher.close()
  })

  it('says of a page that it never had room to ask for that it lacked room, and nothing of the site', async () => {
    const fetcher = createFetchPage({ allow, userAgent: 'Toscan/test' })
    await fill()
    const urls = [`${site.origin}/ida`, `https://ida.example/`]
    const results = await Promise.all([
      ...urls.map((url) => fetcher.fetchPage({ url })),
      // Of robots.txt nothing is known either.
      fetcher.fetchPage({ url: `${site.origin}/robots-first` }, { robots: true }),
    ])
    const lack = whyLacking()
    for (const result of results) {
      assert.equal(!result.ok && result.reason, 'out_of_resources', JSON.stringify(result))
      assert.match(result.ok ? '' : result.detail, /^EMFILE: this process may have no more files/)
    }
    assert.match(lack ?? '', /no more files and connections open \(EMFILE\)\. Raise its limit \(ulimit/)
    assert.deepEqual(failuresInWords(coverageOf(urls)), [
      '2 pages for which this service had no connections or memory left were not read.',
    ])
    free()
    const again = await fetcher.fetchPage({ url: `${site.origin}/robots-first` }, { robots: true })
    assert.ok(again.ok, JSON.stringify(again))
    await fetcher.close()
  })

  it('holds nothing against a receiver: that was no attempt', async () => {
    const { postGuarded, close } = createPostGuarded({ allow })
    await fill()
    const request = { url: `${site.origin}/hook`, headers: {}, body: Buffer.from('{}'), timeoutMs: 10_000 }
    await assert.rejects(
      postGuarded(request),
      (error) => error instanceof Unavailable && error.facts.reason === 'out_of_resources',
    )
    await assert.rejects(
      checkCallbackUrl('https://ida.example/hook', allow, { resolve: true }),
      (error) => error instanceof Unavailable && error.facts.reason === 'out_of_resources',
    )
    free()
    assert.equal((await postGuarded(request)).ok, true)
    await close()
  })

  /** Also what connections give back that were closed a moment ago. */
  async function fill() {
    await until('nobody is connected to the site any more', () => site.connections() === 0)
    for (;;) {
      try {
        held.push(openSync('/dev/null', 'r'))
      } catch {
        return
      }
    }
  }

  function free() {
    for (const file of held.splice(0)) closeSync(file)
  }
})

/** Of this process, as an administrator would. */
function setLimit(most: string) {
  execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${most}:`])
}

function coverageOf(urls: string[]) {
  return {
    ...{ login_blocked_urls: [], bot_blocked_urls: [], rate_limited_urls: [], age_gated_urls: [] },
    failed_urls: urls.map((url) => ({ url, reason: 'out_of_resources' })),
  } as unknown as Parameters<typeof failuresInWords>[0]
}
