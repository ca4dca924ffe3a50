import { setTimeout as pause } from 'node:timers/promises'
import { parseEgressAllow } from '../src/net/guard/egress-allow.ts'
import { createFetchPage } from '../src/net/http/fetch-page.ts'
import { inParallel } from '../src/pipeline/collect/in-parallel.ts'
import { type Proc, rows, type Service, startService, startWeb } from '../test/jobs/service.ts'
import type { Measured } from './figure.ts'
import { cpuSeconds, distinctPage, type Row, round, serverCpuSeconds, timed } from './measure.ts'
import { postmasterOf } from './server.ts'
import { sized } from './sized.ts'

const SCANS = sized(400, 4)
/** So long V8 goes on compiling: a worker that runs for hours has it behind it. */
const WARM_UP = sized(400, 2)
const AT_ONCE = 10

/**
 * Quick scans of one worker against a web without latency, whose pages hold no sentence twice. The floors fetch and parse the same pages: one does no
 * more, the other commits a row before and after each. Then the same by two workers.
 */
export async function scans(): Promise<Measured> {
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
    const postmaster = await postmasterOf(pool)
    const workers: Proc[] = []
    const workersCpu = () => workers.reduce((sum, { child }) => sum + cpuSeconds(child.pid), 0)
    /** With one more worker than before, which is warm by then. */
    const withOneMore = async (name: string) => {
      workers.push(await service.worker())
      await service.submit(orgId, urls(WARM_UP * workers.length, `warm${name}`))
      await allEnded(service)
      const [workersBefore, serverBefore] = [workersCpu(), serverCpuSeconds(postmaster)]
      const { ms } = await timed(async () => {
        await service.submit(orgId, urls(SCANS, name))
        await allEnded(service)
      })
      return {
        ms,
        workers: (workersCpu() - workersBefore) / SCANS,
        server: (serverCpuSeconds(postmaster) - serverBefore) / SCANS,
      }
    }
    const one = await withOneMore('one')
    const two = await withOneMore('two')
    const cpuOf = (took: typeof one) => took.workers + took.server
    const row = (what: string, ms: number): Row => ({
      what,
      'per second': round(SCANS / (ms / 1000), 1),
      'to fetch and parse': round(floor.ms / ms),
      'to the same with two commits': round(commits.ms / ms),
    })
    const scanRow = (what: string, took: typeof one): Row => ({
      ...row(what, took.ms),
      'CPU ms of workers each': round(1000 * took.workers, 1),
      'of PostgreSQL': round(1000 * took.server, 1),
      'per CPU second of both': round(1 / cpuOf(took), 1),
    })
    const cpuMs = (took: typeof one) => `${round(1000 * cpuOf(took), 1)} ms`
    return {
      table: [
        row('fetch and parse only', floor.ms),
        row('the same and two commits each', commits.ms),
        scanRow('quick scans, one worker', one),
        scanRow('quick scans, two workers', two),
      ],
      figures: [
        {
          work: 'quick scans, one worker',
          floor: `fetch, parse and two commits ${round(SCANS / (commits.ms / 1000), 0)}/s`,
          measured: `${round(SCANS / (one.ms / 1000), 1)}/s`,
          value: round(commits.ms / one.ms),
          reach: { least: 0.3 },
        },
        {
          work: 'quick scans per CPU second, PostgreSQL included',
          floor: 'none',
          measured: `${round(1 / cpuOf(one), 1)}`,
          value: round(1 / cpuOf(one), 1),
          unit: 'a CPU second',
          reach: { least: 90 },
        },
        {
          work: 'two workers: CPU a scan',
          floor: `one worker ${cpuMs(one)}`,
          measured: cpuMs(two),
          value: round(cpuOf(two) / cpuOf(one)),
          reach: { most: 1.1 },
        },
      ],
    }
  } finally {
    await service.stop()
    await Promise.all(webs.map((web) => web.close()))
  }
}

/** Looks seldom: what its questions take of PostgreSQL is counted too. */
export async function allEnded(service: Service) {
  while ((await rows(service, `select from scans where status = 'processing' limit 1`)).length > 0)
    await pause(200)
}
