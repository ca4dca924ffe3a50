import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ScanMode, WatchSchedule } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'

export interface WatchRow {
  watch_id: string
  org_id: string
  name: string
  of_view: boolean
  view_id: string | null
  scan_mode: ScanMode
  callback_url: string | null
  schedule: WatchSchedule
  muted: boolean
  snoozed_until: string | null
  ends_at: string | null
  next_run_at: string | null
  last_run_at: string | null
  created_by: string | null
  created_by_email: string | null
  created_at: string
  updated_at: string
}

/** With what is counted of it. */
export interface ListedWatchRow extends WatchRow {
  profiles: number
  profile_url: string | null
  waiting: number
  postponed: number
  last_change_at: string | null
  /** By the database's clock. */
  is_snoozed: boolean
  is_ended: boolean
}

export interface WatchedUrl {
  url: string
  /** Normalised: what is fetched. */
  target: string
}

/** One of an address, whatever its length. */
export function profileKey(target: string): string {
  return createHash('sha256').update(target).digest('hex').slice(0, 32)
}

const columns = sql`w.watch_id, w.org_id, w.name, w.of_view, w.view_id, w.scan_mode, w.callback_url, w.schedule, w.muted,
  w.snoozed_until, w.ends_at, w.next_run_at, w.last_run_at, w.created_by, w.created_by_email, w.created_at, w.updated_at`

const listed = sql`${columns}, p.profiles, p.profile_url, p.waiting, p.postponed,
  (select c.created_at from scan_changes c where c.watch_id = w.watch_id order by c.created_at desc limit 1) as last_change_at,
  coalesce(w.snoozed_until > clock_timestamp(), false) as is_snoozed,
  coalesce(w.ends_at <= clock_timestamp(), w.of_view and w.view_id is null) as is_ended`

const counted = sql`cross join lateral (
  select count(*) as profiles, (array_agg(p.profile_url order by p.place))[1] as profile_url,
         count(p.due_at) as waiting, count(p.due_at) filter (where p.postponed) as postponed
    from watched_profiles p where p.watch_id = w.watch_id) p`

type Stored<Row> = Omit<Row, 'schedule'> & { schedule: string }

export function fromStored<Row extends WatchRow>(row: Stored<Row>): Row {
  // The schedule was checked when it was written; the rest is as it stands in the row.
  return { ...row, schedule: JSON.parse(row.schedule) } as Row
}

/** Newest first. @param target only those that watch this address */
export async function listWatches(
  db: Tx,
  orgId: string,
  { target, after, limit }: { target: string | null; after: TimePosition | null; limit: number },
) {
  const behind = after ? sql`and (w.created_at, w.watch_id) < (${after.at}::timestamptz, ${after.id})` : sql``
  const only =
    target === null
      ? sql``
      : sql`and exists (select from watched_profiles k where k.watch_id = w.watch_id and k.profile_key = ${profileKey(target)})`
  const { rows } = await sql<Stored<ListedWatchRow>>`
    select ${listed} from (
      select * from watches w where w.org_id = ${orgId} ${only} ${behind}
       order by w.created_at desc, w.watch_id desc limit ${limit + 1}) w ${counted}
     order by w.created_at desc, w.watch_id desc`.execute(db)
  return timePage(rows.map(fromStored), limit, (row) => ({ at: row.created_at, id: row.watch_id }))
}

export async function watchOfOrg(
  db: Tx,
  orgId: string,
  watchId: string,
): Promise<ListedWatchRow | undefined> {
  const { rows } = await sql<Stored<ListedWatchRow>>`
    select ${listed} from watches w ${counted} where w.org_id = ${orgId} and w.watch_id = ${watchId}`.execute(
    db,
  )
  return rows.map(fromStored)[0]
}

/** Until the transaction ends nobody else changes it or begins a run of it; scans of it may be submitted meanwhile. */
export async function lockWatch(tx: Tx, orgId: string, watchId: string): Promise<WatchRow | undefined> {
  const { rows } = await sql<Stored<WatchRow>>`
    select ${columns} from watches w where w.org_id = ${orgId} and w.watch_id = ${watchId} for no key update`.execute(
    tx,
  )
  return rows.map(fromStored)[0]
}

