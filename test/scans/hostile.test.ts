import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { instagram, linktree, page } from '../../demo/web/pages.ts'
import { type Page, redirect, type Site } from '../../demo/web/site.ts'
import { type DemoWeb, startDemoWeb } from '../../demo/web/start.ts'
import type { ScanResult } from '../../src/pipeline/scan.ts'

const MEBIBYTE = 1024 * 1024
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** A page of a gibibyte. */
const endless: Page = {
  headers: HTML,
  send(outgoing) {
    outgoing.write('<title>Endless</title><p>It begins</p>')
    pour(outgoing, Buffer.from('<p>and goes on</p>'.repeat(4000)), 1024 * MEBIBYTE)
  },
}

/** A gibibyte of blanks that fits into a mebibyte: gzip members may follow one another. */
const bomb: Page = {
  headers: { ...HTML, 'content-encoding': 'gzip' },
  send(outgoing) {
    const member = gzipSync(Buffer.alloc(32 * MEBIBYTE, ' '))
    pour(outgoing, member, member.length * 32)
  },
}

/** A byte now and then, for ever. */
const drip: Page = {
  headers: HTML,
  send(outgoing) {
    const timer = setInterval(() => outgoing.write('.'), 50)
    outgoing.once('close', () => clearInterval(timer))
  },
}

const nested: Page = {
  headers: HTML,
  body: `<title>Deep</title><p>On top</p>${'<div>'.repeat(100_000)}At the bottom${'</div>'.repeat(100_000)}`,
}

/** Each page leads to a hundred others, on as many hosts, and names the creator, as if it were hers. */
const maze: Page = ({ url }) => {
  const place = url.hostname.replace(/\.example$/, '')
  if (!place.startsWith('way') || url.pathname !== '/') return { status: 404 }
  const ways = Array.from({ length: 100 }, (_, way) => ({
    url: `https://${place}-${way}.example/`,
    label: `way ${way}`,
  }))
  return page('A way', ['Choose another, says lost_lara.'], ways)
}

const SITE: Site = {
  ...creator('warm.willa', 'https://harmless.example/'),
  'harmless.example/': page('Harmless', ['Nothing to see.']),
  ...creator('endless.enzo', 'https://endless.example/'),
  'endless.example/': endless,
  ...creator('bomb.bela', 'https://bomb.example/'),
  'bomb.example/': bomb,
  ...creator('drip.dora', 'https://drip.example/'),
  'drip.example/': drip,
  ...creator('loop.lou', 'https://loop.example/a'),
  'loop.example/a': redirect('https://loop.example/b'),
  'loop.example/b': redirect('https://loop.example/a'),
  ...creator('nested.nils', 'https://nested.example/'),
  'nested.example/': nested,
  'endless-profile.example/': endless,
  'nested-profile.example/': nested,
  ...creator('lost_lara', 'https://way.example/'),
}

