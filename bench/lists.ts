import { everyScan, type ListFilter, type ListPosition } from '../src/db/scans/list-filter.ts'
import { listScans } from '../src/db/scans/list-scans.ts'
import { startService } from '../test/jobs/service.ts'
import { quantile, type Row, round } from './measure.ts'
import { sized } from './sized.ts'

const ROWS = sized(200_000, 200)
const CALLS = sized(30, 1)
const PAGE = 20

/** Every list query at 200,000 rows, first page and a page from the middle. The floor is the newest page without filter. */
export async function lists(): Promise<Row[]> {
  const service = await startService()
  const { db, pool } = service.opened
  const { orgId } = await service.org()
  await pool.query(
    `insert into scans (scan_id, org_id, profile_url, target_url, username, scan_mode, status, created_at, processing_completed_at, recommendation, risk_score, confidence)
     select gen_random_uuid(), $1, u, u, 'creator' || n, case when n % 3 = 0 then 'quick' else 'deep' end, 'completed',
            '2026-01-01'::timestamptz + n * interval '2 minutes', '2026-01-01'::timestamptz + n * interval '2 minutes' + interval '9 s',
            (array['no_flags', 'review_low', 'review_medium', 'review_high'])[1 + (n * 7919) % 4], (n * 7919) % 101, 'medium'
       from (select n, 'https://creators.example/' || case when n % 16 = 0 then 'star' else 'plain' end || n as u from generate_series(1, ${ROWS}) n) made`,
    [orgId],
  )
  await pool.query('vacuum analyze scans')
  const base = everyScan(orgId)
  const filters: Record<string, Partial<ListFilter>> = {
    newest: {},
    oldest: { sortOrder: 'asc' },
    'by risk': { sortBy: 'risk_score' },
    'by risk, lowest': { sortBy: 'risk_score', sortOrder: 'asc' },
    'one recommendation': { recommendations: ['review_high'] },
    'two recommendations': { recommendations: ['review_high', 'review_low'] },
    'two recommendations by risk': { recommendations: ['review_high', 'review_low'], sortBy: 'risk_score' },
    quick: { scanMode: 'quick' },
    'quick by risk': { scanMode: 'quick', sortBy: 'risk_score' },
    'one day': { fromDate: '2026-05-05', toDate: '2026-05-05' },
    'one day by risk': { fromDate: '2026-05-05', toDate: '2026-05-05', sortBy: 'risk_score' },
    undecided: { decisions: ['undecided'] },
    'decided, none is': { decisions: ['escalated'] },
    'a code, nowhere': { reasonCode: 'nowhere' },
    'failed, none is': { status: 'failed' },
    'q common': { q: 'creators.example' },
    'q 6 %': { q: 'star' },
    'q one creator': { q: 'plain1234567'.slice(0, 11) },
    'q absent': { q: 'zzqzzq' },
    'q two letters': { q: 'zq' },
    'q by risk': { q: 'star', sortBy: 'risk_score' },
    'q, quick, one recommendation': { q: 'star', scanMode: 'quick', recommendations: ['review_high'] },
  }
  const table: Row[] = []
  let floor = 0
  for (const [name, part] of Object.entries(filters)) {
    const filter = { ...base, ...part }
    const first = await measure(filter, null)
    if (floor === 0) floor = first.p50
    const deepAt = await middle(filter)
    const deep = deepAt ? await measure(filter, deepAt) : null
    table.push({
      query: name,
      'first p50 ms': first.p50,
      'first p99 ms': first.p99,
      'ratio to newest': round(first.p50 / floor, 1),
      'deep p50 ms': deep?.p50 ?? '-',
      'deep p99 ms': deep?.p99 ?? '-',
    })
  }
  await service.stop()
  return table

  async function measure(filter: ListFilter, after: ListPosition | null) {
    const took: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const started = performance.now()
      await listScans(db, filter, after, PAGE)
      took.push(performance.now() - started)
    }
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
  }

  /** A place in the middle of the order, where there are that many rows. */
  async function middle(filter: ListFilter): Promise<ListPosition | null> {
    if (filter.fromDate) return null
    const found = await pool.query<{ created_at: string; scan_id: string; risk_score: number }>(
      `select created_at, scan_id, risk_score from scans where org_id = $1
        order by ${filter.sortBy === 'risk_score' ? 'risk_score, ' : ''}created_at offset ${ROWS / 2} limit 1`,
      [orgId],
    )
    const [row] = found.rows
    return row ? { createdAt: row.created_at, scanId: row.scan_id, risk: row.risk_score } : null
  }
}
