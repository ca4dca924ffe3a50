import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Opened } from '../src/cli/start/start.ts'
import { SERVICE } from '../src/db/people/acts.ts'
import { claimScans } from '../src/db/scans/queue.ts'
import { createFolderStore } from '../src/evidence/folder-store.ts'
import { eraseScans } from '../src/jobs/erase-scans.ts'
import type { Measured } from './figure.ts'
import { keptScans, MILLION, OURS, withKept } from './kept-scans.ts'
import { quantile, type Row, round, serverCpuSeconds, timed } from './measure.ts'
import { postmasterOf } from './server.ts'
import { sized } from './sized.ts'

const GOING = sized(20_000, 100)
const SLOTS = 5
const IDLE_CLAIMS = sized(100, 3)
const LOOK_MS = 20

/**
 * What deleting the oldest scans of an organization takes, with what hangs on them, among `--rows` scans (1,000,000); and what claims take meanwhile, of
 * what waits there too. Set against the claims of a database in which nothing else goes on.
 */
export async function retention(): Promise<Measured> {
  const at = process.argv.indexOf('--rows')
  const rows = at < 0 ? MILLION : Number(process.argv[at + 1])
  return withKept(await keptScans(rows), ({ dataDir }, opened) => besideClaims(opened, dataDir, rows))
}

async function besideClaims({ db, pool }: Opened, dataDir: string, rows: number): Promise<Measured> {
  await pool.query('update deployment set scan_concurrency = 10000')
  const bound = await hangOnOldest(pool)
  const claim = () => timed(() => claimScans(db, 'bench', SLOTS, 600))
  const claims = async (isOver: (calls: number) => boolean): Promise<number[]> => {
    const took: number[] = []
    while (!isOver(took.length)) {
      took.push((await claim()).ms)
      await pool.query(
        `update scans set status = 'failed', worker_id = null where scan_id in (select scan_id from running_scans)`,
      )
      await pause(LOOK_MS)
    }
    return took
  }
  const idle = await claims((calls) => calls >= IDLE_CLAIMS)
  const postmaster = await postmasterOf(pool)
  const before = serverCpuSeconds(postmaster)
  let isOver = false
  const beside = claims(() => isOver)
  const erasable = { what: 'retention', at: bound } as const
  const { ms, result } = await timed(() =>
    eraseScans({ db, evidence: createFolderStore(dataDir) }, { orgId: OURS, erasable, by: SERVICE }),
  )
  isOver = true
  const waits = await beside
  const cpuMs = ((serverCpuSeconds(postmaster) - before) * 1000) / result.scans
  return shown(rows, { scans: result.scans, ms, cpuMs }, idle, waits)
}

function shown(
  rows: number,
  { scans, ms, cpuMs }: { scans: number; ms: number; cpuMs: number },
  idle: number[],
  waits: number[],
): Measured {
  const row = (what: string, took: number[]): Row => ({
    what,
    'p50 ms': quantile(took, 0.5),
    'p99 ms': quantile(took, 0.99),
  })
  const worst = quantile(waits, 0.99)
  return {
    table: [
      { what: `${scans} scans deleted of ${rows}`, 'a second': round((scans / ms) * 1000, 0) },
      { what: 'CPU of PostgreSQL for one, claims included', 'p50 ms': round(cpuMs) },
      row(`claim of ${SLOTS} slots, nothing else`, idle),
      row(`claim of ${SLOTS} slots meanwhile`, waits),
    ],
    figures: [
      {
        work: `claim of ${SLOTS} slots beside a deletion among ${rows} scans: p99`,
        floor: `without it ${quantile(idle, 0.99)} ms`,
        measured: `${worst} ms`,
        value: worst,
        unit: 'ms',
        reach: { most: 10 },
      },
    ],
  }
}

/** Two steps, a page and a delivery for each of the oldest, as quick scans leave them. @returns the moment before which they were submitted */
async function hangOnOldest(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    `select created_at as at from scans where org_id = $1 and status <> 'processing' order by created_at offset $2 limit 1`,
    [OURS, GOING],
  )
  const bound = rows[0]?.at ?? ''
  const oldest = `(select scan_id, org_id, created_at from scans where org_id = $1 and status <> 'processing' and created_at < $2) s`
  await pool.query(
    `insert into scan_steps (scan_id, step, output, started_at, attempt)
     select scan_id, step, json_build_object('text', repeat(md5(scan_id::text), 30)), created_at, 1 from ${oldest}, unnest(array['profile', 'analysis']) step`,
    [OURS, bound],
  )
  await pool.query(
    `insert into captures (scan_id, org_id, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
     select scan_id, org_id, 'e1', 'https://creators.example/', 'https://creators.example/', '[]', 200, '{}', 'declared', created_at,
            encode(sha256(scan_id::text::bytea), 'hex'), 30000, false from ${oldest}`,
    [OURS, bound],
  )
  await pool.query(
    `insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, status, created_at, delivered_at)
     select 'd' || scan_id, 'w' || scan_id, org_id, scan_id, 'scan.completed', 'https://creators.example/hook', repeat(md5(scan_id::text), 30), 'delivered',
            created_at, created_at from ${oldest}`,
    [OURS, bound],
  )
  await pool.query('vacuum analyze scan_steps, captures, webhook_deliveries')
  return bound
}
