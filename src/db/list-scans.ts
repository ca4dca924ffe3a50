import { type RawBuilder, sql } from 'kysely'
import type { Decision, ProfileState } from '../../sdk/contract.ts'
import type { Creator } from './creators.ts'
import type { Tx } from './database.ts'
import { profileState } from './scan-reads.ts'
import { type TimePosition, timePage } from './time-page.ts'

export interface ListFilter {
  orgId: string
  recommendations: string[] | null
  scanMode: 'deep' | 'quick' | null
  /** Case-insensitive substring of URL or username. */
  q: string | null
  /** Inclusive days, `YYYY-MM-DD`. */
  fromDate: string | null
  toDate: string | null
  status: 'processing' | 'completed' | 'failed' | null
  batchId: string | null
  /** `undecided`: completed, and nobody has decided. */
  decisions: string[] | null
  /** Who decided: a person's id. */
  reviewer: string | null
  /** A person's id, or `nobody`. */
  assigned: string | null
  /** Of the report. */
  reasonCode: string | null
  /** Of the pages that the report cites, the profile's own among them. */
  domain: string | null
  sortBy: 'created_at' | 'risk_score'
  sortOrder: 'desc' | 'asc'
}

/** All scans of an organization, newest first. */
export function everyScan(orgId: string): ListFilter {
  return {
    orgId,
    recommendations: null,
    scanMode: null,
    q: null,
    fromDate: null,
    toDate: null,
    status: null,
    batchId: null,
    decisions: null,
    reviewer: null,
    assigned: null,
    reasonCode: null,
    domain: null,
    sortBy: 'created_at',
    sortOrder: 'desc',
  }
}

/** The place behind a row in its order. `risk` is -1 for a scan without a score. */
export interface ListPosition {
  createdAt: string
  scanId: string
  risk: number
}

