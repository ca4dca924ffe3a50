import { sql } from 'kysely'
import { Conflict, NotFound } from '../../errors.ts'
import type { Db, Tx } from '../database.ts'
import { textArray, uuidArray } from '../statements/binary-array.ts'
import { prepared } from '../statements/prepared.ts'
import { together } from '../statements/together.ts'
import { timeOrderedIds, uuidAt } from './time-ordered-ids.ts'

export interface Submission {
  orgId: string
  /** Null for a single scan. */
  batchId: string | null
  scanMode: 'deep' | 'quick'
  /** Null: the organization's default applies. */
  callbackUrl: string | null
  /** JSON text, kept as it is. */
  metadata: string
  profiles: { url: string; target: string }[]
  /** The id that a caller chose for a single scan. */
  scanId?: string
  /** SHA-256 of what was submitted under a chosen id. */
  bodyHash?: Buffer
  /** The `traceparent` of the request; null or absent: none. */
  trace?: string | null
}

export interface Granted {
  /** How many of the profiles fit into the day and are queued; the leading ones. */
  granted: number
  daily_limit: number | null
  used: number | null
  scan_id: string | null
  submitted_at: string
  scan_concurrency: number
}

/**
 * Reserves capacity and queues the scans that fit: one statement, so one transaction and one round trip.
 * @throws NotFound when the organization has no settings.
 */
export async function submitScans(db: Tx, submission: Submission): Promise<Granted> {
  // Set before the function is called, for this statement alone; the column of `scans` takes it from there.
  const orgId = sql`case when set_config('toscan.trace', ${submission.trace ?? ''}, true) is not null then ${submission.orgId} end`
  const urls = submission.profiles.map(({ url }) => url)
  // Most are written as they are fetched: such need not be sent twice.
  const areTargets = submission.profiles.every(({ url, target }) => url === target)
  const targets = areTargets ? null : textArray(submission.profiles.map(({ target }) => target))
  const ids = submission.batchId === null ? null : uuidArray(timeOrderedIds(urls.length))
  const { rows } = await sql<Granted>`
    select granted, daily_limit, used, scan_id, submitted_at, scan_concurrency
      from submit_scans(
        ${orgId}, ${submission.batchId}::uuid, ${submission.scanMode}, ${submission.callbackUrl},
        ${submission.metadata}::json, ${textArray(urls)}::text[], ${targets}::text[],
        ${submission.scanId ?? null}::uuid, ${submission.bodyHash ?? null}::bytea, ${ids}::uuid[])`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw noSettings()
  return row
}

/** A single scan under an id that we choose. */
export type SingleSubmission = Omit<Submission, 'batchId' | 'scanId' | 'bodyHash' | 'profiles'> & {
  profile: Submission['profiles'][number]
}

/**
 * Queues single scans, those that arrive together as one statement. Each fits into its organization's day or does not, in their order.
 * What the database cannot take of one is that one's error. Those of an organization whose day somebody holds, as a batch does until it is in, wait by
 * themselves.
 * @returns rejects with NotFound when the organization has no settings
 */
export function createSingles(db: Db): (submission: SingleSubmission) => Promise<Granted> {
  // One at a time: two of one organization would wait for each other at its limit, and half as many share what a statement costs.
  const shared = together((all: SingleSubmission[]) => submitSingles(db, all, { wait: false }), { atOnce: 1 })
  const waiting = new Map<string, { submit: typeof shared; open: number }>()

  const byThemselves = async (submission: SingleSubmission) => {
    const { orgId } = submission
    const line = waiting.get(orgId) ?? {
      submit: together((all: SingleSubmission[]) => submitSingles(db, all, { wait: true }), { atOnce: 1 }),
      open: 0,
    }
    waiting.set(orgId, line)
    line.open++
    try {
      return await line.submit(submission)
    } finally {
      if (--line.open === 0) waiting.delete(orgId)
    }
  }
  return async (submission) => {
    const first = waiting.has(submission.orgId) ? HELD : await shared(submission)
    const granted = first === HELD ? await byThemselves(submission) : first
    if (!granted || granted === HELD) throw noSettings()
    return granted
  }
}

/** Somebody holds the organization's day. */
const HELD = 'held'

