import { allEnded, rows, startService, startWeb } from '../test/jobs/service.ts'
import { bigPage, type Row, round } from './measure.ts'

const LATENCY_MS = 120
const PAGES = 30
const SCANS = 5

/** A creator with a hub and 30 pages on hosts of their own. The floor is the longest chain of fetches that need each other. */
export async function deep(): Promise<Row[]> {
  const later = (send: () => void) => setTimeout(send, LATENCY_MS)
  const pages = await Promise.all(
    Array.from({ length: PAGES - 1 }, (_, index) =>
      startWeb((_request, response) => {
        later(() => response.setHeader('content-type', 'text/html').end(bigPage(`page ${index} of alice`)))
      }),
    ),
  )
  const profile = await startWeb((request, response) => {
    if (request.url === '/robots.txt') return void later(() => response.writeHead(404).end())
    const links = pages.map((page) => `${page.origin}/alice`)
    later(() => response.setHeader('content-type', 'text/html').end(bigPage('alice', links)))
  })
  // Every scan fetches for itself: this is no measure of what they share.
  const service = await startService({ TOSCAN_PAGE_REUSE_SECONDS: '0' })
  const { orgId } = await service.org()
  await service.worker()
  const times: number[] = []
  const seen: number[] = []
  for (let scan = 0; scan < SCANS; scan++) {
    await service.submit(orgId, [`${profile.origin}/alice${scan}`], { mode: 'deep', single: true })
    await allEnded(service, orgId)
    const [row] = await rows<{ ms: number; pages: number }>(
      service,
      `select extract(epoch from processing_completed_at - processing_started_at)::float8 * 1000 as ms,
              (coverage->>'urls_visited')::int as pages
         from scans where org_id = $1 order by created_at desc limit 1`,
      [orgId],
    )
    times.push(row?.ms ?? 0)
    seen.push(row?.pages ?? 0)
  }
  await service.stop()
  await Promise.all([profile, ...pages].map((web) => web.close()))
  // Profile; then, side by side for all pages, robots.txt and the page.
  const chainMs = LATENCY_MS * 3
  return times.map((ms, index) => ({
    scan: index === 0 ? 'first (cold)' : index + 1,
    'longest chain ms': chainMs,
    pages: seen[index] ?? 0,
    'scan ms': round(ms, 0),
    'ratio to chain': round(ms / chainMs),
  }))
}
