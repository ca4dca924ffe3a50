import { type RawBuilder, sql } from 'kysely'
import type { ProfileState } from '../../../sdk/contract.ts'
import type { ListFilter, ListPosition } from './list-filter.ts'
import { profileState } from './scan-reads.ts'

/** What a list shows of a scan `s`, and what it is ordered by. */
export const columns = sql`s.scan_id, s.profile_url, s.username, s.status, s.scan_mode, s.created_at as submitted_at,
  s.processing_completed_at as completed_at, s.recommendation, s.risk_score, s.confidence, ${profileState} as profile_state,
  coalesce(s.risk_score, -1) as sort_risk`

/** A scan as a list reads it. */
export interface ListedScan {
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
  /** -1 without a score. */
  sort_risk: number
}

const MODES = ['deep', 'quick'] as const
export const RECOMMENDATIONS = ['no_flags', 'review_low', 'review_medium', 'review_high']

/** One index of which a list reads rows in its order: what has to be said to be led to it, beside the filters. */
interface Walk {
  conditions: RawBuilder<unknown>[]
  /** Holds of hardly any row, which the planner would not guess: they are fetched by an index of their own, before anything else is asked. */
  isRare?: true
  /** Where the rows are taken from, no more than so many of each part that has the order; the table when left out. */
  from?: (most: number) => RawBuilder<unknown>
  filter: ListFilter
  after: ListPosition | null
}

/**
 * The next rows of a list, of what indexes of its order know: recommendation, mode, status, dates. Where several have a part of them, each is
 * walked and all are merged, row by row: whoever takes few rows reads few.
 */
export function scansInOrder(
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  walks = walksOf(filter, after),
): RawBuilder<unknown> {
  const pages = walks.map((walk) => {
    const [risk, created] = [sql`coalesce(risk_score, -1)`, sql`created_at`]
    const led = sql.join([sql`org_id = ${filter.orgId}`, ...walk.conditions], sql` and `)
    const asked = sql.join(listConditions(walk.filter, walk.after, risk, created), sql` and `)
    const found = walk.isRare
      ? sql`(select * from scans where ${led} offset 0) s where ${asked}`
      : sql`${walk.from?.(limit) ?? sql`scans`} s where ${led} and ${asked}`
    return sql`
    (select ${columns} from ${found}
      order by ${listOrder(walk.filter, risk, created)} limit ${limit})`
  })
  if (pages.length === 1) return sql`${pages[0]}`
  return sql`select * from (${sql.join(pages, sql` union all `)}) merged
    order by ${listOrder(filter, sql`sort_risk`, sql`submitted_at`)} limit ${limit}`
}

/**
 * By risk, what waits or runs and has no score comes behind all that has one: walks that leave it out are enough for a page that ends above. Null
 * where the next page cannot be one.
 */
export function walksOfScored(filter: ListFilter, after: ListPosition | null): Walk[] | null {
  const { status, recommendations, sortBy, sortOrder } = filter
  const areBoth = status === null && recommendations === null
  const isAbove = sortBy === 'risk_score' && sortOrder === 'desc' && (after === null || after.risk > -1)
  return areBoth && isAbove
    ? [...ended(filter, after), scored({ ...filter, status: 'processing' }, after)]
    : null
}

function walksOf(filter: ListFilter, after: ListPosition | null): Walk[] {
  const { status, recommendations, scanMode, sortBy } = filter
  if (status === 'failed' || status === 'processing') return unfinished(filter, after)
  if (status === 'completed' || recommendations !== null) return weighed(filter, after)
  const open = unfinished({ ...filter, status: 'processing' }, after)
  // Both modes in order of time have one index.
  if (scanMode === null && sortBy === 'created_at')
    return [{ conditions: [hasEnded], filter, after }, ...open]
  return [...ended(filter, after), ...open]
}

const hasEnded = sql`status <> 'processing'`

function weighed(filter: ListFilter, after: ListPosition | null): Walk[] {
  const walks = (filter.recommendations ?? RECOMMENDATIONS).flatMap((recommendation) =>
    modesOf(filter).map((scanMode) => ({
      conditions: [sql`recommendation = ${recommendation} and recommendation is not null`],
      filter: { ...filter, recommendations: null, scanMode },
      after,
    })),
  )
  if (filter.recommendations !== null) return walks
  const unweighed = sql`status = 'completed' and recommendation is null`
  return [...walks, { conditions: [unweighed], isRare: true, filter, after }]
}