export async function countWatches(db: Tx, orgId: string): Promise<number> {
  const { rows } = await sql<{ watches: number }>`
    select count(*) as watches from watches where org_id = ${orgId}`.execute(db)
  return rows[0]?.watches ?? 0
}

export type NewWatch = Pick<
  WatchRow,
  | 'watch_id'
  | 'org_id'
  | 'name'
  | 'of_view'
  | 'view_id'
  | 'scan_mode'
  | 'callback_url'
  | 'schedule'
  | 'muted'
  | 'ends_at'
> & { next_run_at: string | null; created_by: string | null; created_by_email: string | null }

export async function insertWatch(db: Tx, watch: NewWatch) {
  await sql`
    insert into watches (watch_id, org_id, name, of_view, view_id, scan_mode, callback_url, schedule, muted, ends_at, next_run_at,
                         created_by, created_by_email)
    values (${watch.watch_id}, ${watch.org_id}, ${watch.name}, ${watch.of_view}, ${watch.view_id}, ${watch.scan_mode},
            ${watch.callback_url}, ${JSON.stringify(watch.schedule)}::json, ${watch.muted}, ${watch.ends_at}::timestamptz,
            ${watch.next_run_at}::timestamptz, ${watch.created_by}, ${watch.created_by_email})`.execute(db)
}

export type WatchUpdate = Pick<
  WatchRow,
  'name' | 'scan_mode' | 'callback_url' | 'schedule' | 'muted' | 'snoozed_until' | 'ends_at' | 'next_run_at'
>

export async function updateWatch(db: Tx, watchId: string, watch: WatchUpdate) {
  await sql`
    update watches
       set name = ${watch.name}, scan_mode = ${watch.scan_mode}, callback_url = ${watch.callback_url},
           schedule = ${JSON.stringify(watch.schedule)}::json, muted = ${watch.muted},
           snoozed_until = ${watch.snoozed_until}::timestamptz, ends_at = ${watch.ends_at}::timestamptz,
           next_run_at = ${watch.next_run_at}::timestamptz, updated_at = clock_timestamp()
     where watch_id = ${watchId}`.execute(db)
}

export async function deleteWatch(db: Tx, orgId: string, watchId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from watches where org_id = ${orgId} and watch_id = ${watchId} returning watch_id`.execute(db)
  return rows.length > 0
}

/** From now on it watches these and no others; what is known of those that stay is kept. */
export async function setProfiles(tx: Tx, watchId: string, profiles: WatchedUrl[]) {
  const keys = profiles.map(({ target }) => profileKey(target))
  await sql`delete from watched_profiles where watch_id = ${watchId} and profile_key <> all(${keys}::text[])`.execute(
    tx,
  )
  await sql`
    insert into watched_profiles (watch_id, profile_key, profile_url, target_url, place)
      select distinct on (u.profile_key) ${watchId}, u.profile_key, u.profile_url, u.target_url, u.place
        from unnest(${keys}::text[], ${profiles.map(({ url }) => url)}::text[], ${profiles.map(({ target }) => target)}::text[])
             with ordinality as u (profile_key, profile_url, target_url, place)
       order by u.profile_key, u.place
    on conflict (watch_id, profile_key) do update set place = excluded.place, profile_url = excluded.profile_url`.execute(
    tx,
  )
}

/** In their order. */
export async function watchedUrls(db: Tx, watchId: string): Promise<string[]> {
  const { rows } = await sql<{ profile_url: string }>`
    select profile_url from watched_profiles where watch_id = ${watchId} order by place`.execute(db)
  return rows.map((row) => row.profile_url)
}

/** What was still to be submitted of the present run is not. */
export async function forgetRun(db: Tx, watchId: string) {
  await sql`update watched_profiles set due_at = null, postponed = false where watch_id = ${watchId} and due_at is not null`.execute(
    db,
  )
}
