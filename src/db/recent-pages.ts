import { sql } from 'kysely'
import type { Hop } from '../evidence/page.ts'
import type { Tx } from './database.ts'
import { prepared } from './prepared.ts'

export interface RecentPage {
  final_url: string
  redirects: Hop[]
  headers: Record<string, string>
  sha256: string
  /** ISO 8601. */
  fetched_at: string
}

/** The page under a key with its age on the database's clock. */
export async function recentPage(
  db: Tx,
  key: string,
): Promise<(RecentPage & { age_seconds: number }) | undefined> {
  const { rows } = await prepared(
    db,
    sql<{ page: string; age_seconds: number }>`
    select json_build_object('final_url', final_url, 'redirects', redirects, 'headers', headers, 'sha256', sha256,
             'fetched_at', to_char(fetched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as page,
           extract(epoch from clock_timestamp() - asked_at)::float8 as age_seconds
      from recent_pages where key = ${key}`,
  )
  const [row] = rows
  // Written by `keepRecentPage` alone, so the shape is ours.
  return row && { ...(JSON.parse(row.page) as RecentPage), age_seconds: row.age_seconds }
}

/** Keeps a page for as long as a scan refers to its bytes; does nothing when none does any more. */
export async function keepRecentPage(db: Tx, key: string, page: RecentPage) {
  await prepared(
    db,
    sql`
    select keep_recent_page(${key}, ${page.final_url}, ${JSON.stringify(page.redirects)}::json, ${JSON.stringify(page.headers)}::json,
                            ${page.sha256}, ${page.fetched_at}::timestamptz)`,
  )
}

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
