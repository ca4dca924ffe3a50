import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { ListFilter, ListPosition } from './list-filter.ts'
import { isLed, reviewsInOrder, reviewsLed } from './reviews-in-order.ts'
import { columns, type ListedScan, listConditions, listOrder, scansInOrder } from './scans-in-order.ts'
import { hasWordsOf, isOfReviews, marksOf, matches, sought, soughtOfReview } from './sought.ts'

/** Rows in a walk are dense where they lie side by side, as those of all scans in order of time do; or they are reviews. */
type Lie = 'dense' | 'sparse' | 'reviews'

/** What a search costs at most. */
export interface SearchBounds {
  /** Rows that tell how common is what is sought, and of these the matches that are enough to walk on. */
  first: Record<Lie, number>
  common: Record<Lie, number>
  /** Rows that a search looks at in all. */
  walk: Record<Lie, number>
  /** Scans with the words that are sorted. */
  withWords: number
  /** Reviews that are sorted. */
  withReview: number
}

/** Measured: 1 µs for a dense row, 10 µs for a sparse one, 2 µs for a review, more where none of it is in memory, 8 µs for a scan with the words. */
export const SEARCH_BOUNDS: SearchBounds = {
  first: { dense: 1000, sparse: 500, reviews: 300 },
  // What an index knows of a review costs little: the walk goes on where some 1500 rows have a page.
  common: { dense: 2, sparse: 2, reviews: 4 },
  walk: { dense: 12_000, sparse: 4000, reviews: 4000 },
  withWords: 5000,
  withReview: 3000,
}

/** Rows of a page, and where the next one starts: null behind the last row of all. */
export interface Found {
  rows: ListedScan[]
  next: ListPosition | null
}

/**
 * One page of scans with what no index of the list's order knows. A few rows in order tell how common it is: what is common is found by walking
 * on, of what is rare an index knows all. Where both meet their bounds, the page has what was found, and says where to go on.
 */
export async function searchScans(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  bounds = SEARCH_BOUNDS,
): Promise<Found> {
  if (isOfReviews(filter) && isLed(filter)) return pageOfReviews(db, filter, after, limit)
  const lie = lieOf(filter)
  const firstRows = bounds.first[lie]
  const first = await walk(db, filter, after, limit, firstRows)
  if (first.end === null || first.rows.length > limit) return pageOf(first.rows, limit)
  const isCommon = first.rows.length >= bounds.common[lie]
  const rare = isCommon ? null : await rareMatches(db, filter, after, limit, bounds)
  if (rare) return rare
  const rest = await walk(db, filter, first.end, limit - first.rows.length, bounds.walk[lie] - firstRows)
  const rows = [...first.rows, ...rest.rows]
  if (rest.end === null || rows.length > limit) return pageOf(rows, limit)
  const isStillCommon = rows.length >= limit / 2
  return (
    (isCommon && !isStillCommon && (await rareMatches(db, filter, after, limit, bounds))) || {
      rows,
      next: rest.end,
    }
  )
}

async function pageOfReviews(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): Promise<Found> {
  const { rows } = await sql<ListedScan>`
    select ${columns} from (${reviewsLed(filter, after, limit + 1)}) led join scans s using (scan_id)
     order by ${listOrder(filter, sql`led.sort_risk`, sql`led.submitted_at`)}`.execute(db)
  return pageOf(rows, limit)
}

function lieOf(filter: ListFilter): Lie {
  const { sortBy, recommendations, scanMode, status } = filter
  if (isOfReviews(filter)) return 'reviews'
  const areAll = recommendations === null && scanMode === null && status === null
  return areAll && sortBy === 'created_at' ? 'dense' : 'sparse'
}

/** The first of sorted rows; one more than the page has says that there is another. */
export function pageOf(rows: ListedScan[], limit: number): Found {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? positionOf(last) : null }
}

/**
 * Matches among the next rows in order, up to one more than `limit`; stops as soon as it has them.
 * @returns `end`: the last of these rows; null where there are fewer, or where it has stopped before
 */
