import { randomBytes } from 'node:crypto'
import { setDailyLimit } from '../src/db/organization/orgs.ts'
import { type Service, startService, startWeb } from '../test/jobs/service.ts'
import { createTestDatabase } from '../test/support/test-database.ts'
import { noPooler, transactionPooler } from '../test/support/transaction-pooler.ts'
import { cpuSeconds, distinctPage, quantile, type Row, round, serverCpuSeconds } from './measure.ts'
import { allEnded } from './scans.ts'
import { postmasterOf } from './server.ts'
import { sized } from './sized.ts'
import { SUBMISSIONS, submitAll } from './submit.ts'

const SCANS = sized(400, 2)
const ROUNDS = sized(3, 1)
/** As docs/scale.md has it. */
const CONNECTIONS = 40

/** What one side gave, in µs of processor time each. */
interface Took {
  service: number[]
  postgres: number[]
  pooler: number[]
}

interface Side {
  name: string
  service: Service
  poolerPid: number | undefined
  close(): Promise<void>
}

/**
 * Single submissions and quick scans through a PgBouncer in transaction mode, set against the same straight to the database: processor time of the
 * service, of PostgreSQL and of the pooler, in turns, after a turn that does not count. Each side has a database and processes of its own.
 */
export async function pooler(): Promise<Row[]> {
  if (noPooler) throw new Error(noPooler)
  const web = await startWeb((request, response) =>
    response.setHeader('content-type', 'text/html').end(distinctPage(request.url ?? '')),
  )
  const sides = [await straight(), await pooled()]
  try {
    const submissions = await inTurns(sides, submissionsOf)
    const scans = await inTurns(sides, (side) => scansOf(side, web.origin))
    return [
      ...sides.map(({ name }) => shown(`single submission, ${name}`, submissions.get(name))),
      ...sides.map(({ name }) => shown(`quick scan, ${name}`, scans.get(name))),
    ]
  } finally {
    for (const side of sides) await side.close()
    await web.close()
  }
}

async function straight(): Promise<Side> {
  const service = await startService()
  return { name: 'straight', service, poolerPid: undefined, close: () => service.stop() }
}

async function pooled(): Promise<Side> {
  const database = await createTestDatabase()
  const pooler = await transactionPooler(database.url, CONNECTIONS)
  const service = await startService({
    DATABASE_URL: pooler.url,
    TOSCAN_DATABASE_DIRECT_URL: database.url,
    TOSCAN_SECRET_KEY: randomBytes(32).toString('hex'),
  })
  const close = async () => {
    await service.stop()
    await pooler.close()
    await database.drop()
  }
  return { name: 'through PgBouncer', service, poolerPid: pooler.pid(), close }
}

/** A round of work of one side: the processes that do it, what is to be done, and how many times. */
interface Work {
  pid: number | undefined
  count: number
  run(): Promise<unknown>
}

async function submissionsOf({ service }: Side): Promise<Work> {
  const { orgId, key } = await service.org()
  await setDailyLimit(service.opened.db, orgId, 10_000_000)
  const api = await service.api()
  const url = `${api.url}/api/v2/scan/quick`
  return { pid: api.child.pid, count: SUBMISSIONS, run: () => submitAll(url, key) }
}

let scanned = 0

async function scansOf({ service }: Side, origin: string): Promise<Work> {
  // What the submissions left is not to be scanned.
  await service.halt()
  await service.opened.pool.query(`update scans set status = 'failed' where status = 'processing'`)
  const { orgId } = await service.org()
  const worker = await service.worker()
  const run = async () => {
    const urls = Array.from({ length: SCANS }, () => `${origin}/creator${++scanned}`)
    await service.submit(orgId, urls)
    await allEnded(service)
  }
  return { pid: worker.child.pid, count: SCANS, run }
}

async function inTurns(sides: Side[], workOf: (side: Side) => Promise<Work>): Promise<Map<string, Took>> {
  const all = new Map<string, Took>()
  const works = new Map<Side, Work>()
  for (const side of sides) {
    all.set(side.name, { service: [], postgres: [], pooler: [] })
    works.set(side, await workOf(side))
  }
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const [side, { pid, count, run }] of works) {
      const postmaster = await postmasterOf(side.service.opened.pool)
      const look = () => [
        cpuSeconds(pid),
        serverCpuSeconds(postmaster),
        side.poolerPid === undefined ? 0 : cpuSeconds(side.poolerPid),
      ]
      const before = look()
      await run()
      const [service, postgres, pooler] = look().map(
        (seconds, at) => ((seconds - (before[at] ?? 0)) * 1e6) / count,
      )
      if (turn === 0) continue
      const took = all.get(side.name)
      took?.service.push(service ?? Number.NaN)
      took?.postgres.push(postgres ?? Number.NaN)
      took?.pooler.push(pooler ?? Number.NaN)
    }
  return all
}

function shown(what: string, took: Took | undefined): Row {
  const median = (values: number[] = []) => round(quantile(values, 0.5), 0)
  return {
    what,
    'CPU µs of the service': median(took?.service),
    'of PostgreSQL': median(took?.postgres),
    'of the pooler': median(took?.pooler),
  }
}
