import type { RequestListener, ServerResponse } from 'node:http'
import { allEnded, rows, startService, startWeb } from '../test/jobs/service.ts'
import type { Figure, Measured } from './figure.ts'
import { bigPage, quantile, type Row, round } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const LATENCY_MS = sized(120, 5)
const PAGES = sized(30, 3)
const SCANS = sized(8, 2)
/** Profile; then, side by side for all pages, robots.txt and the page. */
const CHAIN_MS = LATENCY_MS * 3

/**
 * A creator with a hub and 30 pages on hosts of their own that no scan before has asked, without a browser on the machine and with one. The floor is the
 * longest chain of fetches that need each other.
 */
export async function deep(): Promise<Measured> {
  const without = await scansOf('off')
  // Chromium starts for seconds, and what it does is tested elsewhere.
  const beside = isSmoke ? without : await scansOf('auto')
  const table = [
    { name: 'no browser', scans: without },
    { name: 'with browser', scans: beside },
  ].flatMap(({ name, scans }) =>
    scans.map(
      ({ ms, pages }, index): Row => ({
        set: name,
        scan: index === 0 ? 'first (cold)' : index + 1,
        'longest chain ms': CHAIN_MS,
        pages,
        'scan ms': round(ms, 0),
        'ratio to chain': round(ms / CHAIN_MS),
      }),
    ),
  )
  const figure = (what: string, scans: Scan[], most: number): Figure => {
    const ms = quantile(
      scans.map((scan) => scan.ms),
      0.5,
    )
    return {
      work: `deep scan, ${PAGES} pages at ${LATENCY_MS} ms, ${what}`,
      floor: `longest chain ${CHAIN_MS} ms`,
      measured: `${round(ms, 0)} ms`,
      value: round(ms / CHAIN_MS),
      reach: { most },
    }
  }
  return {
    table,
    figures: [
      figure('no browser, warm', without.slice(1), 1.15),
      figure('with browser, warm', beside.slice(1), 1.3),
      figure('first of a process', without.slice(0, 1), 2),
    ],
  }
}

interface Scan {
  ms: number
  pages: number
}

async function scansOf(browser: 'off' | 'auto'): Promise<Scan[]> {
  const later = (send: () => void) => setTimeout(send, LATENCY_MS)
  const webs: { close(): Promise<void> }[] = []
  const web = async (answer: RequestListener) => {
    const started = await startWeb((request, response) => {
      const isRobots = request.url === '/robots.txt'
      later(() => (isRobots ? response.end('User-agent: *\nDisallow: /admin/\n') : answer(request, response)))
    })
    webs.push(started)
    return started
  }
  const html = (response: ServerResponse, text: string) =>
    response.setHeader('content-type', 'text/html').end(text)
  /** Whose robots.txt is known is asked for its page alone: each scan has hosts of its own. */
  const newProfile = async () => {
    const pages = await Promise.all(
      Array.from({ length: PAGES - 1 }, (_, index) =>
        web((_request, response) => html(response, bigPage(`page ${index} of alice`))),
      ),
    )
    const links = pages.map((page) => `${page.origin}/alice`)
    return web((_request, response) => html(response, bigPage('alice', links)))
  }
  // Every scan fetches for itself: this is no measure of what they share.
  const service = await startService({ TOSCAN_PAGE_REUSE_SECONDS: '0', TOSCAN_BROWSER: browser })
  try {
    const { orgId } = await service.org()
    await service.worker()
    const scans: Scan[] = []
    for (let scan = 0; scan < SCANS; scan++) {
      const profile = await newProfile()
      await service.submit(orgId, [`${profile.origin}/alice${scan}`], { mode: 'deep', single: true })
      await allEnded(service, orgId)
      const [row] = await rows<Scan>(
        service,
        `select extract(epoch from processing_completed_at - processing_started_at)::float8 * 1000 as ms,
                (coverage->>'urls_visited')::int as pages
           from scans where org_id = $1 order by created_at desc limit 1`,
        [orgId],
      )
      if (row) scans.push(row)
    }
    return scans
  } finally {
    await service.stop()
    await Promise.all(webs.map((each) => each.close()))
  }
}