export interface ListRow {
  scan_id: string
  profile_url: string
  status: 'processing' | 'completed' | 'failed'
  scan_mode: 'deep' | 'quick' | null
  submitted_at: string
  completed_at: string | null
  recommendation: 'no_flags' | 'review_low' | 'review_medium' | 'review_high' | null
  risk_score: number | null
  confidence: 'low' | 'medium' | 'high' | null
  profile_state: ProfileState | null
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

/** Rows that a search looks at, newest first, before it turns to an index of what is sought. Measured: about 0.9 µs a row. */
const WALK_ROWS = 15_000
/** Candidates of such an index that are sorted at most; 5 to 8 µs each. */
const CANDIDATE_ROWS = 30_000

/**
 * One page of scans. Every form of it walks an index in its order, so that a deep page costs what the first one does.
 * A search, for words or for what people made of scans, walks the newest rows first and then asks the index of what is sought; where
 * both meet their bounds it answers with what was found and says where to go on, so a page may be short before the end.
 */
export async function listScans(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): Promise<ListPage> {
  const { rows, next } = await pageOf(db, filter, after, limit)
  return { rows: await withReviews(db, rows), next }
}

function pageOf(db: Tx, filter: ListFilter, after: ListPosition | null, limit: number): Promise<Page> {
  if (filter.batchId !== null) return pageOfBatch(db, filter, after, limit)
  return sought(filter).length > 0
    ? search(db, filter, after, limit)
    : pageByIndex(db, filter, after, limit + 1).then((rows) => firstRows(rows, limit))
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
  const { rows } = await sql<Row>`
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
  const { rows } = await sql<Row>`
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
  const { rows } = await sql<Row>`
    select ${columns} from scans s where s.org_id = ${orgId} and s.scan_id = any(${scanIds}::uuid[])`.execute(
    db,
  )
  return withReviews(db, rows)
}

type Page = { rows: Row[]; next: ListPosition | null }
type Row = Omit<ListRow, 'decision' | 'reviewer' | 'assigned_to' | 'reason_codes'> & { sort_risk: number }

async function pageByIndex(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`${orderedRows(filter, after, limit)}`.execute(db)
  return rows
}

async function search(db: Tx, filter: ListFilter, after: ListPosition | null, limit: number): Promise<Page> {
  const walked = await walk(db, filter, after, limit + 1)
  if (walked.length > limit) return firstRows(walked, limit)
  const end = await endOfWalk(db, filter, after)
  if (end === null) return firstRows(walked, limit)
  if (hasIndex(filter)) {
    const found = await candidates(db, filter, after, limit + 1)
    if (found.matches < CANDIDATE_ROWS) return firstRows(found.rows, limit)
  }
  return { rows: walked, next: end }
}

/** Fewer than three letters have no trigram; everything else that is sought has an index of its own. */
function hasIndex(filter: ListFilter): boolean {
  return sought(filter).length > (filter.q && [...filter.q].length < 3 ? 1 : 0)
}

/** Matches among the next rows in order. Stops at a full page: what is common is found at once. */
async function walk(db: Tx, filter: ListFilter, after: ListPosition | null, limit: number) {
  const { rows } = await sql<Row>`
    select walked.* from (${orderedRows(filter, after, WALK_ROWS)}) walked
      left join scan_reviews r on r.scan_id = walked.scan_id
     where ${sql.join(sought(filter), sql` and `)}
     order by ${order(filter, sql`sort_risk`, sql`submitted_at`, sql`walked.scan_id`)} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Where a walk of full length ends; null when the rows end before it. */
async function endOfWalk(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
): Promise<ListPosition | null> {
  const { rows } = await sql<Row>`
    select walked.* from (${orderedRows(filter, after, WALK_ROWS)}) walked
     order by ${order(filter, sql`sort_risk`, sql`submitted_at`)} offset ${WALK_ROWS - 1} limit 1`.execute(db)
  return rows[0] ? positionOf(rows[0]) : null
}

async function candidates(db: Tx, filter: ListFilter, after: ListPosition | null, limit: number) {
  const { rows } = await sql<{ matches: number; found: string }>`
    with matching as materialized (
      select ${columns} from scans s left join scan_reviews r on r.scan_id = s.scan_id
       where s.org_id = ${filter.orgId} and ${sql.join(sought(filter, filter.orgId), sql` and `)} limit ${CANDIDATE_ROWS}),
    page as (
      select m.* from matching m
       where ${sql.join(conditions(filter, after, sql`m.sort_risk`, sql`m.submitted_at`), sql` and `)}
       order by ${order(filter, sql`m.sort_risk`, sql`m.submitted_at`)} limit ${limit})
    select (select count(*) from matching) as matches, coalesce((select json_agg(page) from page), '[]') as found`.execute(
    db,
  )
  return { matches: rows[0]?.matches ?? 0, rows: rows[0] ? parseRows(rows[0].found) : [] }
}

/** A batch is small enough to be sorted whole. */
async function pageOfBatch(
  db: Tx,
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): Promise<Page> {
  const { rows } = await sql<Row>`
    with matching as materialized (
      select ${columns} from scans s left join scan_reviews r on r.scan_id = s.scan_id
       where s.org_id = ${filter.orgId} and s.batch_id = ${filter.batchId}::uuid
         and ${sql.join([sql`true`, ...sought(filter)], sql` and `)})
    select m.* from matching m
     where ${sql.join(conditions(filter, after, sql`m.sort_risk`, sql`m.submitted_at`), sql` and `)}
     order by ${order(filter, sql`m.sort_risk`, sql`m.submitted_at`)} limit ${limit + 1}`.execute(db)
  return firstRows(rows, limit)
}

/**
 * What no index of the list's order knows, of a scan and its review `r`.
 * @param orgId said of the review too, for an index of reviews to be of use
 */
function sought(filter: ListFilter, orgId: string | null = null): RawBuilder<unknown>[] {
  const { q, status, decisions, reviewer, assigned, reasonCode, domain } = filter
  const ofReview: RawBuilder<unknown>[] = []
  if (decisions) {
    const decided = decisions.filter((each) => each !== 'undecided')
    const either = [
      ...(decided.length > 0 ? [sql`r.decision = any(${decided}::text[])`] : []),
      ...(decided.length < decisions.length ? [sql`r.decision is null`] : []),
    ]
    ofReview.push(sql`(${sql.join(either, sql` or `)})`)
    if (decided.length === decisions.length) ofReview.push(sql`r.decision is not null`)
  }
  if (reviewer !== null) ofReview.push(sql`r.decision is not null and r.decided_by = ${reviewer}`)
  if (assigned === 'nobody') ofReview.push(sql`r.assigned_to is null`)
  else if (assigned !== null) ofReview.push(sql`r.assigned_to = ${assigned}`)
  if (reasonCode !== null) ofReview.push(sql`r.reason_codes @> array[${reasonCode}::text]`)
  if (domain !== null) ofReview.push(sql`r.domains @> array[${domain}::text]`)
  if (ofReview.length > 0)
    ofReview.push(orgId === null ? sql`r.scan_id is not null` : sql`r.org_id = ${orgId}`)
  return [...(q ? [matches(q)] : []), ...(status === null ? [] : [sql`status = ${status}`]), ...ofReview]
}

const columns = sql`s.scan_id, s.profile_url, s.username, s.status, s.scan_mode, s.created_at as submitted_at,
  s.processing_completed_at as completed_at, s.recommendation, s.risk_score, s.confidence, ${profileState} as profile_state,
  coalesce(s.risk_score, -1) as sort_risk`

/** With several recommendations: one ordered page of each, merged, so that each walks its own index. */
function orderedRows(filter: ListFilter, after: ListPosition | null, limit: number): RawBuilder<unknown> {
  const page = (recommendation: string | null) => sql`
    (select ${columns} from scans s
      where ${sql.join(
        [
          sql`org_id = ${filter.orgId}`,
          ...(recommendation === null
            ? []
            : [sql`recommendation = ${recommendation} and recommendation is not null`]),
          ...conditions(
            { ...filter, recommendations: null },
            after,
            sql`coalesce(risk_score, -1)`,
            sql`created_at`,
          ),
        ],
        sql` and `,
      )}
      order by ${order(filter, sql`coalesce(risk_score, -1)`, sql`created_at`)} limit ${limit})`
  const wanted = filter.recommendations ?? [null]
  if (wanted.length === 1) return page(wanted[0] ?? null)
  return sql`select * from (${sql.join(wanted.map(page), sql` union all `)}) merged
    order by ${order(filter, sql`sort_risk`, sql`submitted_at`)} limit ${limit}`
}

function conditions(
  filter: ListFilter,
  after: ListPosition | null,
  risk: RawBuilder<unknown>,
  created: RawBuilder<unknown>,
) {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.recommendations) parts.push(sql`recommendation = any(${filter.recommendations})`)
  if (filter.scanMode) parts.push(sql`coalesce(scan_mode, 'deep') = ${filter.scanMode}`)
  if (filter.fromDate) parts.push(sql`${created} >= ${filter.fromDate}::timestamp at time zone 'UTC'`)
  if (filter.toDate) parts.push(sql`${created} < (${filter.toDate}::date + 1)::timestamp at time zone 'UTC'`)
  if (after) {
    const beyond = filter.sortOrder === 'desc' ? sql`<` : sql`>`
    parts.push(
      filter.sortBy === 'risk_score'
        ? sql`(${risk}, ${created}, scan_id) ${beyond} (${after.risk}::integer, ${after.createdAt}::timestamptz, ${after.scanId}::uuid)`
        : sql`(${created}, scan_id) ${beyond} (${after.createdAt}::timestamptz, ${after.scanId}::uuid)`,
    )
  }
  return parts
}

function order(
  filter: ListFilter,
  risk: RawBuilder<unknown>,
  created: RawBuilder<unknown>,
  scanId = sql`scan_id`,
) {
  const direction = filter.sortOrder === 'desc' ? sql`desc` : sql`asc`
  const newest = sql`${created} ${direction}, ${scanId} ${direction}`
  return filter.sortBy === 'risk_score' ? sql`${risk} ${direction}, ${newest}` : newest
}

/** The line break keeps a match from running over the end of the URL into the username. */
function matches(q: string) {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(profile_url || E'\n' || coalesce(username, '')) like ${pattern}`
}

function firstRows(rows: Row[], limit: number): Page {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? positionOf(last) : null }
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

async function withReviews(db: Tx, page: Row[]): Promise<ListRow[]> {
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

function positionOf(row: Row): ListPosition {
  return { createdAt: row.submitted_at, scanId: row.scan_id, risk: row.sort_risk }
}

function publicRow(row: Row) {
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

function parseRows(json: string): Row[] {
  const rows: Row[] = JSON.parse(json)
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