async function walk(db: Tx, filter: ListFilter, after: ListPosition | null, limit: number, mostRows: number) {
  const walked = isOfReviews(filter) ? walkedReviews : walkedScans
  const { rows } = await sql<ListedScan & { place: number; is_match: boolean | null }>`
    select ${columns}, found.place, found.is_match from (
      select * from (${walked(filter, after, mostRows)}) walked
       where is_match or place = ${mostRows}
       order by ${listOrder(filter, sql`sort_risk`, sql`submitted_at`)} limit ${limit + 1}) found
      join scans s using (scan_id)
     order by ${listOrder(filter, sql`found.sort_risk`, sql`found.submitted_at`)}`.execute(db)
  const last = rows.at(-1)
  return {
    rows: rows.filter((row) => row.is_match),
    end: last?.place === mostRows ? positionOf(last) : null,
  }
}

function walkedScans(filter: ListFilter, after: ListPosition | null, mostRows: number) {
  return sql`
    select w.scan_id, w.submitted_at, w.sort_risk, row_number() over () as place, (${sql.join(sought(filter), sql` and `)}) as is_match
      from (${scansInOrder(filter, after, mostRows)}) w ${reviewOf(filter)}`
}

function walkedReviews(filter: ListFilter, after: ListPosition | null, mostRows: number) {
  const hasWords = filter.q === null ? sql`true` : hasWordsOf(filter.q, sql`w.scan_id`)
  return sql`
    select w.scan_id, w.submitted_at, w.sort_risk, row_number() over () as place, w.is_match and ${hasWords} as is_match
      from (${reviewsInOrder(filter, after, mostRows, sql.join(soughtOfReview(filter), sql` and `))}) w`
}

/** Row by row: all reviews at once would be as many as there are scans. */
function reviewOf(filter: ListFilter) {
  return soughtOfReview(filter).length === 0
    ? sql``
    : sql`left join lateral (select * from scan_reviews v where v.scan_id = w.scan_id limit 1) r on true`
}

/** The page as an index of words or reviews gives it; null where none knows what is sought, or where there is too much to sort. */
async function rareMatches(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  bounds: SearchBounds,
): Promise<Found | null> {
  const byWords = await rareByWords(db, filter, after, limit, bounds)
  const ofReview = soughtOfReview(filter).length > 0
  if (byWords === null) return ofReview ? rareByReview(db, filter, after, limit, bounds) : null
  // What waits or runs has no review, and is in no index of words.
  if (ofReview || filter.status !== null) return pageOf(byWords, limit)
  const open = await walk(db, { ...filter, status: 'processing' }, after, limit, bounds.walk.dense)
  return merged(filter, byWords, open, limit)
}

/** Of what has ended. */
async function rareByWords(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  { withWords }: SearchBounds,
): Promise<ListedScan[] | null> {
  const { q, orgId, status } = filter
  // Fewer than three letters have no trigram.
  if (q === null || [...q].length < 3 || status === 'processing') return null
  return fewInOrder(db, filter, after, limit, {
    most: withWords,
    found: sql`select ${ofScan} from scans s where s.org_id = ${orgId} and s.status <> 'processing' and ${matches(q)}`,
    matching: sql`select w.* from found w ${reviewOf(filter)} where ${sql.join([sql`true`, ...soughtOfReview(filter)], sql` and `)}`,
  })
}

async function rareByReview(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  { withReview }: SearchBounds,
): Promise<Found | null> {
  // That nobody has been given a case is true of most.
  const rare = soughtOfReview({ ...filter, assigned: filter.assigned === 'nobody' ? null : filter.assigned })
  if (rare.length === 0) return null
  const rows = await fewInOrder(db, filter, after, limit, {
    most: withReview,
    found: sql`
      select r.scan_id, r.created_at as submitted_at, coalesce(r.risk_score, -1) as sort_risk, r.recommendation, r.scan_mode,
             (${sql.join(soughtOfReview(filter), sql` and `)}) as is_match
        from scan_reviews r where ${sql.join([...rare, ...marksOf(filter)], sql` and `)}`,
    matching: sql`
      select f.*, 'completed' as status from found f
       where f.is_match and ${filter.q === null ? sql`true` : hasWordsOf(filter.q, sql`f.scan_id`)}`,
  })
  return rows && pageOf(rows, limit)
}

