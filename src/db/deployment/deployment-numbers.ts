import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { hostOfUrl } from '../statements/host-of-url.ts'
import { HOLD_AFTER_SILENCES } from '../webhooks/webhook-hosts.ts'

export interface DeploymentNumbers {
  scanConcurrency: number
  /** By mode: what waits, what runs, and how many seconds the oldest has waited. */
  scans: { mode: string; waiting: number; running: number; oldestSeconds: number }[]
  /** `oldestDueSeconds` is not of what waits for a host that is held back. */
  deliveries: { due: number; scheduled: number; oldestDueSeconds: number }
  endpoints: { failing: number; disabled: number }
  /** Hosts of receivers that are held back: three attempts in a row got no answer at all. */
  silentHosts: number
  /** `failed`: given up within a day. */
  mails: { due: number; scheduled: number; failed: number; oldestDueSeconds: number }
  watches: { active: number; ended: number; profilesDue: number; oldestDueSeconds: number }
  failingChannels: number
  /** 0: this is no restored copy that is held. */
  heldSeconds: number
}

/** What is the same for all processes, read off the tables. Each question goes by an index of what has not ended. */
export async function deploymentNumbers(db: Tx): Promise<DeploymentNumbers> {
  // Apart, for what has not ended has an index, and what runs a table of its own. The index alone is read, once, whatever waits.
  const scans = await sql<DeploymentNumbers['scans'][number]>`
    select m.mode, coalesce(o.scans, 0) - coalesce(r.scans, 0) as waiting, coalesce(r.scans, 0) as running,
           coalesce(extract(epoch from clock_timestamp() - o.oldest), 0)::float8 as "oldestSeconds"
      from (values ('deep'), ('quick')) m (mode)
      left join (select scan_mode, count(*) as scans,
                        min(created_at) filter (where scan_id <> all (array(select scan_id from running_scans))) as oldest
                   from scans where status = 'processing' group by 1) o on o.scan_mode = m.mode
      left join (select scan_mode, count(*) as scans from running_scans group by 1) r on r.scan_mode = m.mode
     order by m.mode`.execute(db)
  const others = await sql<{
    scan_concurrency: number
    held_seconds: number
    due: number
    scheduled: number
    oldest: number
    failing: number
    disabled: number
    silent_hosts: number
  }>`
    with held as (select host from webhook_hosts where silences >= ${HOLD_AFTER_SILENCES})
    select d.scan_concurrency, coalesce(extract(epoch from clock_timestamp() - d.held_since), 0)::float8 as held_seconds, w.due, w.scheduled, w.oldest, e.failing, e.disabled,
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
  const { rows: told } = await sql<{
    mails_due: number
    mails_scheduled: number
    mails_failed: number
    oldest_mail: number
    watches_active: number
    watches_ended: number
    profiles_due: number
    oldest_watch: number
    channels_failing: number
  }>`
    select m.due as mails_due, m.scheduled as mails_scheduled, m.oldest as oldest_mail,
           (select count(*) from mails where status = 'failed' and created_at > clock_timestamp() - interval '1 day') as mails_failed,
           w.active as watches_active, w.ended as watches_ended, p.due as profiles_due,
           greatest(w.oldest, p.oldest) as oldest_watch,
           (select count(*) from notification_rules where user_id is null and failures > 0) as channels_failing
      from (select count(*) filter (where next_attempt_at <= clock_timestamp()) as due,
                   count(*) filter (where next_attempt_at > clock_timestamp()) as scheduled, ${ageOf('next_attempt_at')} as oldest
              from mails where status = 'pending') m
     cross join (select count(*) filter (where next_run_at is not null) as active,
                        count(*) filter (where next_run_at is null) as ended, ${ageOf('next_run_at')} as oldest from watches) w
     cross join (select count(*) as due, ${ageOf('due_at')} as oldest
                   from watched_profiles where due_at <= clock_timestamp()) p`.execute(db)
  const [more] = told
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
    mails: {
      due: more?.mails_due ?? 0,
      scheduled: more?.mails_scheduled ?? 0,
      failed: more?.mails_failed ?? 0,
      oldestDueSeconds: more?.oldest_mail ?? 0,
    },
    watches: {
      active: more?.watches_active ?? 0,
      ended: more?.watches_ended ?? 0,
      profilesDue: more?.profiles_due ?? 0,
      oldestDueSeconds: more?.oldest_watch ?? 0,
    },
    failingChannels: more?.channels_failing ?? 0,
    heldSeconds: row?.held_seconds ?? 0,
  }
}

/** Seconds since the first of these moments; 0 where it is still to come. */
function ageOf(column: string) {
  return sql`coalesce(greatest(0, extract(epoch from clock_timestamp() - min(${sql.ref(column)}))), 0)::float8`
}
