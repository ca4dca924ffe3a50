import { claimScans } from '../src/db/queue.ts'
import { startService } from '../test/jobs/service.ts'
import { addNaiveClaim } from '../test/support/naive-claim.ts'
import { quantile, type Row, round } from './measure.ts'

const CALLS = 200
/** Rows that one statement puts in: it ends within the time that a connection gives it. */
const AT_ONCE = 10_000
/** Every second scan of the last is deep, so that it has two thousand flows. */
const QUEUES = [
  { waiting: 10_000, organizations: 1, modes: ['quick'] },
  { waiting: 10_000, organizations: 50, modes: ['quick'] },
  { waiting: 10_000, organizations: 500, modes: ['quick'] },
  { waiting: 1_000_000, organizations: 1000, modes: ['quick', 'deep'] },
]

/**
 * What one claim costs while much waits. The floor is an empty round trip to the database; beside it the claim that looks at every flow, as it was
 * before there were heads. What was claimed ends before the next call, so that each finds a queue that has moved on.
 */
export async function claims(): Promise<Row[]> {
  const service = await startService()
  const { db, pool } = service.opened
  const orgs: string[] = []
  await addNaiveClaim(pool)
  await pool.query('update deployment set scan_concurrency = 10000')
  const floor = await times(() => pool.query('select 1'))
  const table: Row[] = [
    { waiting: 0, flows: 0, free: '-', what: 'round trip (floor)', ...shown(floor, floor) },
  ]
  for (const { waiting, organizations, modes } of QUEUES) {
    await pool.query('truncate scans cascade')
    while (orgs.length < organizations) orgs.push((await service.org()).orgId)
    for (let from = 1; from <= waiting; from += AT_ONCE)
      await pool.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
         select gen_random_uuid(), ($1::text[])[n % cardinality($1) + 1], u, u, ($2::text[])[n / cardinality($1) % cardinality($2) + 1],
                clock_timestamp() + n * interval '1 microsecond'
           from (select n, 'https://creators.example/' || n as u from generate_series($3::integer, $4::integer) n) made`,
        [orgs, modes, from, Math.min(waiting, from + AT_ONCE - 1)],
      )
    await pool.query('analyze scans')
    const flows = organizations * modes.length
    for (const free of [1, 10]) {
      const took = await times(() => claimScans(db, 'bench', free, 600), endAll)
      table.push({ waiting, flows, free, what: 'claim_scans', ...shown(took, floor) })
      const naively = () => pool.query(`select from claim_scans_naive('bench', $1, '600 s')`, [free])
      table.push({
        waiting,
        flows,
        free,
        what: 'the same, looking at every flow',
        ...shown(await times(naively, endAll), floor),
      })
    }
  }
  await pool.query('update deployment set scan_concurrency = 10')
  await claimScans(db, 'bench', 10, 600)
  const full = await times(() => claimScans(db, 'bench', 10, 600))
  table.push({
    waiting: 1_000_000,
    flows: 2000,
    free: 0,
    what: 'claim_scans, cap reached',
    ...shown(full, floor),
  })
  await service.stop()
  return table

  function endAll() {
    return pool.query(
      `update scans set status = 'failed', worker_id = null, lease_until = null where status = 'processing' and worker_id is not null`,
    )
  }

  async function times(work: () => Promise<unknown>, reset = async (): Promise<unknown> => undefined) {
    const took: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const started = performance.now()
      await work()
      took.push(performance.now() - started)
      await reset()
    }
    return took
  }

  function shown(took: number[], base: number[]) {
    return {
      'p50 ms': quantile(took, 0.5),
      'p99 ms': quantile(took, 0.99),
      'ratio of p50': round(quantile(took, 0.5) / quantile(base, 0.5), 1),
    }
  }
}
