import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { type Actor, recordAct } from '../people/acts.ts'

/** Which scans are to go. */
export type Erasable =
  | { what: 'scan'; scanId: string }
  /** All of whoever is shown at this address. */
  | { what: 'creator'; url: string }
  /** All that were submitted before this moment, ISO 8601. */
  | { what: 'before'; at: string }
  /** Likewise, but those that still run stay. */
  | { what: 'retention'; at: string }

export interface ErasureOrder {
  /** Null: of all organizations. */
  orgId: string | null
  erasable: Erasable
  /** The service itself: time. */
  by: Actor
}

/** A person at a platform, as a report names them. */
export interface Account {
  platform: string
  handle: string
}

export type ScanCondition = RawBuilder<boolean>

/** Who was seen at these addresses. */
export async function accountsAt(db: Tx, orgId: string | null, addresses: string[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select distinct report -> 'profile' ->> 'platform' as platform, in_lower_case(username) as handle
      from scans
     where ${ofOrg(orgId)} and ${atAddress(addresses)} and username <> ''
       and report -> 'profile' ->> 'platform' is not null`.execute(db)
  return rows
}

/** What has ended has an index of its own. */
export function atAddress(addresses: string[]): ScanCondition {
  const isThere = sql`target_url = any(${addresses}::text[])`
  return sql<boolean>`((status = 'processing' and ${isThere}) or (status <> 'processing' and ${isThere}))`
}

/** The first half is what the index of the search is for, which knows what has ended: nothing else has a report. */
export function ofAccount({ platform, handle }: Account): ScanCondition {
  const ending = `%\n${handle.replace(/[\\%_]/g, '\\$&')}`
  return sql<boolean>`(status <> 'processing' and in_lower_case(profile_url || E'\n' || coalesce(username, '')) like in_lower_case(${ending})
    and report -> 'profile' ->> 'platform' = ${platform})`
}

export function withId(scanId: string): ScanCondition {
  return sql<boolean>`scan_id = ${scanId}::uuid`
}

export function openAndSubmittedBefore(moment: string): ScanCondition {
  return sql<boolean>`(created_at < ${moment}::timestamptz and status = 'processing')`
}

export function endedAndSubmittedBefore(moment: string): ScanCondition {
  return sql<boolean>`(created_at < ${moment}::timestamptz and status <> 'processing')`
}

/** Scans that meet any of the conditions. */
export async function countScansThat(
  db: Tx,
  orgId: string | null,
  conditions: ScanCondition[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from scans where ${ofOrg(orgId)} and (${sql.join(conditions, sql` or `)})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many scans of an organization went under this subject, in however many runs. */
export async function countErased(db: Tx, orgId: string, subject: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select coalesce(sum(scans), 0)::integer as scans from erasures where org_id = ${orgId} and subject = ${subject}`.execute(
    db,
  )
  return rows[0]?.scans ?? 0
}

/** Their ids, the newest first. */
export async function scansThat(
  db: Tx,
  orgId: string | null,
  conditions: ScanCondition[],
): Promise<string[]> {
  const { rows } = await sql<{ scan_id: string }>`
    select scan_id from scans where ${ofOrg(orgId)} and (${sql.join(conditions, sql` or `)})
     order by created_at desc, scan_id desc`.execute(db)
  return rows.map((row) => row.scan_id)
}

/** What is written down of a deletion. */
export interface ErasureNote {
  erasureId: string
  what: Erasable['what']
  subject: string
  by: ErasureOrder['by']
}

/** Scans of one transaction. */
export interface ErasedSome {
  scans: number
  /** Of the pages that they referred to, whose bytes may be free now. */
  hashes: string[]
  /** Deliveries of which an attempt was still to be made. */
  unsent: string[]
  /** When the last of them was submitted, where they went in order of time. */
  last: string | null
}

/**
 * Deletes up to `limit` of the scans that meet the condition with all that hangs on them, and writes it down: one transaction.
 * @param from the oldest go first, from this moment on, or from the beginning where it is null: what has gone stays in the index until it is vacuumed, and
 *   would be walked through again each time
 */
export async function eraseSome(
  db: Db,
  {
    orgId,
    condition,
    limit,
    from,
  }: { orgId: string | null; condition: ScanCondition; limit: number; from?: string | null },
  note: ErasureNote,
): Promise<ErasedSome> {
  const inOrder =
    from === undefined
      ? sql``
      : sql`and created_at >= coalesce(${from}::timestamptz, '-infinity') order by created_at`
  return despiteDeadlock(db, async (tx) => {
    const found = await sql<{ scan_id: string; created_at: string }>`
      select scan_id, created_at from scans where ${ofOrg(orgId)} and ${condition} ${inOrder} limit ${limit}`.execute(
      tx,
    )
    const ids = found.rows.map((row) => row.scan_id)
    const last = from === undefined ? null : (found.rows.at(-1)?.created_at ?? null)
    if (ids.length === 0) return { scans: 0, hashes: [], unsent: [], last }
    // What others lock before the scan goes before the scan, so that nobody waits for each other.
    const { rows: deliveries } = await sql<{ delivery_id: string; status: string }>`
      delete from webhook_deliveries where scan_id = any(${ids}::uuid[]) returning delivery_id, status`.execute(
      tx,
    )
    await sql`delete from scan_reviews where scan_id = any(${ids}::uuid[])`.execute(tx)
    await sql`select from scans where scan_id = any(${ids}::uuid[]) order by scan_id for update`.execute(tx)
    const captures = await sql<{ sha256: string }>`
      delete from captures where scan_id = any(${ids}::uuid[]) returning sha256`.execute(tx)
    const { rows: gone } = await sql<{ org_id: string; batch_id: string | null }>`
      delete from scans where scan_id = any(${ids}::uuid[]) returning org_id, batch_id`.execute(tx)
    await deleteEmptyBatches(
      tx,
      gone.flatMap((scan) => scan.batch_id ?? []),
    )
    await writeDown(tx, note, gone)
    return {
      scans: gone.length,
      hashes: captures.rows.map((row) => row.sha256),
      unsent: deliveries.flatMap((row) => (row.status === 'pending' ? [row.delivery_id] : [])),
      last,
    }
  })
}

const DEADLOCK = '40P01'

/** Whoever reviews or delivers in that very moment may wait for us while we wait for them. The next try finds them done. */
async function despiteDeadlock<T>(db: Db, work: (tx: Tx) => Promise<T>, tries = 3): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
    if (!isDeadlock || tries === 1) throw error
    return despiteDeadlock(db, work, tries - 1)
  }
}