/** @param wait for days that are held; else their submissions are not done */
async function submitSingles(
  db: Db,
  all: SingleSubmission[],
  { wait }: { wait: boolean },
): Promise<(Granted | typeof HELD | undefined)[]> {
  const { orgIds, requested, places } = byOrganization(all)
  const ids = timeOrderedIds(all.length)
  const numbers = (values: number[]) => `{${values.join()}}`
  const texts = (of: (submission: SingleSubmission) => string | null) => textArray(all.map(of))
  const { rows } = await prepared(
    db,
    sql<OfOrganization>`
    select org_place, granted, daily_limit, used, at_us, scan_concurrency
      from submit_singles(
        ${textArray(orgIds)}::text[], ${numbers(requested)}::integer[], ${wait},
        ${numbers(places.map(({ org }) => org))}::integer[], ${numbers(places.map(({ nth }) => nth))}::integer[],
        ${uuidArray(ids)}::uuid[], ${texts(({ scanMode }) => scanMode)}::text[],
        ${texts(({ callbackUrl }) => callbackUrl)}::text[], ${texts(({ metadata }) => metadata)}::text[],
        ${texts(({ profile }) => profile.url)}::text[], ${texts(({ profile }) => profile.target)}::text[],
        ${texts(({ trace }) => trace ?? null)}::text[])`,
  )
  const ofOrg = new Map(rows.map((row) => [row.org_place, row]))
  return places.map(({ org, nth }, at) => {
    const found = ofOrg.get(org)
    return found && grantedTo(found, { nth, at, id: uuidAt(ids, at) })
  })
}

/** What came of the submissions of one organization. */
interface OfOrganization {
  /** Among the organizations that were asked for, from 1. */
  org_place: number
  /** The first so many of them; null: its day is held, and none was done. */
  granted: number | null
  daily_limit: number | null
  /** Of the day, before these. */
  used: number | null
  /** When the first of all was submitted, in microseconds since 1970; each next is one later. */
  at_us: number
  scan_concurrency: number
}

/** Whose each submission is, by place among the organizations, and which of theirs it is; both from 1. */
function byOrganization(all: SingleSubmission[]) {
  const orgs = new Map<string, { org: number; requested: number }>()
  const places = all.map(({ orgId }) => {
    const known = orgs.get(orgId) ?? { org: orgs.size + 1, requested: 0 }
    orgs.set(orgId, known)
    return { org: known.org, nth: ++known.requested }
  })
  return { orgIds: [...orgs.keys()], requested: [...orgs.values()].map((each) => each.requested), places }
}

function grantedTo(
  { granted, daily_limit, used, at_us, scan_concurrency }: OfOrganization,
  { nth, at, id }: { nth: number; at: number; id: string },
): Granted | typeof HELD {
  if (granted === null) return HELD
  const isGranted = nth <= granted
  return {
    granted: isGranted ? 1 : 0,
    daily_limit,
    used: used === null ? null : used + Math.min(nth - 1, granted),
    scan_id: isGranted ? id : null,
    submitted_at: momentOf(at_us + at),
    scan_concurrency,
  }
}

/** As timestamps of the database come. */
function momentOf(micros: number): string {
  const upToMillis = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 23)
  return `${upToMillis}${String(micros % 1000).padStart(3, '0')}+00:00`
}

function noSettings(): NotFound {
  return new NotFound('Org settings not found')
}

const UNIQUE_VIOLATION = '23505'

/**
 * Queues scans under an id that the caller chose (`scanId`, or `batchId`). The same again gives what the first time gave, and
 * reserves and queues nothing.
 * @throws Conflict when the id stands for something else, of whatever organization; NotFound as above.
 */
export async function submitOnce(
  db: Tx,
  submission: Submission & { bodyHash: Buffer },
): Promise<Granted & { requested: number }> {
  const known = await submittedAs(db, submission)
  if (known) return known
  try {
    return { ...(await submitScans(db, submission)), requested: submission.profiles.length }
  } catch (error) {
    // The same at the same moment: the other one has written by now.
    const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
    const first = isTaken && (await submittedAs(db, submission))
    if (first) return first
    throw error
  }
}

type Submitted = Pick<Granted, 'granted' | 'scan_id' | 'submitted_at' | 'scan_concurrency'> & {
  requested: number
  is_same: boolean
}

async function submittedAs(
  db: Tx,
  { orgId, batchId, scanId, bodyHash }: Submission & { bodyHash: Buffer },
): Promise<(Granted & { requested: number }) | undefined> {
  const { rows } = await (batchId === null
    ? sql<Submitted>`
        select 1 as granted, 1 as requested, scan_id, created_at as submitted_at, 1 as scan_concurrency,
               coalesce(org_id = ${orgId} and body_hash = ${bodyHash}::bytea, false) as is_same
          from scans where scan_id = ${scanId}::uuid`
    : sql<Submitted>`
        select total_profiles as granted, requested, null as scan_id, submitted_at, scan_concurrency,
               coalesce(org_id = ${orgId} and body_hash = ${bodyHash}::bytea, false) as is_same
          from batches where batch_id = ${batchId}::uuid`
  ).execute(db)
  const [row] = rows
  if (row && !row.is_same) throw new Conflict('This id stands for another submission')
  return row && { ...row, daily_limit: null, used: null }
}
