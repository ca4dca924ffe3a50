import { sql } from 'kysely'
import type { Hop } from '../../evidence/page.ts'
import type { Tx } from '../database.ts'
import { textArray } from '../statements/binary-array.ts'
import { FEW, ofAnyLength, prepared } from '../statements/prepared.ts'
import { togetherBy } from '../statements/together.ts'

export interface RecentPage {
  final_url: string
  redirects: Hop[]
  headers: Record<string, string>
  sha256: string
  /** ISO 8601. */
  fetched_at: string
}

/** The page under a key with its age on the database's clock. Those who ask at the same time share a statement. */
export const recentPage = togetherBy(async (db: Tx, keys: string[]) => {
  const { rows } = await prepared(
    db,
    sql<{ key: string; page: string; age_seconds: number }>`
    select key, json_build_object('final_url', final_url, 'redirects', redirects, 'headers', headers, 'sha256', sha256,
             'fetched_at', to_char(fetched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as page,
           extract(epoch from clock_timestamp() - asked_at)::float8 as age_seconds
      from unnest(${ofAnyLength(keys, 'text')}) with ordinality as asked (key, place) join recent_pages using (key)
     where place ${FEW}`,
  )
  const found = new Map(
    // Written by `keepRecentPage` alone, so the shape is ours.
    rows.map(({ key, page, age_seconds }) => [key, { ...(JSON.parse(page) as RecentPage), age_seconds }]),
  )
  return keys.map((key) => found.get(key))
})

/** Keeps a page for as long as a scan refers to its bytes; does nothing when none does any more. */
export async function keepRecentPage(db: Tx, key: string, page: RecentPage): Promise<void> {
  await keepTogether(db, { key, page })
}

/** Of a busy worker: no scan waits for it before its end. */
const GATHERED = { apartMs: 40, enough: 4 }

const keepTogether = togetherBy(async (db: Tx, all: { key: string; page: RecentPage }[]) => {
  const pages = all.map(({ page }) => page)
  await prepared(
    db,
    sql`
    select keep_recent_page(key, final_url, redirects::json, headers::json, sha256, fetched_at)
      from (select * from unnest(
              ${all.map(({ key }) => key)}::text[], ${pages.map(({ final_url }) => final_url)}::text[],
              ${textArray(pages.map(({ redirects }) => JSON.stringify(redirects)))}::text[],
              ${textArray(pages.map(({ headers }) => JSON.stringify(headers)))}::text[],
              ${pages.map(({ sha256 }) => sha256)}::text[], ${pages.map(({ fetched_at }) => fetched_at)}::timestamptz[]
            ) as p (key, final_url, redirects, headers, sha256, fetched_at)
             -- In one order, so that two who keep several never wait for each other.
             order by sha256, key) p`,
  )
  return all
}, GATHERED)

/** Removes what is remembered of pages whose bytes go. */
export async function deleteRecentPagesOf(tx: Tx, hashes: string[]) {
  await sql`delete from recent_pages where sha256 = any(${hashes}::text[])`.execute(tx)
}

/** Removes what nobody will ask about any more. */
export async function deleteOldRecentPages(db: Tx, hours: number) {
  await sql`delete from recent_pages where asked_at < clock_timestamp() - make_interval(hours => ${hours})`.execute(
    db,
  )
}
