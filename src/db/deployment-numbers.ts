import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { hostOfUrl } from './host-of-url.ts'
import { HOLD_AFTER_SILENCES } from './webhook-hosts.ts'

export interface DeploymentNumbers {
  scanConcurrency: number
  /** By mode: what waits, what runs, and how many seconds the oldest has waited. */
  scans: { mode: string; waiting: number; running: number; oldestSeconds: number }[]
  /** `oldestDueSeconds` is not of what waits for a host that is held back. */
  deliveries: { due: number; scheduled: number; oldestDueSeconds: number }
  endpoints: { failing: number; disabled: number }
  /** Hosts of receivers that are held back: three attempts in a row got no answer at all. */
  silentHosts: number
}

/** What is the same for all processes, read off the tables. Each question goes by an index of what has not ended. */
export async function deploymentNumbers(db: Tx): Promise<DeploymentNumbers> {
  // Apart, for what waits and what runs have an index each, and the whole table has none.
  const scans = await sql<DeploymentNumbers['scans'][number]>`
    select m.mode, coalesce(w.scans, 0) as waiting, coalesce(r.scans, 0) as running,
           coalesce(extract(epoch from clock_timestamp() - w.oldest), 0)::float8 as "oldestSeconds"
      from (values ('deep'), ('quick')) m (mode)
      left join (select scan_mode, count(*) as scans, min(created_at) as oldest from scans
                  where status = 'processing' and worker_id is null group by 1) w on w.scan_mode = m.mode
      left join (select scan_mode, count(*) as scans from scans
                  where status = 'processing' and worker_id is not null group by 1) r on r.scan_mode = m.mode`.execute(
    db,
  )
  const others = await sql<{
    scan_concurrency: number
    due: number
    scheduled: number
    oldest: number
    failing: number
    disabled: number
    silent_hosts: number
  }>`
    with held as (select host from webhook_hosts where silences >= ${HOLD_AFTER_SILENCES})
    select d.scan_concurrency, w.due, w.scheduled, w.oldest, e.failing, e.disabled,
           (select count(*) from held) as silent_hosts
      from deployment d
     cross join (
       select count(*) filter (where next_attempt_at <= clock_timestamp()) as due,
              count(*) filter (where next_attempt_at > clock_timestamp()) as scheduled,
              coalesce(greatest(0, extract(epoch from clock_timestamp() - min(next_attempt_at) filter (
                where not exists (select from held) or not exists (
                  select from held where host = ${hostOfUrl(sql.ref('url'))})))), 0)::float8 as oldest
         from webhook_deliveries where status = 'pending') w
     cross join (
       select count(*) filter (where disabled_at is null) as failing,
              count(*) filter (where disabled_at is not null) as disabled
         from webhook_endpoints) e`.execute(db)
  const [row] = others.rows
  return {
    scanConcurrency: row?.scan_concurrency ?? 0,
    scans: scans.rows,
    deliveries: {
      due: row?.due ?? 0,
      scheduled: row?.scheduled ?? 0,
      oldestDueSeconds: row?.oldest ?? 0,
    },
    endpoints: { failing: row?.failing ?? 0, disabled: row?.disabled ?? 0 },
    silentHosts: row?.silent_hosts ?? 0,
  }
}
