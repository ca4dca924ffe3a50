import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import type { StoredReport } from './scan-record.ts'

/** Whose scans these are: everybody who was seen at an address, by the names that `creator_of` gives. */
export interface Creator {
  orgId: string
  names: string[]
}

/** Nobody where no scan of the address has ended. */
export async function creatorAt(db: Tx, orgId: string, address: string): Promise<Creator> {
  const { rows } = await sql<{ creator: string }>`
    select distinct creator from creator_scans
     where marks @> mark_hashes(${orgId}, array['at:' || plain_address(${address})]) and org_id = ${orgId}`.execute(
    db,
  )
  return { orgId, names: rows.map((row) => row.creator) }
}

/** The newest ended scans of a creator: one walk of the index for each name. */
export function newestOf({ orgId, names }: Creator, limit: number) {
  return sql`(select newest.* from unnest(${names}::text[]) name cross join lateral (
    select c.scan_id, c.created_at, c.picture from creator_scans c
     where c.org_id = ${orgId} and c.creator = name order by c.created_at desc, c.scan_id desc limit ${limit}) newest
    order by newest.created_at desc, newest.scan_id desc limit ${limit})`
}

export async function countScansOf(
  db: Tx,
  { orgId, names }: Creator,
): Promise<{ scans: number; first: string | null; last: string | null }> {
  const { rows } = await sql<{ scans: number; first: string | null; last: string | null }>`
    select count(*) as scans, min(created_at) as first, max(created_at) as last from creator_scans
     where org_id = ${orgId} and creator = any(${names}::text[])`.execute(db)
  return rows[0] ?? { scans: 0, first: null, last: null }
}

export interface ReportOfCreator {
  scan_id: string
  created_at: string
  profile_url: string
  scan_mode: 'deep' | 'quick' | null
  report: StoredReport
}

/** The newest reports of a creator, newest first; of the newest `limit` scans those that completed. */
export async function newestReports(db: Tx, creator: Creator, limit: number): Promise<ReportOfCreator[]> {
  const { rows } = await sql<Omit<ReportOfCreator, 'report'> & { report: string }>`
    select s.scan_id, s.created_at, s.profile_url, s.scan_mode, s.report
      from ${newestOf(creator, limit)} newest join scans s using (scan_id)
     where s.status = 'completed' and s.report is not null
     order by newest.created_at desc, newest.scan_id desc`.execute(db)
  // Written by this program only; its shape was checked on the way in.
  return rows.map((row) => ({ ...row, report: JSON.parse(row.report) }))
}

/** One thing that another creator has too. */
export interface SharedMark {
  /** As `creator_marks` names it. */
  mark: string
  /** The other creator's name, and their newest scan in which it was found. */
  creator: string
  scan_id: string
  /** Of a link: it leads to that creator's own profile; or to one of this creator's. */
  is_theirs: boolean
  is_ours: boolean
}

/** What is shared by more than so many is nobody's sign. */
export const MOST_WHO_SHARE = 30
/** Scans of this creator whose marks are looked for. */
const NEWEST = 5
/** Rows of an index that are looked at for one mark: whatever has more of them is shared by too many anyway. */
const MOST_ROWS = 20_000
const MOST_SCANS = 3000
/** Of 256 bits, as `same-picture.ts` compares them. */
const SAME_PICTURE_BITS = 32

/**
 * Who else has what this creator has; of a mark that more than `MOST_WHO_SHARE` have, one creator more than that and no more. A transaction
 * of its own: only in one the index can be told where to stop.
 */
export function marksShared(db: Db, creator: Creator): Promise<SharedMark[]> {
  const { orgId, names } = creator
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('gin_fuzzy_search_limit', ${String(MOST_ROWS)}, true)`.execute(tx)
    const { rows } = await sql<SharedMark>`
      with newest as materialized (${newestOf(creator, NEWEST)}),
      mine as materialized (
        select m.mark, (mark_hashes(${orgId}, array[m.mark]))[1] as hash,
               (mark_hashes(${orgId}, array['at:' || substr(m.mark, 6)]))[1] as theirs,
               bool_or(m.mark = 'link:' || plain_address(s.target_url)) as is_ours
          from newest join scans s using (scan_id)
               cross join lateral unnest(creator_marks(s.report -> 'profile', s.report -> 'evidence_index', s.target_url)) m (mark)
         where m.mark not like 'at:%' group by m.mark),
      looks as (select array_agg(picture) as pictures from newest where picture is not null)
      select mine.mark, other.creator, other.scan_id, other.is_theirs, mine.is_ours
        from mine cross join looks cross join lateral (
          select distinct on (c.creator) c.creator, c.scan_id, c.marks @> array[mine.theirs] as is_theirs from (
            select k.creator, k.scan_id, k.created_at, k.marks from creator_scans k
             where k.marks @> array[mine.hash] and k.org_id = ${orgId} and k.creator <> all(${names}::text[])
               and (mine.mark not like 'look:%'
                    or exists (select from unnest(looks.pictures) p where bit_count(p # k.picture) <= ${SAME_PICTURE_BITS}))
             limit ${MOST_SCANS}) c
           order by c.creator, c.created_at desc limit ${MOST_WHO_SHARE + 1}) other`.execute(tx)
    return rows
  })
}
