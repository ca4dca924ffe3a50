import { claimScans } from '../src/db/queue.ts'
import { addNaiveClaim } from '../test/support/naive-claim.ts'
import type { Measured } from './figure.ts'
import { keptQueue, withKept } from './kept-scans.ts'
import { quantile, type Row, round } from './measure.ts'
import { sized } from './sized.ts'

const CALLS = sized(200, 3)
const WARM_UP = sized(20, 1)
/** Each has scans of both modes waiting, so twice as many flows. */
const QUEUES = sized(
  [
    { waiting: 10_000, organizations: 50 },
    { waiting: 1_000_000, organizations: 1000 },
  ],
  [{ waiting: 200, organizations: 5 }],
)

/**
 * What one claim costs while much waits. The floor is an empty round trip to the database; beside it the claim that looks at every flow, as it was
 * before there were heads. What was claimed ends before the next call, so that each finds a queue that has moved on.
 */
export async function claims(): Promise<Measured> {
  const table: Row[] = []
  let longest = Number.NaN
  let shortest = Number.NaN
  for (const { waiting, organizations } of QUEUES) {
    const flows = organizations * 2
    await withKept(await keptQueue(waiting, organizations), async (_service, { db, pool }) => {
      await addNaiveClaim(pool)
      await pool.query('update deployment set scan_concurrency = 10000')
      const add = (free: number, what: string, took: number[]) =>
        table.push({
          waiting,
          flows,
          free,
          what,
          'p50 ms': quantile(took, 0.5),
          'p99 ms': quantile(took, 0.99),
        })
      const floor = await times(() => pool.query('select 1'))
      add(0, 'round trip (floor)', floor)
      const endAll = () =>
        pool.query(
          `update scans set status = 'failed', worker_id = null, lease_until = null where status = 'processing' and worker_id is not null`,
        )
      for (const free of [1, 10]) {
        const took = await times(() => claimScans(db, 'bench', free, 600), endAll)
        add(free, 'claim_scans', took)
        const naively = () => pool.query(`select from claim_scans_naive('bench', $1, '600 s')`, [free])
        add(free, 'the same, looking at every flow', await times(naively, endAll, Math.ceil(CALLS / 5)))
        longest = quantile(took, 0.99)
        shortest = quantile(floor, 0.99)
      }
      await pool.query('update deployment set scan_concurrency = 10')
      await claimScans(db, 'bench', 10, 600)
      add(0, 'claim_scans, cap reached', await times(() => claimScans(db, 'bench', 10, 600)))
    })
  }
  const last = QUEUES.at(-1)
  return {
    table,
    figures: [
      {
        work: `claim of 10 slots, ${last?.waiting} waiting, ${last?.organizations} organizations × 2 modes: p99`,
        floor: `round trip ${shortest} ms`,
        measured: `${longest} ms`,
        value: round(longest),
        unit: 'ms',
        reach: { most: 10 },
      },
    ],
  }
}

async function times(
  work: () => Promise<unknown>,
  reset = async (): Promise<unknown> => undefined,
  calls = CALLS,
): Promise<number[]> {
  const took: number[] = []
  for (let call = -WARM_UP; call < calls; call++) {
    const started = performance.now()
    await work()
    if (call >= 0) took.push(performance.now() - started)
    await reset()
  }
  return took
}