function ended(filter: ListFilter, after: ListPosition | null): Walk[] {
  return modesOf(filter).map((scanMode) => ({
    conditions: [hasEnded],
    filter: { ...filter, scanMode },
    after,
  }))
}

export function modesOf({ scanMode }: ListFilter) {
  return scanMode === null ? MODES : [scanMode]
}

const isWeighedEarly = sql`status <> 'completed' and coalesce(risk_score::text, recommendation) is not null`

/** As good as none of them has a score or a recommendation: by risk they come in order of time, and what has one is merged in. */
function unfinished(filter: ListFilter, after: ListPosition | null): Walk[] {
  if (filter.recommendations !== null) return [{ conditions: [isWeighedEarly], isRare: true, filter, after }]
  if (filter.sortBy === 'created_at') return byTime(filter, after, [])
  const isBehindUnscored = after !== null && after.risk > -1 && filter.sortOrder === 'asc'
  if (isBehindUnscored) return [scored(filter, after)]
  const behind = after !== null && after.risk > -1 ? null : after
  const unscored = byTime({ ...filter, sortBy: 'created_at' }, behind, [sql`risk_score is null`])
  return [...unscored, scored(filter, after)]
}

function byTime(filter: ListFilter, after: ListPosition | null, others: RawBuilder<unknown>[]): Walk[] {
  if (filter.status === 'failed') return [{ conditions: [sql`status = 'failed'`, ...others], filter, after }]
  const from = (most: number) => sql`open_scans(
    ${filter.orgId}, ${[...modesOf(filter)]}::text[], ${filter.sortOrder === 'desc'}, ${after?.createdAt ?? null}::timestamptz, ${after?.scanId ?? null}::uuid,
    ${filter.fromDate}::timestamp at time zone 'UTC', (${filter.toDate}::date + 1)::timestamp at time zone 'UTC', ${others.length > 0}, ${most})`
  const open: Walk = { conditions: others, from, filter, after }
  if (filter.scanMode === 'quick') return [open]
  // Read as deep.
  const withoutMode = [sql`scan_mode is null and status = 'processing'`, ...others]
  return [open, { conditions: withoutMode, isRare: true, filter, after }]
}

function scored(filter: ListFilter, after: ListPosition | null): Walk {
  return { conditions: [sql`${isWeighedEarly} and risk_score is not null`], isRare: true, filter, after }
}

/** The filters that an index of the list's order knows, and the place behind which a page begins. */
export function listConditions(
  filter: ListFilter,
  after: ListPosition | null,
  risk: RawBuilder<unknown>,
  created: RawBuilder<unknown>,
) {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.recommendations) parts.push(sql`recommendation = any(${filter.recommendations})`)
  if (filter.status) parts.push(sql`status = ${filter.status}`)
  if (filter.scanMode) parts.push(sql`coalesce(scan_mode, 'deep') = ${filter.scanMode}`)
  parts.push(...daysOf(filter, after, created))
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

/**
 * The days of a list. In order of time a walk begins at whichever of its bounds the index is told first: the day that a page is far behind would lead it
 * past all that lies between, so that day and place are one bound.
 */
function daysOf(
  { fromDate, toDate, sortBy, sortOrder }: ListFilter,
  after: ListPosition | null,
  created: RawBuilder<unknown>,
) {
  const place = sortBy === 'created_at' && after ? sql`${after.createdAt}::timestamptz` : null
  const days: RawBuilder<unknown>[] = []
  if (fromDate) {
    const first = sql`${fromDate}::timestamp at time zone 'UTC'`
    days.push(sql`${created} >= ${place && sortOrder === 'asc' ? sql`greatest(${first}, ${place})` : first}`)
  }
  if (toDate) {
    const last = sql`(${toDate}::date + 1)::timestamp at time zone 'UTC' - interval '1 microsecond'`
    days.push(sql`${created} <= ${place && sortOrder === 'desc' ? sql`least(${last}, ${place})` : last}`)
  }
  return days
}

export function listOrder(
  filter: ListFilter,
  risk: RawBuilder<unknown>,
  created: RawBuilder<unknown>,
  scanId = sql`scan_id`,
) {
  const direction = filter.sortOrder === 'desc' ? sql`desc` : sql`asc`
  const newest = sql`${created} ${direction}, ${scanId} ${direction}`
  return filter.sortBy === 'risk_score' ? sql`${risk} ${direction}, ${newest}` : newest
}