describe('a deep scan that meets', () => {
  let web: DemoWeb
  let folder: string
  /** One for all: to load what scans, and to warm it up, took longer than most of the scans. */
  let child: ChildProcessByStdio<Writable, Readable, null>
  let answers: AsyncIterator<string>
  before(async () => {
    web = await startDemoWeb([SITE], { fallback: maze })
    folder = await mkdtemp(join(tmpdir(), 'toscan-hostile-'))
    await writeFile(join(folder, 'authority.pem'), web.authority)
    const script = join(import.meta.dirname, 'hostile-child.ts')
    const input = [web.proxyUrl, join(folder, 'authority.pem'), profileOf('warm.willa')]
    child = spawn(process.execPath, [script, ...input], { stdio: ['pipe', 'pipe', 'inherit'] })
    answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    assert.equal((await answers.next()).value, 'warm')
  })
  after(async () => {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await web.close()
    await rm(folder, { recursive: true })
  })

  const cases: {
    name: string
    url: string
    most: number
    expect: (result: ScanResult & { status: 'completed' }) => void
  }[] = [
    {
      name: 'a page of a gibibyte reads its beginning and says that it was cut',
      url: profileOf('endless.enzo'),
      most: 8,
      expect: ({ coverage }) => assert.equal(coverage.pages_truncated, true),
    },
    {
      name: 'a profile of a gibibyte reads its beginning and says that it was cut',
      url: 'https://endless-profile.example/',
      most: 3,
      expect: ({ coverage, report }) => {
        assert.equal(coverage.pages_truncated, true)
        assert.match(report.reason_summary, /the end of overlong pages/)
      },
    },
    {
      name: 'a gzip bomb reads its beginning and says that it was cut',
      url: profileOf('bomb.bela'),
      most: 8,
      expect: ({ coverage }) => assert.equal(coverage.pages_truncated, true),
    },
    {
      name: 'a page that drips reads what came in time and says that it was cut',
      url: profileOf('drip.dora'),
      most: 8,
      expect: ({ coverage }) =>
        assert.deepEqual([coverage.failed_urls, coverage.pages_truncated], [[], true]),
    },
    {
      name: 'a redirect loop leaves it and names it',
      url: profileOf('loop.lou'),
      most: 10,
      expect: ({ coverage }) =>
        assert.deepEqual(coverage.failed_urls, [{ url: 'https://loop.example/a', reason: 'redirect_loop' }]),
    },
    {
      name: 'a page of a hundred thousand nested elements says that it was cut',
      url: profileOf('nested.nils'),
      most: 8,
      expect: ({ coverage }) => assert.equal(coverage.pages_truncated, true),
    },
    {
      name: 'a profile of a hundred thousand nested elements says that it was cut',
      url: 'https://nested-profile.example/',
      most: 3,
      expect: ({ coverage, report }) => {
        assert.equal(coverage.pages_truncated, true)
        assert.match(report.evidence_index[0]?.snippet ?? '', /On top/)
      },
    },
    {
      name: 'a hub without end stops at its budget and says what it left out',
      url: profileOf('lost_lara'),
      most: 200,
      expect: ({ coverage, report }) => {
        const links = coverage.steps.find((step) => step.step === 'links')
        assert.equal(links?.status, 'partial')
        assert.match(links?.detail ?? '', /\d+ beyond the budget/)
        assert.match(report.reason_summary, /links beyond the budget/)
        assert.ok(coverage.urls_visited <= 61, String(coverage.urls_visited))
      },
    },
  ]

  for (const { name, url, most, expect } of cases) {
    it(name, async () => {
      const before = web.requests.length
      const { idle, peak, result } = await scanInChild(url)
      const asked = web.requests.slice(before)
      assert.ok(result.status === 'completed', JSON.stringify(result))
      expect(result)
      assert.ok(asked.length <= most, `${asked.length} requests`)
      const grown = Math.round((peak - idle) / MEBIBYTE)
      assert.ok(grown < 256, `${grown} MiB above idle`)
    })
  }

  async function scanInChild(url: string): Promise<{ idle: number; peak: number; result: ScanResult }> {
    child.stdin.write(`${url}\n`)
    const { value, done } = await answers.next()
    assert.ok(!done, 'the process of the scans has ended')
    return JSON.parse(value)
  }
})

function profileOf(handle: string): string {
  return `https://www.instagram.com/${handle}/`
}

/** A profile whose hub leads to one page. */
function creator(handle: string, leadsTo: string): Site {
  const hub = handle.replace('.', '')
  return {
    ...instagram({
      handle,
      name: handle,
      bio: 'hello',
      links: [{ url: `https://linktr.ee/${hub}`, label: '' }],
    }),
    ...linktree({ handle: hub, bio: 'links', links: [{ url: leadsTo, label: 'go' }] }),
  }
}

/** Writes `chunk` until `total` bytes are out or nobody listens any more. */
function pour(outgoing: ServerResponse, chunk: Buffer, total: number) {
  let left = total
  const more = () => {
    while (left > 0 && !outgoing.destroyed) {
      left -= chunk.length
      if (!outgoing.write(chunk)) return
    }
    outgoing.end()
  }
  outgoing.on('drain', more)
  more()
}
