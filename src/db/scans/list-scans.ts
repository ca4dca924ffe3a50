import { type RawBuilder, sql } from 'kysely'
import type { Decision } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'
import type { Creator } from './creators.ts'
import type { ListFilter, ListPosition } from './list-filter.ts'
import { columns, type ListedScan, scansInOrder, walksOfScored } from './scans-in-order.ts'
import {
  type Found,
  pageOf,
  SEARCH_BOUNDS,
  type SearchBounds,
  searchBatch,
  searchScans,
} from './search-scans.ts'
import { isSearch } from './sought.ts'

export interface ListRow extends Omit<ListedScan, 'sort_risk'> {
  /** What people made of it; empty where it has not completed. */
  decision: Decision | null
  reviewer: { user_id: string | null; email: string } | null
  assigned_to: { user_id: string; email: string } | null
  reason_codes: string[]
}

export interface ListPage {
  rows: ListRow[]
  /** Where the next page starts; null at the end. */
  next: ListPosition | null
}

/**
 * One page of scans. Every form of it walks an index in its order, so that a deep page costs what the first one does. One of a search may be
 * short before the end.
 */
export async function listScans(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  bounds = SEARCH_BOUNDS,
): Promise<ListPage> {
  const { rows, next } = await pageOfScans(db, filter, after, limit, bounds)
  return { rows: await withReviews(db, rows), next }
}

async function pageOfScans(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  bounds: SearchBounds,
): Promise<Found> {
  if (filter.batchId !== null) return searchBatch(db, filter, after, limit)
  if (isSearch(filter)) return searchScans(db, filter, after, limit, bounds)
  const walks = walksOfScored(filter, after)
  const above = walks && (await inOrder(db, filter, after, limit + 1, walks))
  if (above && above.length > limit && (above[limit - 1]?.sort_risk ?? -1) > -1) return pageOf(above, limit)
  return pageOf(await inOrder(db, filter, after, limit + 1), limit)
}

async function inOrder(db: Tx, ...asked: Parameters<typeof scansInOrder>): Promise<ListedScan[]> {
  const { rows } = await sql<ListedScan>`${scansInOrder(...asked)}`.execute(db)
  return rows
}

/** The newest scans of a watch, page by page. */
export async function scansOfWatch(
  db: Tx,
  { orgId, watchId }: { orgId: string; watchId: string },
  after: TimePosition | null,
  limit: number,
) {
  const behind = after
    ? sql`and (r.submitted_at, r.scan_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedScan>`
    select ${columns} from (
      select r.scan_id, r.submitted_at from watch_scans r where r.watch_id = ${watchId} ${behind}
       order by r.submitted_at desc, r.scan_id desc limit ${limit + 1}) r
      join scans s using (scan_id) where s.org_id = ${orgId}
     order by r.submitted_at desc, r.scan_id desc`.execute(db)
  const page = timePage(rows, limit, (row) => ({ at: row.submitted_at, id: row.scan_id }))
  return { rows: await withReviews(db, page.rows), next: page.next }
}

/** The newest scans of a creator, page by page; with those that still run at one of the addresses, of whom nobody knows yet whose they are. */
export async function scansOfCreator(
  db: Tx,
  { creator, addresses }: { creator: Creator; addresses: string[] },
  after: TimePosition | null,
  limit: number,
) {
  const behind = (of: RawBuilder<unknown>) =>
    after ? sql`and (${of}.created_at, ${of}.scan_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ListedScan>`
    select ${columns} from (
      (select own.scan_id, own.created_at from unnest(${creator.names}::text[]) name cross join lateral (
        select c.scan_id, c.created_at from creator_scans c
         where c.org_id = ${creator.orgId} and c.creator = name ${behind(sql`c`)}
         order by c.created_at desc, c.scan_id desc limit ${limit + 1}) own)
      union all
      (select r.scan_id, r.created_at from scans r
        where r.org_id = ${creator.orgId} and r.target_url = any(${addresses}::text[]) and r.status = 'processing' ${behind(sql`r`)})
      order by created_at desc, scan_id desc limit ${limit + 1}) found
      join scans s using (scan_id)
     order by found.created_at desc, found.scan_id desc`.execute(db)
  const page = timePage(rows, limit, (row) => ({ at: row.submitted_at, id: row.scan_id }))
  return { rows: await withReviews(db, page.rows), next: page.next }
}

/** In no order. */
export async function scansWithIds(db: Tx, orgId: string, scanIds: string[]): Promise<ListRow[]> {
  const { rows } = await sql<ListedScan>`
    select ${columns} from scans s where s.org_id = ${orgId} and s.scan_id = any(${scanIds}::uuid[])`.execute(
    db,
  )
  return withReviews(db, rows)
}

interface ReviewOfRow {
  scan_id: string
  decision: Decision | null
  decided_by: string | null
  decided_by_email: string | null
  assigned_to: string | null
  assigned_to_email: string | null
  reason_codes: string[]
}

async function withReviews(db: Tx, page: ListedScan[]): Promise<ListRow[]> {
  const { rows } = await sql<ReviewOfRow>`
    select r.scan_id, r.decision, r.decided_by, r.decided_by_email, r.assigned_to, a.email as assigned_to_email, r.reason_codes
      from scan_reviews r left join auth_user a on a.id = r.assigned_to
     where r.scan_id = any(${page.map((row) => row.scan_id)}::uuid[])`.execute(db)
  const reviews = new Map(rows.map((row) => [row.scan_id, row]))
  return page.map((row) => ({ ...publicRow(row), ...publicReview(reviews.get(row.scan_id)) }))
}

function publicReview(review: ReviewOfRow | undefined) {
  const { decision = null, decided_by = null, decided_by_email = null } = review ?? {}
  const { assigned_to = null, assigned_to_email = null, reason_codes = [] } = review ?? {}
  return {
    decision,
    reviewer: decision && decided_by_email ? { user_id: decided_by, email: decided_by_email } : null,
    assigned_to: assigned_to === null ? null : { user_id: assigned_to, email: assigned_to_email ?? '' },
    reason_codes,
  }
}

function publicRow(row: ListedScan) {
  const {
    scan_id,
    profile_url,
    status,
    scan_mode,
    submitted_at,
    completed_at,
    recommendation,
    risk_score,
    confidence,
    profile_state,
  } = row
  return {
    scan_id,
    profile_url,
    status,
    scan_mode,
    submitted_at,
    completed_at,
    recommendation,
    risk_score,
    confidence,
    profile_state,
  }
}
