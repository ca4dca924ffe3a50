import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { CHANGES, type ChangesRow, changesFrom, type StoredChanges } from '../organization/org-policy.ts'
import { FEW, ofAnyLength, prepared } from '../statements/prepared.ts'
import { togetherBy } from '../statements/together.ts'
import { STILL_PROCESSING } from './still-processing.ts'

export interface ClaimedScan {
  scan_id: string
  org_id: string
  profile_url: string
  target_url: string
  scan_mode: 'deep' | 'quick'
  attempt: number
  created_at: string
  processing_started_at: string
  /** The `traceparent` of the request that submitted it. */
  trace: string | null
}

/**
 * Takes up to `free` waiting scans, within the deployment's cap and fair between organizations; none in a copy that is held. It waits for no disk: a claim
 * is a lease, and one that a crash of the database forgets is a scan that waits again, whose first worker stores nothing.
 */
export async function claimScans(
  db: Tx,
  workerId: string,
  free: number,
  leaseSeconds: number,
): Promise<ClaimedScan[]> {
  const { rows } = await prepared(
    db,
    sql<ClaimedScan>`
    select c.scan_id, c.org_id, c.profile_url, c.target_url, c.scan_mode, c.attempt, c.created_at, c.processing_started_at,
           c.trace
      from claim_scans(case when set_config('synchronous_commit', 'off', true) is not null then ${workerId} end,
                       (select case when held_since is null then ${free}::integer else 0 end from deployment),
                       make_interval(secs => ${leaseSeconds})) c`,
  )
  return rows
}

/**
 * Gives the ids that are still ours; the others were taken over after a lapse. One that somebody else writes at this moment is passed over: a
 * connection that has died on the way may hold it until the server notices, and the leases of all others would lapse meanwhile.
 */
export async function renewLeases(
  db: Tx,
  workerId: string,
  scanIds: string[],
  leaseSeconds: number,
): Promise<string[]> {
  const { rows } = await prepared(
    db,
    sql<{ scan_id: string }>`
    with free as (
      select s.scan_id from scans s
       where s.scan_id = any(${scanIds}::uuid[]) and s.worker_id = ${workerId} and ${STILL_PROCESSING}
         for no key update skip locked),
    renewed as (
      update scans s set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from free where s.scan_id = free.scan_id)
    select s.scan_id from scans s where s.scan_id = any(${scanIds}::uuid[]) and s.worker_id = ${workerId} and ${STILL_PROCESSING}`,
  )
  return rows.map((row) => row.scan_id)
}

/** A join with what runs could be begun with the table where all scans lie, as long as the planner knows nothing of the other. */
const RUNNING_IDS = sql`array(select r.scan_id from running_scans r)`

/**
 * Hands running scans back untouched: the next worker goes on behind their last step, and no crash is counted. Whoever writes one at this moment
 * ends it, or its lease lapses.
 */
export async function releaseScans(db: Tx, workerId: string): Promise<number> {
  const { rows } = await sql`
    with free as (
      select s.scan_id from scans s
       where s.scan_id = any(${RUNNING_IDS}) and s.worker_id = ${workerId} and s.status = 'processing'
         for no key update of s skip locked),
    released as (
      update scans s set lease_until = null, worker_id = null, processing_started_at = null, attempt = attempt - 1
        from free where s.scan_id = free.scan_id
      returning s.scan_id)
    select pg_notify('toscan_scans', '') from released`.execute(db)
  return rows.length
}

/** Outages of the database that a scan may meet: one that brings it down itself has to end. */
const MOST_OUTAGES = 10

/**
 * Hands one scan back that met a database that could not be used: no crash of the scan, ten times. False when it was that often
 * or is no longer ours.
 */
export async function handBackAfterOutage(
  db: Tx,
  claim: { scanId: string; workerId: string; attempt: number },
): Promise<boolean> {
  const { rows } = await sql`
    with released as (
      update scans
         set lease_until = null, worker_id = null, processing_started_at = null, attempt = attempt - 1, outages = outages + 1
       where scan_id = ${claim.scanId}::uuid and worker_id = ${claim.workerId} and attempt = ${claim.attempt}
         and status = 'processing' and outages < ${MOST_OUTAGES}
      returning scan_id)
    select pg_notify('toscan_scans', '') from released`.execute(db)
  return rows.length === 1
}

/** Scans whose worker died for the third time. */
export async function abandonedScans(
  db: Tx,
  leaseSeconds: number,
): Promise<{ scan_id: string; attempt: number; worker_id: string | null }[]> {
  const { rows } = await prepared(
    db,
    sql<{ scan_id: string; attempt: number; worker_id: string | null }>`
    select s.scan_id, s.attempt, s.worker_id from scans s
     where s.scan_id = any(${RUNNING_IDS}) and ${STILL_PROCESSING} and s.worker_id is not null and s.lease_until < clock_timestamp() and s.attempt >= 3
       and clock_timestamp() > writable_since() + make_interval(secs => ${leaseSeconds}) limit 100`,
  )
  return rows
}

export interface StartOfRun {
  changes: StoredChanges
  steps: Map<string, string>
}

/**
 * What a run of a scan begins with: what its organization changes of the policy, and the steps that an earlier run has stored. Scans that begin
 * together share a statement.
 */
export const startOfRun = togetherBy(
  async (db: Tx, scans: Pick<ClaimedScan, 'scan_id' | 'org_id'>[]): Promise<StartOfRun[]> => {
    const ids = scans.map(({ scan_id }) => scan_id)
    const orgs = scans.map(({ org_id }) => org_id)
    const { rows } = await prepared(
      db,
      sql<ChangesRow & { place: string; step: string | null; output: string }>`
    select a.place, ${CHANGES}, t.step, t.output
      from unnest(${ofAnyLength(ids, 'uuid')}, ${ofAnyLength(orgs, 'text')})
             with ordinality a (scan_id, org_id, place)
      join org_settings s on s.org_id = a.org_id
      left join scan_steps t on t.scan_id = a.scan_id
     where a.place ${FEW}`,
    )
    const found = Map.groupBy(rows, ({ place }) => Number(place))
    return scans.map((_, i) => {
      const own = found.get(i + 1) ?? []
      const steps = own.flatMap(({ step, output }) => (step === null ? [] : [[step, output] as const]))
      return { changes: changesFrom(own[0]), steps: new Map(steps) }
    })
  },
)

/** Only the worker that holds the scan may store a step. Gives false when it no longer does, or the scan was deleted. */
export async function storeStep(
  db: Tx,
  step: { scanId: string; workerId: string; attempt: number; step: string; output: string; startedAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await prepared(
    db,
    sql`
    insert into scan_steps (scan_id, step, output, started_at, attempt)
    select s.scan_id, ${step.step}, ${step.output}::json, ${step.startedAt.toISOString()}::timestamptz, s.attempt
      from scans s
     where s.scan_id = ${step.scanId}::uuid and s.worker_id = ${step.workerId} and s.attempt = ${step.attempt}
       and ${STILL_PROCESSING}
       for key share
    on conflict (scan_id, step) do update set output = excluded.output`,
  )
  return numAffectedRows === 1n
}

/** Deployment-wide; every worker reads it at each claim. */
export async function setScanConcurrency(db: Tx, cap: number) {
  await sql`update deployment set scan_concurrency = ${cap}`.execute(db)
}
