import { claimScans } from '../src/db/queue.ts'
import { startService } from '../test/jobs/service.ts'
import { quantile, type Row, round } from './measure.ts'

const CALLS = 200

/** What one claim costs while much waits. The floor is an empty round trip to the database. */
export async function claims(): Promise<Row[]> {
  const service = await startService()
  const { db, pool } = service.opened
  const orgs: string[] = []
  await pool.query('update deployment set scan_concurrency = 10000')
  const floor = await times(() => pool.query('select 1'))
  const table: Row[] = [
    { waiting: 0, organizations: 0, free: '-', what: 'round trip (floor)', ...shown(floor, floor) },
  ]
  for (const organizations of [1, 50, 500]) {
    await pool.query('truncate scans cascade')
    while (orgs.length < organizations) orgs.push((await service.org()).orgId)
    await pool.query(
      `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
       select gen_random_uuid(), ($1::text[])[n % cardinality($1) + 1], u, u, 'quick', clock_timestamp() + n * interval '1 microsecond'
         from (select n, 'https://creators.example/' || n as u from generate_series(1, 10000) n) made`,
      [orgs],
    )
    for (const free of [1, 10]) {
      const took = await times(() => claimScans(db, 'bench', free, 600), waitAgain)
      table.push({ waiting: 10_000, organizations, free, what: 'claim_scans', ...shown(took, floor) })
    }
  }
  await pool.query('update deployment set scan_concurrency = 10')
  const full = await times(() => claimScans(db, 'bench', 10, 600))
  table.push({
    waiting: 10_000,
    organizations: 500,
    free: 0,
    what: 'claim_scans, cap reached',
    ...shown(full, floor),
  })
  await service.stop()
  return table

  function waitAgain() {
    return pool.query(
      `update scans set worker_id = null, lease_until = null, attempt = 0 where worker_id is not null`,
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
