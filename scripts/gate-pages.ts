import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FetchResult } from '../src/evidence/page.ts'
import { parseEgressAllow } from '../src/net/guard/egress-allow.ts'
import { createFetchPage } from '../src/net/http/fetch-page.ts'
import { type ScanContext, scanProfile } from '../src/pipeline/scan.ts'
import { plainStepRunner } from '../src/pipeline/step.ts'
import { loadPlatforms } from '../src/platforms/index.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'

/**
 * `npm run gate:pages -- <folder> [--show]` scans every `.html` file of a folder of real pages twice, fetched from this machine and nothing
 * else from anywhere: as the profile that was submitted, quick; and as the one page that a harmless painter's profile links to, deep. It prints how many are flagged, and by which codes. `--show` prints
 * the page, the rule and what it found. Pages of newspapers, shops and blogs are harmless, or nearly all are, and far longer than what the judge was
 * written for: each of their sentences is one more chance to accuse somebody.
 */

const PAINTER = 'I paint harbours and write about them. Prints and postcards.'

interface Flagged {
  page: string
  recommendation: string
  findings: { code: string; rule: string; quote: string }[]
}

/** The host of the pages, and that of the profiles that link to them. */
const HOSTS = { pages: '127.0.0.2', painter: '127.0.0.1' }

async function startSite(
  host: string,
  answer: (path: string) => Buffer | string | undefined,
): Promise<Server> {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '')
    if (body === undefined) return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html')
    response.end(body)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return server
}

function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the site has no port')
  return `http://${address.address}:${address.port}`
}

async function flaggedOf(
  context: ScanContext,
  urls: readonly { page: string; url: string }[],
  mode: 'quick' | 'deep',
): Promise<Flagged[]> {
  const flagged: Flagged[] = []
  for (const { page, url } of urls) {
    const { signal } = new AbortController()
    const result = await scanProfile(
      context,
      { url, mode },
      plainStepRunner(() => {}),
      signal,
    )
    if (result.status === 'failed') throw new Error(`${page}: ${result.error}`)
    const { recommendation, findings = [] } = result.report
    // What could hardly be read is for a person whatever stands in it.
    if (recommendation === 'no_flags' || findings.length === 0) continue
    const quoted = findings.flatMap(({ code, evidence }) =>
      evidence.slice(0, 1).map(({ rule, quote }) => ({ code, rule: rule ?? '', quote })),
    )
    flagged.push({ page, recommendation, findings: quoted })
  }
  return flagged
}

/** What an address of the world comes to here. */
function unasked(url: string): FetchResult {
  return { ok: false, reason: 'dns_error', detail: 'not asked', url, hops: [], durationMs: 0 }
}

function rowOf(pages: number, flagged: readonly Flagged[]) {
  const at = (band: string) => flagged.filter(({ recommendation }) => recommendation === band).length
  return {
    pages,
    flagged: flagged.length,
    share: `${((100 * flagged.length) / pages).toFixed(1)} %`,
    low: at('review_low'),
    medium: at('review_medium'),
    high: at('review_high'),
  }
}

function countsOf(flagged: readonly Flagged[]): [string, number][] {
  const codes = flagged.flatMap(({ findings }) => [...new Set(findings.map(({ code }) => code))])
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, all]): [string, number] => [
    code,
    all.length,
  ])
  return counts.sort((a, b) => b[1] - a[1])
}

function show(flagged: readonly Flagged[]): void {
  for (const { page, recommendation, findings } of flagged)
    for (const { code, rule, quote } of findings)
      console.log(`${page}  ${recommendation}  ${rule || code}\n    ${quote.replaceAll('\n', ' / ')}`)
}

/** What is flagged of the `.html` files of a folder, each as the profile and as the page that one links to. */
export async function gatePages(
  folder: string,
): Promise<{ pages: number; own: Flagged[]; linked: Flagged[] }> {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => join(folder, name))
  const pageAt = (path: string) => pages[Number(path.slice(1))]
  const site = await startSite(HOSTS.pages, (path) => {
    const page = pageAt(path)
    return page === undefined ? undefined : readFileSync(page)
  })
  const painter = await startSite(HOSTS.painter, (path) =>
    pageAt(path) === undefined
      ? undefined
      : `<title>Ana Mirel</title><h1>Ana Mirel</h1><p>${PAINTER}</p><a href="${originOf(site)}${path}">My favourite read</a>`,
  )
  const fetcher = createFetchPage({
    allow: parseEgressAllow(Object.values(HOSTS).join(',')),
    userAgent: 'Toscan/gate',
    // Pages link to the world: nobody there is asked for anything.
    resolve: async () => [],
  })
  const isHere = (url: string) => [site, painter].some((each) => url.startsWith(`${originOf(each)}/`))
  const context: ScanContext = {
    fetchPage: async (request, options) =>
      isHere(request.url) ? fetcher.fetchPage(request, options) : unasked(request.url),
    platforms: await loadPlatforms(),
    policies: loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))]),
    search: null,
  }
  const on = (server: Server) => pages.map((page, index) => ({ page, url: `${originOf(server)}/${index}` }))
  try {
    const own = await flaggedOf(context, on(site), 'quick')
    return { pages: pages.length, own, linked: await flaggedOf(context, on(painter), 'deep') }
  } finally {
    await fetcher.close()
    site.close()
    painter.close()
  }
}

async function main(): Promise<void> {
  const [folder, ...options] = process.argv.slice(2)
  if (folder === undefined) throw new Error('npm run gate:pages -- <folder of .html files> [--show]')
  const { pages, own, linked } = await gatePages(folder)
  if (options.includes('--show')) for (const each of [own, linked]) show(each)
  console.table({ 'as the profile': rowOf(pages, own), 'linked from a profile': rowOf(pages, linked) })
  console.table(
    Object.fromEntries(countsOf(own).map(([code, flagged]) => [code, { 'as the profile': flagged }])),
  )
  console.table(Object.fromEntries(countsOf(linked).map(([code, flagged]) => [code, { linked: flagged }])))
}

if (import.meta.main) await main()
