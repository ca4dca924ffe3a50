import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createApiKey } from '../src/auth/create-api-key.ts'
import type { Measured } from './figure.ts'
import { keptScans, MILLION, OURS, withKept } from './kept-scans.ts'
import { quantile, type Row, round, timed } from './measure.ts'
import { sized } from './sized.ts'

const URLS = sized(10_000, 20)
const ROUNDS = sized(5, 1)
const LOOK_MS = 5

/** As the service stores them: the batch's row, its scans with their places, and the notice. */
const SAME_ROWS = `with b as (insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at, requested)
    values ($1, $2, 'quick', cardinality($3::text[]), clock_timestamp(), cardinality($3::text[])) returning submitted_at)
  insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, scan_mode, metadata, created_at, trace)
  select time_ordered_uuid(), $2, $1, n, u, u, 'quick', $4::json, b.submitted_at + (n - 1) * interval '1 microsecond', $5
    from b, unnest($3::text[]) with ordinality as asked (u, n)`
const WITHOUT_INDEXES = `insert into without_indexes (scan_id, org_id, batch_id, batch_position, profile_url, target_url, scan_mode, metadata, created_at, trace)
  select time_ordered_uuid(), $2, $1::uuid, n, u, u, 'quick', $4::json, clock_timestamp() + (n - 1) * interval '1 microsecond', $5
    from unnest($3::text[]) with ordinality as asked (u, n)`

/**
 * One POST of 10,000 URLs where a million scans lie. Beside it the same rows into the same table by one statement, and into a table that has its
 * primary key only; in turns, after a turn that does not count. Meanwhile somebody else asks for a page of their scans, again and again.
 */
export async function batch(): Promise<Measured> {
  return withKept(await keptScans(), async (service, { db, pool }) => {
    const { key } = await createApiKey(db, { orgId: OURS, name: 'bench', person: null })
    const { key: others } = await service.org()
    const api = await service.api()
    const times = { same: [] as number[], bare: [] as number[], ours: [] as number[] }
    const idle: number[] = []
    const waits: number[] = []
    for (let turn = 0; turn <= ROUNDS; turn++) {
      // Distinct by turn and by side.
      const urls = (side: string) =>
        Array.from(
          { length: URLS },
          (_, n) => `https://creators.example/${side}${turn}/alice-paints-harbours-${n}`,
        )
      const metadata = JSON.stringify({ batch: randomUUID() })
      const values = (side: string) => [randomUUID(), OURS, urls(side), metadata, TRACE]
      const [same, bare, list] = [values('same'), values('bare'), urls('ours')]
      const sides = {
        same: () => pool.query(SAME_ROWS, same),
        bare: () => pool.query(WITHOUT_INDEXES, bare),
        ours: () =>
          post(`${api.url}/api/v2/batch/quick`, key, { profile_urls: list, metadata: JSON.parse(metadata) }),
      }
      const names = ['same', 'bare', 'ours'] as const
      for (const name of turn % 2 === 0 ? names : names.toReversed()) {
        const { ms, result } = await timed(() =>
          name === 'ours' ? besides(sides.ours, api.url, others) : sides[name]().then(() => []),
        )
        if (turn === 0) continue
        times[name].push(ms)
        waits.push(...result)
      }
      if (turn > 0) idle.push(...(await besides(() => pause(sized(300, 20)), api.url, others)))
    }
    return shown(times, idle, waits)
  })
}

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

function shown(times: Record<'same' | 'bare' | 'ours', number[]>, idle: number[], waits: number[]): Measured {
  const [same, bare, ours] = [times.same, times.bare, times.ours].map((ms) => quantile(ms, 0.5)) as [
    number,
    number,
    number,
  ]
  const row = (what: string, ms: number): Row => ({
    what,
    'p50 ms': round(ms, 0),
    'to the same rows': round(same / ms),
    'to no indexes': round(ms / bare),
  })
  const work = `batch of ${URLS} URLs into ${MILLION} scans`
  const worst = quantile(waits, 1)
  return {
    table: [
      row('the same rows by one UNNEST (floor)', same),
      row('into a table with its primary key only', bare),
      row('POST /batch', ours),
      { what: 'another request meanwhile', 'p50 ms': quantile(waits, 0.5), 'max ms': worst },
      {
        what: 'the same while nothing else goes on',
        'p50 ms': quantile(idle, 0.5),
        'max ms': quantile(idle, 1),
      },
    ],
    figures: [
      {
        work,
        floor: `same rows by one UNNEST ${round(same, 0)} ms`,
        measured: `${round(ours, 0)} ms`,
        value: round(same / ours),
        reach: { least: 0.85 },
      },
      {
        work,
        floor: `table with its primary key only ${round(bare, 0)} ms`,
        measured: `${round(ours, 0)} ms`,
        value: round(ours / bare),
        reach: { most: 2 },
      },
      {
        work: `${work}: longest that another request waits`,
        floor: `without a batch ${quantile(idle, 1)} ms`,
        measured: `${worst} ms`,
        value: worst,
        unit: 'ms',
        reach: { most: 30 },
      },
    ],
  }
}

/** What requests of somebody else take while `work` is under way, in ms. */
async function besides(work: () => Promise<unknown>, url: string, key: string): Promise<number[]> {
  const took: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  do {
    const { ms } = await timed(() => get(`${url}/api/v2/org/scans?limit=1`, key))
    took.push(ms)
    await pause(LOOK_MS)
  } while (!isOver)
  await working
  return took
}

async function get(url: string, key: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await read(response)
}

async function post(url: string, key: string, body: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function read(response: Response) {
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
}
