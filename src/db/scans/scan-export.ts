import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** All that is kept of one scan beside its record; JSON texts. */
export interface ScanExport {
  org_id: string
  /** By the step's name. */
  steps: string
  captures: string
  reviews: string
  webhooks: string
}

export async function scanExport(db: Tx, scanId: string): Promise<ScanExport | undefined> {
  const { rows } = await sql<ScanExport>`
    select s.org_id,
           coalesce((select json_object_agg(t.step, t.output) from scan_steps t where t.scan_id = s.scan_id), '{}') as steps,
           coalesce((select json_agg(json_build_object(
                       'ref', c.ref, 'kind', c.kind, 'url', c.url, 'final_url', c.final_url, 'redirects', c.redirects,
                       'status', c.status, 'headers', c.headers, 'identity', c.identity, 'fetched_at', c.fetched_at,
                       'sha256', c.sha256, 'bytes', c.bytes, 'truncated', c.truncated, 'withheld', c.withheld, 'exchange', c.exchange) order by c.capture_id)
                       from captures c where c.scan_id = s.scan_id), '[]') as captures,
           json_build_object(
             'review', (select row_to_json(r) from scan_reviews r where r.scan_id = s.scan_id),
             'second', (select row_to_json(t) from second_reviews t where t.scan_id = s.scan_id),
             'comments', (select json_agg(c order by c.comment_id) from scan_comments c where c.scan_id = s.scan_id),
             'verdicts', (select json_agg(v order by v.code) from finding_verdicts v where v.scan_id = s.scan_id),
             'log', (select json_agg(l order by l.entry_id) from review_log l where l.scan_id = s.scan_id)) as reviews,
           coalesce((select json_agg(json_build_object(
                       'delivery', d,
                       'attempts', (select json_agg(a order by a.attempt) from webhook_attempts a where a.delivery_id = d.delivery_id))
                       order by d.created_at)
                       from webhook_deliveries d where d.scan_id = s.scan_id), '[]') as webhooks
      from scans s where s.scan_id = ${scanId}::uuid`.execute(db)
  return rows[0]
}

/** Hashes of the stored pages of one scan, each once. */
export async function pageHashesOf(db: Tx, scanId: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from captures where scan_id = ${scanId}::uuid and not withheld`.execute(db)
  return rows.map((row) => row.sha256)
}

/** How many of these scans each organization has. */
export async function scansByOrg(db: Tx, scanIds: string[]): Promise<{ org_id: string; scans: number }[]> {
  const { rows } = await sql<{ org_id: string; scans: number }>`
    select org_id, count(*) as scans from scans where scan_id = any(${scanIds}::uuid[])
     group by org_id order by org_id`.execute(db)
  return rows
}
