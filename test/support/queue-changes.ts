import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { eraseSome, withId } from '../../src/db/organization/erasures.ts'
import { SERVICE } from '../../src/db/people/acts.ts'
import { finishScans } from '../../src/db/scans/finish-scan.ts'
import { handBackAfterOutage, releaseScans } from '../../src/db/scans/queue.ts'
import { createSingles, submitScans } from '../../src/db/scans/submissions.ts'

const MODES = ['quick', 'deep'] as const
const PAGE = { url: 'https://ex.com/u', target: 'https://ex.com/u' }
const COMMON = { callbackUrl: null, metadata: '{}' }

/** All that moves a scan into the queue, out of it and back, each as the service does it, for organizations and scans that chance chooses. */
export function queueChanges(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  orgs: string[],
  random: () => number,
) {
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const submitSingle = createSingles(db)

  return {
    async submitBatch() {
      const profiles = Array.from({ length: 1 + Math.floor(random() * 12) }, () => PAGE)
      await submitScans(db, {
        ...COMMON,
        orgId: oneOf(orgs),
        batchId: randomUUID(),
        scanMode: oneOf(MODES),
        profiles,
      })
    },
    /** As a process does that has not been upgraded past 0104. */
    async submitBatchAsBefore() {
      const pages = Array.from({ length: 1 + Math.floor(random() * 12) }, () => PAGE.url)
      await pool.query(`select submit_scans($1, $2, $3, null, $4, $5, $5, null, null)`, [
        oneOf(orgs),
        randomUUID(),
        oneOf(MODES),
        COMMON.metadata,
        pages,
      ])
    },
    async submitTogether() {
      const some = Array.from({ length: 6 }, () => ({ orgId: oneOf(orgs), scanMode: oneOf(MODES) }))
      await Promise.all(some.map((one) => submitSingle({ ...COMMON, ...one, profile: PAGE })))
    },
    /** As a process does that has not been upgraded past 0080. */
    async submitTogetherAsBefore() {
      const pick = (choices: readonly string[]) => Array.from({ length: 6 }, () => oneOf(choices))
      const same = (value: string | null) => Array.from({ length: 6 }, () => value)
      await pool.query('select submit_singles($1, $2, $3, $4, $5, $6, $7)', [
        pick(orgs),
        pick(MODES),
        same(COMMON.callbackUrl),
        same(COMMON.metadata),
        same(PAGE.url),
        same(PAGE.target),
        same(null),
      ])
    },
    /** As a clock that was set back makes them, and of one moment. */
    async submitOlder() {
      await pool.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
         select gen_random_uuid(), o, 'https://ex.com/o', 'https://ex.com/o', $2, '2026-01-01'::timestamptz + $3 * interval '1 minute'
           from unnest($1::text[]) o`,
        [[oneOf(orgs), oneOf(orgs)], oneOf(MODES), Math.floor(random() * 30)],
      )
    },
    async end() {
      const scanId = await chosen('true')
      if (scanId) await end(scanId)
    },
    /** A hole in the middle of what waits, or its oldest. */
    async cancelWaiting() {
      const scanId = await chosen('worker_id is null')
      if (scanId) await end(scanId)
    },
    async cancelAllOfOne() {
      const { rows } = await pool.query<{ scan_id: string }>(
        `select scan_id from scans where org_id = $1 and status = 'processing'`,
        [oneOf(orgs)],
      )
      for (const { scan_id: scanId } of rows) await end(scanId)
    },
    async erase() {
      const scanId = await chosen('true')
      if (scanId)
        await eraseSome(
          db,
          { orgId: null, condition: withId(scanId), limit: 1 },
          { erasureId: randomUUID(), what: 'retention', subject: scanId, by: SERVICE },
        )
    },
    async handBackOne() {
      const { rows } = await pool.query<{ scan_id: string; worker_id: string; attempt: number }>(
        `select scan_id, worker_id, attempt from scans where worker_id is not null order by random() limit 1`,
      )
      for (const { scan_id: scanId, worker_id: workerId, attempt } of rows)
        await handBackAfterOutage(db, { scanId, workerId, attempt })
    },
    async handBackAll(workerId: string) {
      await releaseScans(db, workerId)
    },
    async lapse() {
      await pool.query(
        `update scans set lease_until = clock_timestamp() - interval '1 s'
          where scan_id in (select scan_id from scans where worker_id is not null order by random() limit 3)`,
      )
    },
    async changeCap() {
      await pool.query('update deployment set scan_concurrency = $1', [1 + Math.floor(random() * 60)])
    },
  }

  async function chosen(condition: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ scan_id: string }>(
      `select scan_id from scans where status = 'processing' and ${condition}
        order by hashtextextended(scan_id::text, $1) limit 1`,
      [Math.floor(random() * 1e9)],
    )
    return rows[0]?.scan_id
  }

  async function end(scanId: string) {
    await finishScans(db, [
      {
        scanId,
        claim: null,
        status: 'failed',
        error: 'Cancelled',
        isBanned: null,
        profileOutcome: null,
        username: null,
        recommendation: null,
        riskScore: null,
        confidence: null,
        report: null,
        coverage: null,
        captures: [],
        modelUsage: null,
      },
    ])
  }
}

/** Scans that run and are not listed so, or are and do not: the cap would be passed, or never reached. */
export async function wronglyRunning({ db }: Pick<Database, 'db'>): Promise<{ scan_id: string }[]> {
  const { rows } = await sql<{ scan_id: string }>`
    select coalesce(r.scan_id, s.scan_id) as scan_id from running_scans r
      full join (select * from scans where status = 'processing' and worker_id is not null) s
        on (s.scan_id, s.org_id) = (r.scan_id, r.org_id) and s.scan_mode is not distinct from r.scan_mode
     where r.scan_id is null or s.scan_id is null`.execute(db)
  return rows
}

/** Flows whose oldest waiting scan no head is low enough for: claims would not see it. */
export async function flowsWithoutHead({
  db,
}: Pick<Database, 'db' | 'pool'>): Promise<{ org_id: string; scan_mode: string }[]> {
  const { rows } = await sql<{ org_id: string; scan_mode: string }>`
    select distinct s.org_id, s.scan_mode from scans s
     where s.status = 'processing' and s.worker_id is null
       and not exists (select from flow_heads h where h.org_id = s.org_id and h.scan_mode = s.scan_mode
                          and (h.created_at, h.scan_id) <= (s.created_at, s.scan_id))`.execute(db)
  return rows
}
