import { parseEgressAllow } from '../src/net/guard/egress-allow.ts'
import { createFetchPage } from '../src/net/http/fetch-page.ts'
import { inParallel } from '../src/pipeline/in-parallel.ts'
import { allEnded, startService, startWeb } from '../test/jobs/service.ts'
import { bigPage, cpuSeconds, type Row, round, timed } from './measure.ts'

const SCANS = 400
const WARM_UP = 40

/** Quick scans of one worker against a web without latency. The floor fetches and parses the same page and does no more. */
export async function scans(): Promise<Row[]> {
  const page = bigPage('alice')
  const webs = await Promise.all(
    [1, 2, 3, 4].map(() =>
      startWeb((_request, response) => response.setHeader('content-type', 'text/html').end(page)),
    ),
  )
  const urls = (count: number, from: string) =>
    Array.from({ length: count }, (_, index) => `${webs[index % 4]?.origin}/${from}${index}`)

  const fetcher = createFetchPage({ allow: parseEgressAllow('127.0.0.1'), userAgent: 'bench' })
  const fetchAll = (list: string[]) => inParallel(list, 10, (url) => fetcher.fetchPage({ url }))
  await fetchAll(urls(WARM_UP, 'warm'))
  const floor = await timed(() => fetchAll(urls(SCANS, 'floor')))
  await fetcher.close()

  const service = await startService({ TOSCAN_SCAN_CONCURRENCY: '10' })
  const { orgId } = await service.org()
  const worker = await service.worker()
  await service.submit(orgId, urls(WARM_UP, 'warm'))
  await allEnded(service, orgId)
  const cpuBefore = cpuSeconds(worker.child.pid)
  const callsBefore = await claimsMade()
  const scanned = await timed(async () => {
    await service.submit(orgId, urls(SCANS, 'scan'))
    await allEnded(service, orgId)
  })
  const cpu = cpuSeconds(worker.child.pid) - cpuBefore
  const claims = (await claimsMade()) - callsBefore
  await service.stop()
  await Promise.all(webs.map((web) => web.close()))
  return [
    {
      what: 'fetch and parse only (floor)',
      'per second': round(SCANS / (floor.ms / 1000), 1),
      'ratio to floor': 1,
    },
    {
      what: 'quick scans, one worker',
      'per second': round(SCANS / (scanned.ms / 1000), 1),
      'ratio to floor': round(floor.ms / scanned.ms),
      'per CPU second of the worker': round(SCANS / cpu, 1),
      'claims per scan': round(claims / SCANS),
    },
  ]

  /** Each claim locks the one row of `deployment`; its table statistics count them. */
  async function claimsMade() {
    await service.opened.pool.query('select pg_stat_clear_snapshot()')
    const { rows } = await service.opened.pool.query<{ calls: number }>(
      `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as calls from pg_stat_user_tables where relname = 'deployment'`,
    )
    return Number(rows[0]?.calls ?? 0)
  }
}
