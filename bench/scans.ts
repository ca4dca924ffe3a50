import { setTimeout as pause } from 'node:timers/promises'
import { parseEgressAllow } from '../src/net/guard/egress-allow.ts'
import { createFetchPage } from '../src/net/http/fetch-page.ts'
import { inParallel } from '../src/pipeline/in-parallel.ts'
import { postmasterPid, rows, type Service, startService, startWeb } from '../test/jobs/service.ts'
import { cpuSeconds, distinctPage, type Row, round, serverCpuSeconds, timed } from './measure.ts'

const SCANS = 400
const WARM_UP = 100
const AT_ONCE = 10

/**
 * Quick scans of one worker against a web without latency, whose pages hold no sentence twice. The floors fetch and parse the same pages: one does no
 * more, the other commits a row before and after each.
 */
export async function scans(): Promise<Row[]> {
  const webs = await Promise.all(
    [1, 2, 3, 4].map(() =>
      startWeb((request, response) =>
        response.setHeader('content-type', 'text/html').end(distinctPage(request.url ?? '')),
      ),
    ),
  )
  const urls = (count: number, from: string) =>
    Array.from({ length: count }, (_, index) => `${webs[index % 4]?.origin}/${from}${index}`)
  const service = await startService({ TOSCAN_SCAN_CONCURRENCY: String(AT_ONCE) })
  try {
    const fetcher = createFetchPage({ allow: parseEgressAllow('127.0.0.1'), userAgent: 'bench' })
    const fetchAll = (
      list: string[],
      each: (url: string, fetch: () => Promise<unknown>) => Promise<unknown>,
    ) => inParallel(list, AT_ONCE, (url) => each(url, () => fetcher.fetchPage({ url })))
    const { pool } = service.opened
    await pool.query('create table floor (url text primary key, ended boolean)')
    const committed = async (url: string, fetch: () => Promise<unknown>) => {
      await pool.query('insert into floor (url) values ($1)', [url])
      await fetch()
      await pool.query('update floor set ended = true where url = $1', [url])
    }
    await fetchAll(urls(WARM_UP, 'warm'), (_url, fetch) => fetch())
    const floor = await timed(() => fetchAll(urls(SCANS, 'floor'), (_url, fetch) => fetch()))
    const commits = await timed(() => fetchAll(urls(SCANS, 'commits'), committed))
    await fetcher.close()

    const { orgId } = await service.org()
    const worker = await service.worker()
    await service.submit(orgId, urls(WARM_UP, 'first'))
    await allEnded(service)
    const server = () => serverCpuSeconds(postmasterPid(service.dataDir))
    const [workerBefore, serverBefore] = [cpuSeconds(worker.child.pid), server()]
    const scanned = await timed(async () => {
      await service.submit(orgId, urls(SCANS, 'scan'))
      await allEnded(service)
    })
    const [workerCpu, serverCpu] = [cpuSeconds(worker.child.pid) - workerBefore, server() - serverBefore]
    const row = (what: string, ms: number): Row => ({
      what,
      'per second': round(SCANS / (ms / 1000), 1),
      'to fetch and parse': round(floor.ms / ms),
      'to the same with two commits': round(commits.ms / ms),
    })
    return [
      row('fetch and parse only', floor.ms),
      row('the same and two commits each', commits.ms),
      {
        ...row('quick scans, one worker', scanned.ms),
        'CPU ms of the worker each': round((1000 * workerCpu) / SCANS, 1),
        'of PostgreSQL': round((1000 * serverCpu) / SCANS, 1),
        'per CPU second of both': round(SCANS / (workerCpu + serverCpu), 1),
      },
    ]
  } finally {
    await service.stop()
    await Promise.all(webs.map((web) => web.close()))
  }
}

/** Looks seldom: what its questions take of PostgreSQL is counted too. */
async function allEnded(service: Service) {
  while ((await rows(service, `select from scans where status = 'processing' limit 1`)).length > 0)
    await pause(200)
}
