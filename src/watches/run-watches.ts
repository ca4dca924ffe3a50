import type { Logger } from 'pino'
import type { Db, Tx } from '../db/database.ts'
import { type OrgViewRow, type ViewFilter, viewsOfOrg } from '../db/organization/org-views.ts'
import { orgUsage } from '../db/organization/orgs.ts'
import { everyScan, type ListFilter, type ListPosition } from '../db/scans/list-filter.ts'
import { listScans } from '../db/scans/list-scans.ts'
import { takeWatchedScan, unnotedScans } from '../db/scans/scan-changes.ts'
import { databaseTime } from '../db/scans/scan-reads.ts'
import { submitScans } from '../db/scans/submissions.ts'
import {
  beginRun,
  lockDueProfile,
  lockDueWatch,
  noteSubmitted,
  postponeDue,
  setNextRun,
} from '../db/watches/watch-runs.ts'
import { setProfiles, type WatchedUrl, type WatchRow } from '../db/watches/watches.ts'
import type { Metrics } from '../metrics.ts'
import type { EnqueueContext } from '../webhooks/enqueue.ts'
import { nextRun } from './next-run.ts'
import { noteChanges } from './note-changes.ts'

export interface WatchContext extends EnqueueContext {
  db: Db
  log: Logger
  metrics?: Pick<Metrics, 'watchRuns' | 'watchScans'>
  /** What a saved view means as a filter of the list. */
  readFilter: (view: ViewFilter) => Omit<ListFilter, 'orgId'>
}

/** What a view can list for a watch; the newest. */
export const MOST_PROFILES = 1000
/** Rows of a view that are looked at for as many profiles. */
const MOST_ROWS = 10_000
const PAGE = 100
/** In one go; the next minute goes on. */
const MOST_SUBMITTED = 2000
const MOST_LEFT = 100

/**
 * Begins what is due and submits it: what each worker does every minute. Any number of them share the work without doing anything twice,
 * because each step is one transaction under a lock, and one that is killed half-way leaves no half of a step.
 */
export async function runWatches(ctx: WatchContext) {
  const runs = await repeat(Number.POSITIVE_INFINITY, () => beginDueRun(ctx))
  const submitted = await repeat(MOST_SUBMITTED, () => submitDueProfile(ctx))
  const left = await noteLeft(ctx)
  ctx.metrics?.watchRuns.inc(runs)
  ctx.metrics?.watchScans.inc(submitted)
  if (runs + submitted + left > 0) ctx.log.info({ runs, submitted, noted_late: left }, 'watches')
}

/** How often there was something to do. */
async function repeat(most: number, step: () => Promise<boolean>): Promise<number> {
  let count = 0
  while (count < most && (await step())) count += 1
  return count
}

/** The run of one watch. False when none is due. */
async function beginDueRun(ctx: WatchContext): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const watch = await lockDueWatch(tx)
    if (!watch) return false
    const now = await databaseTime(tx)
    const next = nextRunOf(watch, now)
    if (isEnded(watch, now)) await setNextRun(tx, watch.watch_id, null)
    else if (watch.snoozed_until !== null && watch.snoozed_until > now)
      await setNextRun(tx, watch.watch_id, next)
    else {
      if (watch.of_view) await setProfiles(tx, watch.watch_id, await profilesOfView(tx, watch, ctx))
      await beginRun(tx, watch.watch_id, next)
    }
    return true
  })
}

/** As the database writes a moment; null when the watch will have ended by then. */
export function nextRunOf(
  watch: Pick<WatchRow, 'watch_id' | 'schedule' | 'snoozed_until' | 'ends_at'>,
  now: string,
): string | null {
  const { snoozed_until: snoozed } = watch
  const from = snoozed !== null && snoozed > now ? snoozed : now
  const next = nextRun(watch.schedule, watch.watch_id, new Date(from)).toISOString().replace('Z', '000+00:00')
  return watch.ends_at !== null && watch.ends_at <= next ? null : next
}

function isEnded({ ends_at, of_view, view_id }: WatchRow, now: string): boolean {
  return (ends_at !== null && ends_at <= now) || (of_view && view_id === null)
}

/** Each profile of its newest scans once. */
async function profilesOfView(
  tx: Tx,
  { org_id: orgId, view_id, created_by }: WatchRow,
  ctx: Pick<WatchContext, 'readFilter' | 'log'>,
): Promise<WatchedUrl[]> {
  const view = (await viewsOfOrg(tx, orgId)).find((each) => each.view_id === view_id)
  if (!view) return []
  const asked = readOrNull(ctx, view)
  if (asked === null) return []
  // Whoever made the watch is meant; of a key nobody.
  const who = (id: string | null) => (id === 'me' ? (created_by ?? 'nobody-made-it') : id)
  const filter = {
    ...everyScan(orgId),
    ...asked,
    reviewer: who(asked.reviewer),
    assigned: who(asked.assigned),
  }
  const found = new Map<string, WatchedUrl>()
  let after: ListPosition | null = null
  for (let rows = 0; rows < MOST_ROWS && found.size < MOST_PROFILES; rows += PAGE) {
    const page: Awaited<ReturnType<typeof listScans>> = await listScans(tx, filter, after, PAGE)
    for (const { profile_url: url } of page.rows) {
      const target = URL.parse(url)?.href
      if (target !== undefined && !found.has(target)) found.set(target, { url, target })
    }
    if (page.next === null) break
    after = page.next
  }
  return [...found.values()].slice(0, MOST_PROFILES)
}

/** A view that another version wrote lists nothing, and holds up no other watch. */
function readOrNull(
  { readFilter, log }: Pick<WatchContext, 'readFilter' | 'log'>,
  { view_id, filter }: Pick<OrgViewRow, 'view_id' | 'filter'>,
) {
  try {
    return readFilter(filter)
  } catch (error) {
    log.warn({ err: error, view_id }, 'the view of a watch cannot be read')
    return null
  }
}

/** One profile, or the postponement of all that an organization has due. False when nothing is due. */
async function submitDueProfile({ db }: WatchContext): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const due = await lockDueProfile(tx)
    if (!due) return false
    const usage = await orgUsage(tx, due.org_id)
    const isFull = usage !== undefined && usage.daily_limit !== null && usage.used >= usage.daily_limit
    const granted = isFull ? null : await submit(tx, due)
    if (granted === null || granted.scan_id === null) return (await postponeDue(tx, due.org_id)) > 0
    await noteSubmitted(tx, due, { scanId: granted.scan_id, submittedAt: granted.submitted_at })
    return true
  })
}

/** As everybody's scans are: within the day's limit, counted, and in turn with the organization's others. */
function submit(tx: Tx, due: NonNullable<Awaited<ReturnType<typeof lockDueProfile>>>) {
  return submitScans(tx, {
    orgId: due.org_id,
    batchId: null,
    scanMode: due.scan_mode,
    callbackUrl: due.callback_url,
    metadata: JSON.stringify({ watch_id: due.watch_id }),
    profiles: [{ url: due.profile_url, target: due.target_url }],
  })
}

/** Ends that a worker of an older version wrote. */
async function noteLeft(ctx: WatchContext): Promise<number> {
  const left = await unnotedScans(ctx.db, MOST_LEFT)
  for (const scan of left) {
    await ctx.db.transaction().execute(async (tx) => {
      const watched = await takeWatchedScan(tx, scan.scan_id)
      if (watched) await noteChanges(ctx, tx, scan, watched)
    })
  }
  return left.length
}
