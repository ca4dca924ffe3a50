import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { setDailyLimit } from '../src/db/organization/orgs.ts'
import { startService } from '../test/jobs/service.ts'
import { freePort } from '../test/support/free-port.ts'
import { AS_STARTED } from '../test/support/program.ts'
import type { Measured } from './figure.ts'
import { cpuSeconds, quantile, type Row, round, serverCpuSeconds } from './measure.ts'
import { postmasterOf, withSession } from './server.ts'
import { sized } from './sized.ts'

export const SUBMISSIONS = sized(4000, 40)
const CLIENTS = 32
const ROUNDS = sized(3, 1)
const SCANS_OF_THE_DAY = sized(100_000, 100)
/** So many a process answers before V8 has compiled what it runs by. */
const WARM_UP = sized(20_000, 40)
const ROUTE = '/api/v2/scan/quick'

interface Side {
  url: string
  pid: number | undefined
}

/** What the rounds of one side gave. */
interface Took {
  perSecond: number[]
  p50: number[]
  p99: number[]
  cpu: number[]
  serverCpu: number[]
}

/**
 * Single submissions of one organization with a daily limit by 32 clients, before and after 100,000 scans of its day. Beside them the same route without a
 * database, a bare one that does nothing but read the request, and one that counts and inserts by a statement for each; all in turns, after a turn that
 * does not count.
 */
export async function submit(): Promise<Measured> {
  const service = await startService()
  const { db, pool, url } = service.opened
  const { orgId, key } = await service.org()
  const api = await service.api()
  await setDailyLimit(db, orgId, 10_000_000)
  const started: ChildProcess[] = []
  const start = async (file: string, ...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
      env: { ...process.env, ...AS_STARTED, DATABASE_URL: url, BENCH_ORG: orgId },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    return { origin: String((await once(child.stdout, 'data'))[0]).trim(), pid: child.pid }
  }
  try {
    const floor = await start('submit-floor.ts')
    const same = await start('same-route.ts', String(await freePort()))
    const postmaster = await postmasterOf(pool)
    const sides = {
      // First: it begins the day's count, which the naive one takes as it is.
      ours: { url: `${api.url}${ROUTE}`, pid: api.child.pid },
      nothing: { url: `${same.origin}${ROUTE}`, pid: same.pid },
      bare: { url: `${floor.origin}/bare`, pid: floor.pid },
      naive: { url: `${floor.origin}/naive`, pid: floor.pid },
    }
    // The naive one waits for PostgreSQL, whichever way it is compiled.
    for (const { url } of [sides.ours, sides.nothing, sides.bare]) await submitAll(url, key, WARM_UP)
    const early = await inTurns(sides, key, postmaster)
    await withSession(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
         select gen_random_uuid(), $1, u, u, 'quick', 'completed', clock_timestamp()
           from (select 'https://creators.example/' || n as u from generate_series(1, ${SCANS_OF_THE_DAY}) n) made`,
        [orgId],
      )
      await client.query('vacuum analyze scans')
    })
    // Counts the day anew.
    await setDailyLimit(db, orgId, null)
    await setDailyLimit(db, orgId, 10_000_000)
    return shown(early, await inTurns(sides, key, postmaster))
  } finally {
    for (const child of started) child.kill()
    await service.stop()
  }
}

function shown(early: Record<'nothing' | 'bare' | 'naive' | 'ours', Took>, late: typeof early): Measured {
  const median = (values: number[]) => quantile(values, 0.5)
  const rate = (took: Took) => median(took.perSecond)
  const row = (what: string, took: Took, { nothing, bare, naive }: typeof early): Row => ({
    what,
    'per second': round(rate(took), 0),
    'p50 ms': median(took.p50),
    'p99 ms': median(took.p99),
    'CPU µs of its process': round(median(took.cpu), 0),
    'of PostgreSQL': round(median(took.serverCpu), 0),
    'to no database': round(rate(took) / rate(nothing)),
    'to a bare route': round(rate(took) / rate(bare)),
    'to naive': round(rate(took) / rate(naive)),
  })
  const table = [early, late].flatMap((all, at) => {
    const day = at === 0 ? 'an empty day' : `${SCANS_OF_THE_DAY} scans of the day`
    return [
      row('the same route without a database (floor)', all.nothing, all),
      row('a bare Fastify route', all.bare, all),
      row('a naive statement each', all.naive, all),
      row(`single submissions, daily limit, ${day}`, all.ours, all),
    ]
  })
  const measured = `${round(rate(late.ours), 0)}/s`
  const work = `single submission, daily limit, ${CLIENTS} connections, ${SCANS_OF_THE_DAY} scans that day`
  const p99 = (took: Took) => median(took.p99)
  return {
    table,
    figures: [
      {
        work,
        floor: `the same route without a database ${round(rate(late.nothing), 0)}/s`,
        measured,
        value: round(rate(late.ours) / rate(late.nothing)),
        reach: { least: 0.6 },
      },
      {
        work,
        floor: `naive statement with a counter ${round(rate(late.naive), 0)}/s`,
        measured,
        value: round(rate(late.ours) / rate(late.naive)),
        reach: { least: 2.5 },
      },
      {
        work: `${work}: p99`,
        floor: `the same route without a database ${p99(late.nothing)} ms`,
        measured: `${p99(late.ours)} ms`,
        value: round(p99(late.ours) / p99(late.nothing)),
        reach: { most: 3 },
      },
      {
        work: 'the same over the day, to its floor',
        floor: `on an empty day ${round(rate(early.ours) / rate(early.nothing))}`,
        measured: `${round(rate(late.ours) / rate(late.nothing))}`,
        value: round(rate(late.ours) / rate(late.nothing) / (rate(early.ours) / rate(early.nothing))),
        reach: { least: 0.9 },
      },
    ],
  }
}

async function inTurns<Name extends string>(
  sides: Record<Name, Side>,
  key: string,
  postmaster: number | null,
): Promise<Record<Name, Took>> {
  const names = Object.keys(sides) as Name[]
  const empty = (): Took => ({ perSecond: [], p50: [], p99: [], cpu: [], serverCpu: [] })
  const all = Object.fromEntries(names.map((name) => [name, empty()])) as Record<Name, Took>
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const { pid } = sides[name]
      const [cpu, server] = [cpuSeconds(pid), serverCpuSeconds(postmaster)]
      const { times, ms } = await submitAll(sides[name].url, key)
      if (turn === 0) continue
      const took = all[name]
      took.perSecond.push(SUBMISSIONS / (ms / 1000))
      took.p50.push(quantile(times, 0.5))
      took.p99.push(quantile(times, 0.99))
      took.cpu.push(((cpuSeconds(pid) - cpu) * 1e6) / SUBMISSIONS)
      took.serverCpu.push(((serverCpuSeconds(postmaster) - server) * 1e6) / SUBMISSIONS)
    }
  return all
}

let submitted = 0

/** Submits so many by 32 clients, each another profile. */
export async function submitAll(url: string, key: string, count = SUBMISSIONS) {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CLIENTS })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const times: number[] = []
  let left = count
  const client = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ profile_url: `https://creators.example/alice${++submitted}` })
      const began = performance.now()
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body })
      if (answer.statusCode !== 200) throw new Error(await answer.body.text())
      await answer.body.dump()
      times.push(performance.now() - began)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const ms = performance.now() - started
  await pool.close()
  return { times, ms }
}