/** Those of `matching` behind a place, sorted, up to one more than `limit`; null where what they are sought among is not less than `most`. */
async function fewInOrder(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  { most, found, matching }: { most: number; found: RawBuilder<unknown>; matching: RawBuilder<unknown> },
): Promise<ListedScan[] | null> {
  const { rows } = await sql<{ is_few: boolean; page: string }>`
    with found as materialized (${found} limit ${most}), few as materialized (select count(*) < ${most} as is_few from found),
    page as materialized (
      select m.* from (${matching}) m
       where (select is_few from few)
         and ${sql.join(listConditions(filter, after, sql`m.sort_risk`, sql`m.submitted_at`), sql` and `)}
       order by ${listOrder(filter, sql`m.sort_risk`, sql`m.submitted_at`)} limit ${limit + 1}),
    listed as materialized (
      select ${columns} from page join scans s using (scan_id)
       order by ${listOrder(filter, sql`page.sort_risk`, sql`page.submitted_at`)})
    select is_few, coalesce((select json_agg(listed) from listed), '[]') as page from few`.execute(db)
  return rows[0]?.is_few ? parseRows(rows[0].page) : null
}

/** What a page is chosen and ordered by. */
const ofScan = sql`s.scan_id, s.created_at as submitted_at, coalesce(s.risk_score, -1) as sort_risk, s.recommendation, s.status, s.scan_mode`

/** Ended scans and those that a walk has found; where it has not come to its end, no further than it. */
function merged(
  filter: ListFilter,
  ended: ListedScan[],
  open: { rows: ListedScan[]; end: ListPosition | null },
  limit: number,
): Found {
  const rows = [...ended, ...open.rows].sort((a, b) => inOrder(filter, positionOf(a), positionOf(b)))
  const { end } = open
  if (end === null) return pageOf(rows, limit)
  const reached = rows.filter((row) => inOrder(filter, positionOf(row), end) <= 0)
  return reached.length > limit ? pageOf(reached, limit) : { rows: reached, next: end }
}

/** As `listOrder` has it; moments and ids are of one length, so that their letters tell. */
function inOrder({ sortBy, sortOrder }: ListFilter, a: ListPosition, b: ListPosition): number {
  const byTime = (left: string, right: string) => Number(left > right) - Number(left < right)
  const ascending =
    (sortBy === 'risk_score' ? a.risk - b.risk : 0) ||
    byTime(a.createdAt, b.createdAt) ||
    byTime(a.scanId, b.scanId)
  return sortOrder === 'asc' ? ascending : -ascending
}

/** All scans of a batch that match, in order: a batch is small enough to be sorted whole. */
export async function searchBatch(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): Promise<Found> {
  const { rows } = await sql<ListedScan>`
    with matching as materialized (
      select ${columns} from scans s left join scan_reviews r on r.scan_id = s.scan_id
       where s.org_id = ${filter.orgId} and s.batch_id = ${filter.batchId}::uuid
         and ${sql.join([sql`true`, ...sought(filter)], sql` and `)})
    select m.* from matching m
     where ${sql.join(listConditions(filter, after, sql`m.sort_risk`, sql`m.submitted_at`), sql` and `)}
     order by ${listOrder(filter, sql`m.sort_risk`, sql`m.submitted_at`)} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit)
}

/** Where the rows behind one begin. */
function positionOf(row: ListedScan): ListPosition {
  return { createdAt: row.submitted_at, scanId: row.scan_id, risk: row.sort_risk }
}

function parseRows(json: string): ListedScan[] {
  const rows: ListedScan[] = JSON.parse(json)
  return rows.map((row) => ({
    ...row,
    submitted_at: fullTimestamp(row.submitted_at),
    completed_at: row.completed_at && fullTimestamp(row.completed_at),
  }))
}

/** `json_agg` trims trailing zeros of the fraction: `…21.08+00:00` → `…21.080000+00:00`. */
function fullTimestamp(text: string): string {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  return `${text.slice(0, 19)}.${fraction.padEnd(6, '0')}+00:00`
}