/** Locked before they are looked at: of two that take the last scans of a batch, the second removes it. */
async function deleteEmptyBatches(tx: Tx, batchIds: string[]) {
  if (batchIds.length === 0) return
  await sql`select from batches where batch_id = any(${batchIds}::uuid[]) order by batch_id for update`.execute(
    tx,
  )
  await sql`
    delete from batches b where batch_id = any(${batchIds}::uuid[])
       and not exists (select from scans s where s.batch_id = b.batch_id)`.execute(tx)
}

async function writeDown(tx: Tx, { erasureId, what, subject, by }: ErasureNote, gone: { org_id: string }[]) {
  const orgIds = gone.map((scan) => scan.org_id)
  const person = by.kind === 'person' ? by : null
  await sql`
    insert into erasures as e (erasure_id, org_id, user_id, email, what, subject, scans)
    select ${erasureId}::uuid, org_id, ${person?.id ?? null}, ${person?.name ?? null}, ${what}, ${subject}, count(*)
      from unnest(${orgIds}::text[]) org_id group by org_id
    on conflict (erasure_id, org_id) do update
      set scans = e.scans + excluded.scans, ended_at = clock_timestamp()`.execute(tx)
  // What goes with time is nobody's act: the note above says that it went.
  if (what === 'retention') return
  for (const orgId of [...new Set(orgIds)].sort()) {
    const scans = orgIds.filter((each) => each === orgId).length
    await recordAct(tx, by, {
      action: 'scans.delete',
      orgId,
      subject,
      after: { what, scans, erasure_id: erasureId },
    })
  }
}

function ofOrg(orgId: string | null): ScanCondition {
  return orgId === null ? sql<boolean>`true` : sql<boolean>`org_id = ${orgId}`
}
