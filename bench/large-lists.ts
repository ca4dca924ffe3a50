import type { Pool } from 'pg'
import type { Db } from '../src/db/database.ts'
import { everyScan, type ListFilter, type ListPosition } from '../src/db/scans/list-filter.ts'
import { listScans } from '../src/db/scans/list-scans.ts'
import type { Figure, Measured } from './figure.ts'
import { keptScans, MILLION, OURS, withKept } from './kept-scans.ts'
import { quantile, type Row } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const PAGE = 20
const ROUNDS = sized(2, 1)

type Part = Partial<ListFilter>

const RECOMMENDATIONS: Part[] = [
  {},
  { recommendations: ['review_high'] },
  { recommendations: ['review_high', 'review_low'] },
]
const MODES: Part[] = [{}, { scanMode: 'quick' }, { scanMode: 'deep' }]
const DATES: Part[] = [
  {},
  { fromDate: '2026-05-05', toDate: '2026-05-05' },
  { fromDate: '2026-04-10', toDate: '2026-05-09' },
]
const ORDERS: Part[] = (['created_at', 'risk_score'] as const).flatMap((sortBy) =>
  (['desc', 'asc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
)
/** By how much of the rows they are in. */
const WORDS: Record<string, string[]> = {
  'common (all; a sixth)': ['example', 'instagram'],
  'middling (1 %; 3 %)': ['marta', 'walks'],
  'some (1 in 3,000)': ['martawalks'],
  'one creator': ['martawalks4711'],
  absent: ['zzqzzq'],
  'absent, of common parts': ['annaannawalks'],
  'two letters, absent': ['qj'],
}
const REVIEWS: Record<string, Part> = {
  'status failed': { status: 'failed' },
  'status processing': { status: 'processing' },
  'status completed': { status: 'completed' },
  undecided: { decisions: ['undecided'] },
  cleared: { decisions: ['cleared'] },
  'false alarm (rare)': { decisions: ['false_alarm'] },
  'escalated or false alarm': { decisions: ['escalated', 'false_alarm'] },
  'a reviewer': { reviewer: 'ada' },
  'a rare reviewer': { reviewer: 'rare' },
  'a reviewer who is nobody': { reviewer: 'nobody at all' },
  assigned: { assigned: 'ada' },
  'rarely assigned': { assigned: 'rare' },
  'assigned to nobody': { assigned: 'nobody' },
  'a code': { reasonCode: 'other' },
  'a rare code': { reasonCode: 'rare_code' },
  'an absent code': { reasonCode: 'absent' },
  'a domain': { domain: 'fans.example' },
  'a domain of one in 1,000': { domain: 'shop7.example' },
  'a rare domain': { domain: 'rare.example' },
  'an absent domain': { domain: 'absent.example' },
  'a rare code, cleared': { reasonCode: 'rare_code', decisions: ['cleared'] },
  'a code, absent word': { reasonCode: 'other', q: 'zzqzzq' },
}

/**
 * All cells of filter × order × first or deep page × word, at `--rows` scans (1,000,000), half of them of one organization. Each cell is asked
 * twice; the numbers are of all calls, cold ones included.
 */
export async function largeLists(): Promise<Measured> {
  const at = process.argv.indexOf('--rows')
  const rows = at < 0 ? MILLION : Number(process.argv[at + 1])
  return withKept(await keptScans(rows), (_service, { db, pool }) => listCells(db, pool, OURS, rows))
}

/** @param orgId whose lists are asked for, in a database that `fillLists` has filled */
async function listCells(db: Db, pool: Pool, orgId: string, rows: number): Promise<Measured> {
  const middles = {
    created_at: await middle(pool, orgId, 'created_at'),
    risk_score: await middle(pool, orgId, 'coalesce(risk_score, -1), created_at'),
  }
  const base = product(RECOMMENDATIONS, MODES, DATES, ORDERS)
  const groups: [string, Part[]][] = [
    ['no word', base],
    ...Object.entries(WORDS).map(([name, words]): [string, Part[]] => [
      `word: ${name}`,
      product(
        words.map((q) => ({ q })),
        base,
      ),
    ]),
    ...Object.entries(REVIEWS).map(([name, part]): [string, Part[]] => [
      name,
      product([part], MODES, [{}, { recommendations: ['review_high'] }], ORDERS),
    ]),
  ]
  const table: Row[] = []
  const all: Record<'without' | 'word' | 'review', number[]> = { without: [], word: [], review: [] }
  for (const [name, every] of groups) {
    const parts = isSmoke ? every.slice(0, 2) : every
    const took: number[] = []
    let short = 0
    let worst = ''
    for (let round = 0; round < ROUNDS; round++)
      for (const part of parts)
        for (const after of [null, middles[part.sortBy ?? 'created_at']]) {
          const filter = { ...everyScan(orgId), ...part }
          const started = performance.now()
          const page = await listScans(db, filter, after, PAGE)
          const ms = performance.now() - started
          if (took.every((each) => each < ms)) worst = `${JSON.stringify(part)}${after ? ' deep' : ''}`
          took.push(ms)
          if (page.next && page.rows.length < PAGE) short++
        }
    all[name === 'no word' ? 'without' : name.startsWith('word') ? 'word' : 'review'].push(...took)
    table.push({ ...times(name, took), 'short pages': short, worst })
  }
  for (const [name, took] of Object.entries(all)) table.push({ ...times(`all: ${name}`, took) })
  const figure = (what: string, took: number[], most: number): Figure => {
    const value = quantile(took, 0.99)
    const work = `lists of ${rows} scans, ${what}: p99`
    return { work, floor: 'none', measured: `${value} ms`, value, unit: 'ms', reach: { most } }
  }
  return {
    table,
    figures: [
      figure('without words', all.without, 10),
      figure('with words', all.word, 100),
      figure('by status, review, code and domain', all.review, 10),
    ],
  }
}

function times(name: string, took: number[]): Row {
  return {
    lists: name,
    calls: took.length,
    'p50 ms': quantile(took, 0.5),
    'p95 ms': quantile(took, 0.95),
    'p99 ms': quantile(took, 0.99),
    'max ms': quantile(took, 1),
  }
}

function product(...factors: Part[][]): Part[] {
  return factors.reduce(
    (made, factor) => made.flatMap((part) => factor.map((more) => ({ ...part, ...more }))),
    [{}],
  )
}

async function middle(pool: Pool, orgId: string, order: string): Promise<ListPosition | null> {
  const { rows } = await pool.query<{ created_at: string; scan_id: string; risk: number }>(
    `select created_at, scan_id, coalesce(risk_score, -1) as risk from scans where org_id = $1
      order by ${order} offset (select count(*) from scans where org_id = $1) / 2 limit 1`,
    [orgId],
  )
  const [row] = rows
  return row ? { createdAt: row.created_at, scanId: row.scan_id, risk: row.risk } : null
}
