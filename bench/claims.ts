import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { claimScans } from '../src/db/scans/queue.ts'
import type { ClaimerOrder, ClaimerTold } from './claimer.ts'
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
/** Processes that claim at once, and the cap that none of them may pass. */
const PROCESSES = sized(8, 2)
const SECONDS = sized(5, 1)
const CAP = 20

/**
 * What one claim costs while much waits. The floor is an empty round trip to the database. What was claimed ends before the next call, so that each
 * finds a queue that has moved on.
 */
export async function claims(): Promise<Measured> {
  const table: Row[] = []
  let longest = Number.NaN
  let shortest = Number.NaN
  let mostRunning = Number.NaN
  for (const { waiting, organizations } of QUEUES) {
    const flows = organizations * 2
    await withKept(await keptQueue(waiting, organizations), async (_service, { db, pool, url }) => {
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
          `update scans set status = 'failed', worker_id = null, lease_until = null where scan_id in (select scan_id from running_scans)`,
        )
      for (const free of [1, 10]) {
        const took = await times(() => claimScans(db, 'bench', free, 600), endAll)
        add(free, 'claim_scans', took)
        longest = quantile(took, 0.99)
        shortest = quantile(floor, 0.99)
      }
      await pool.query('update deployment set scan_concurrency = 10')
      await claimScans(db, 'bench', 10, 600)
      add(0, 'claim_scans, cap reached', await times(() => claimScans(db, 'bench', 10, 600)))
      await endAll()
      const { tookMs, most } = await claimTogether(url, pool)
      add(5, `claim_scans, ${PROCESSES} processes, cap of ${CAP}`, tookMs)
      mostRunning = most
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
      {
        work: `${PROCESSES} processes that claim without a pause, cap of ${CAP}: most scans that ran at once`,
        floor: 'none',
        measured: String(mostRunning),
        value: mostRunning,
        unit: 'scans',
        reach: { most: CAP },
      },
    ],
  }
}

/**
 * @returns how long each claim took, and the most scans that were seen to run at one moment
 * @throws where a scan was claimed twice, or nothing was
 */
async function claimTogether(url: string, pool: Pool): Promise<{ tookMs: number[]; most: number }> {
  await pool.query('update deployment set scan_concurrency = $1', [CAP])
  const claimers = Array.from({ length: PROCESSES }, () => fork(join(import.meta.dirname, 'claimer.ts')))
  const heard = Promise.all(claimers.map(toldBy))
  claimers.forEach((claimer, n) => {
    claimer.send({ url, workerId: `bench${n}`, seconds: SECONDS, free: 5 } satisfies ClaimerOrder)
  })
  let [most, ended] = [0, false]
  const over = () => {
    ended = true
  }
  heard.then(over, over)
  while (!ended) {
    const { rows } = await pool.query<{ running: number }>(
      'select count(*)::integer as running from running_scans',
    )
    most = Math.max(most, rows[0]?.running ?? 0)
    await pause(5)
  }
  const told = await heard
  const scanIds = told.flatMap((one) => one.scanIds)
  if (scanIds.length === 0 || new Set(scanIds).size < scanIds.length)
    throw new Error(`${scanIds.length} claims of ${new Set(scanIds).size} scans`)
  return { tookMs: told.flatMap((one) => one.tookMs), most }
}

async function toldBy(claimer: ChildProcess): Promise<ClaimerTold> {
  const died = once(claimer, 'exit').then(([code]) => {
    throw new Error(`A claiming process ended with ${code}`)
  })
  const [told] = await Promise.race([once(claimer, 'message'), died])
  return told
}

async function times(
  work: () => Promise<unknown>,
  reset = async (): Promise<unknown> => undefined,
): Promise<number[]> {
  const took: number[] = []
  for (let call = -WARM_UP; call < CALLS; call++) {
    const started = performance.now()
    await work()
    if (call >= 0) took.push(performance.now() - started)
    await reset()
  }
  return took
}
