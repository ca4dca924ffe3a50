import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Open, Toscan } from '../../sdk/client.ts'
import type { WatchRecord } from '../../sdk/contract.ts'
import { readScanFilter } from '../../src/api/requests/scan-filter.ts'
import { createLog } from '../../src/cli/start/start.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { finishScans } from '../../src/db/scans/finish-scan.ts'
import { endScan, failure } from '../../src/jobs/end-scan.ts'
import { type JobQueue, startJobQueue } from '../../src/jobs/queue.ts'
import { runWatches, type WatchContext } from '../../src/watches/run-watches.ts'
import { pageOf, type SketchedScan, scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

let api: TestApi
let queue: JobQueue
let ctx: WatchContext
before(async () => {
  api = await startApi()
  const log = createLog(readConfig(api.env))
  queue = await startJobQueue({ url: api.databaseUrl, log, work: false })
  ctx = { db: api.opened.db, log, queue, schedule: [0], readFilter: readScanFilter }
})
after(async () => {
  await queue?.stop()
  await api?.stop()
})

const NADIA = 'https://creator.example/nadia'
const urls = (count: number) => Array.from({ length: count }, (_, i) => `https://creator.example/${i}`)
const DAILY = { schedule: { every: 'day' as const }, scan_mode: 'quick' as const }

async function client(dailyLimit: number | null = null) {
  const { orgId, member } = await api.makeTenant(dailyLimit)
  return { orgId, toscan: new Toscan({ baseUrl: api.baseUrl, token: () => member }) }
}

async function scansIn(orgId: string) {
  const { rows } = await sql<{ scan_id: string; profile_url: string; metadata: string }>`
    select scan_id, profile_url, metadata from scans where org_id = ${orgId} and status = 'processing' order by created_at`.execute(
    api.opened.db,
  )
  return rows
}

/** As if the time had come. */
async function setDue({ watch_id: id }: Pick<WatchRecord, 'watch_id'>) {
  await sql`update watches set next_run_at = clock_timestamp() where watch_id = ${id} and next_run_at is not null`.execute(
    api.opened.db,
  )
}
async function setProfilesDue({ watch_id: id }: Pick<WatchRecord, 'watch_id'>) {
  await sql`update watched_profiles set due_at = clock_timestamp() where watch_id = ${id} and due_at is not null`.execute(
    api.opened.db,
  )
}

/** As a worker ends a scan that saw this. */
async function end(scanId: string, sketch: SketchedScan | 'failed') {
  assert.equal(await endScan({ ...ctx, db: api.opened.db }, endOf(scanId, sketch), null), true)
}

function endOf(scanId: string, sketch: SketchedScan | 'failed') {
  const failed = failure(scanId, null, 'Profile could not be fetched: timeout')
  if (sketch === 'failed') return failed
  const { profile, triage_report } = scanOf(sketch)
  const { coverage, ...report } = triage_report
  return {
    ...failed,
    status: 'completed' as const,
    error: null,
    isBanned: false,
    profileOutcome: report.evidence_index[0]?.outcome ?? null,
    recommendation: report.recommendation,
    riskScore: report.risk_score,
    confidence: report.confidence,
    report: JSON.stringify({ ...report, profile }),
    coverage: JSON.stringify(coverage),
  }
}

/** A run whose one scan sees this. Gives its id. */
async function runOnce(orgId: string, watch: Open<WatchRecord>, sketch: SketchedScan | 'failed') {
  await setDue(watch)
  await runWatches(ctx)
  const [scan, ...others] = await scansIn(orgId)
  assert.ok(scan)
  assert.deepEqual(others, [])
  await end(scan.scan_id, sketch)
  return scan.scan_id
}

describe('a watch', () => {
  it('scans at once and then when its schedule says, and lists its scans', async () => {
    const { orgId, toscan } = await client()
    const watch = await toscan.watches.create({ profile_urls: [NADIA], ...DAILY })
    await runWatches(ctx)
    await runWatches(ctx)
    const scans = await scansIn(orgId)
    assert.deepEqual(
      scans.map(({ profile_url, metadata }) => [profile_url, JSON.parse(metadata)]),
      [[NADIA, { watch_id: watch.watch_id }]],
    )
    const now = await toscan.watches.get(watch.watch_id)
    assert.equal(now.next_run_at?.slice(11, 16), watch.time_utc)
    assert.ok(now.next_run_at && now.next_run_at > (now.last_run_at ?? ''))
    const listed = await toscan.watches.scans(watch.watch_id).firstPage()
    assert.deepEqual(
      listed.scans.map(({ scan_id, scan_mode }) => [scan_id, scan_mode]),
      [[scans[0]?.scan_id, 'quick']],
    )
  })

  it('is passed over by a profile whose last scan still runs', async () => {
    const { orgId, toscan } = await client()
    const watch = await toscan.watches.create({ profile_urls: [NADIA], ...DAILY })
    await runWatches(ctx)
    await setDue(watch)
    await runWatches(ctx)
    assert.equal((await scansIn(orgId)).length, 1)
    assert.equal((await toscan.watches.get(watch.watch_id)).waiting, 0)
  })

  it('of a list submits the first at once and the others one after the other', async () => {
    const { orgId, toscan } = await client()
    const watch = await toscan.watches.create({ profile_urls: urls(5), ...DAILY })
    await runWatches(ctx)
    assert.equal((await scansIn(orgId)).length, 1)
    assert.equal((await toscan.watches.get(watch.watch_id)).waiting, 4)
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from due_at - clock_timestamp()) / 60)::integer as seconds from watched_profiles
       where watch_id = ${watch.watch_id} and due_at is not null order by place`.execute(api.opened.db)
    assert.deepEqual(
      rows.map(({ seconds }) => seconds),
      [1, 2, 3, 4],
    )
  })

  it('of a view scans each profile that the view lists then', async () => {
    const { orgId, toscan } = await client()
    const seed = (profile_url: string, recommendation: 'review_high' | 'no_flags') => ({
      profile_url,
      recommendation,
    })
    const scan = [
      seed(NADIA, 'review_high'),
      seed(NADIA, 'review_high'),
      seed('https://creator.example/omar', 'no_flags'),
    ]
    await seedScans(api.opened.db, orgId, scan)
    const { view_id } = await toscan.views.create({ name: 'High', filter: { recommendation: 'review_high' } })
    const watch = await toscan.watches.create({ view_id, ...DAILY })
    await runWatches(ctx)
    assert.deepEqual(
      (await scansIn(orgId)).map(({ profile_url }) => profile_url),
      [NADIA],
    )
    assert.deepEqual((await toscan.watches.get(watch.watch_id)).profile_urls, [NADIA])
  })

  it('whose view cannot be read any more holds up no other', async () => {
    const { orgId, toscan } = await client()
    const { view_id } = await toscan.views.create({ name: 'Of another version', filter: {} })
    const broken = await toscan.watches.create({ view_id, ...DAILY })
    await sql`update org_views set filter = '{"decision": "of another version"}' where view_id = ${view_id}`.execute(
      api.opened.db,
    )
    await toscan.watches.create({ profile_urls: [NADIA], ...DAILY })
    await runWatches(ctx)
    assert.deepEqual(
      (await scansIn(orgId)).map(({ profile_url }) => profile_url),
      [NADIA],
    )
    const { next_run_at, profiles } = await toscan.watches.get(broken.watch_id)
    assert.ok(next_run_at && next_run_at > broken.created_at, 'it is tried again at its next time')
    assert.equal(profiles, 0)
  })

  it('that is snoozed, ended or without its view submits nothing', async () => {
    const { orgId, toscan } = await client()
    const later = new Date(Date.now() + 24 * 3600_000).toISOString()
    const snoozed = await toscan.watches.create({ profile_urls: urls(2), ...DAILY })
    await toscan.watches.update(snoozed.watch_id, { snoozed_until: later })
    const ended = await toscan.watches.create({ profile_urls: urls(2), ...DAILY })
    await toscan.watches.update(ended.watch_id, { ends_at: '2026-01-01' })
    const { view_id } = await toscan.views.create({ name: 'All', filter: {} })
    const ofView = await toscan.watches.create({ view_id, ...DAILY })
    await toscan.views.remove(view_id)
    for (const watch of [snoozed, ended, ofView]) await setDue(watch)
    await runWatches(ctx)
    assert.deepEqual(await scansIn(orgId), [])
    assert.equal((await toscan.watches.get(ofView.watch_id)).next_run_at, null)
    assert.ok(((await toscan.watches.get(snoozed.watch_id)).next_run_at ?? '') > later.slice(0, 19))
  })

  it('submits nothing in a restored copy that is held', async () => {
    const { orgId, toscan } = await client()
    await toscan.watches.create({ profile_urls: [NADIA], ...DAILY })
    await sql`update deployment set held_since = clock_timestamp()`.execute(api.opened.db)
    await runWatches(ctx)
    assert.deepEqual(await scansIn(orgId), [])
    await sql`update deployment set held_since = null`.execute(api.opened.db)
    await runWatches(ctx)
    assert.equal((await scansIn(orgId)).length, 1)
  })
})

describe('the daily limit', () => {
  it('holds for watches too: what does not fit waits for the next day, and is not counted as dropped', async () => {
    const { orgId, toscan } = await client(3)
    const watch = await toscan.watches.create({ profile_urls: urls(5), ...DAILY })
    await runWatches(ctx)
    await setProfilesDue(watch)
    await runWatches(ctx)
    assert.equal((await scansIn(orgId)).length, 3)
    const { waiting, postponed } = await toscan.watches.get(watch.watch_id)
    assert.deepEqual([waiting, postponed], [2, 2])
    const usage = await toscan.org.usage()
    assert.deepEqual([usage.used, usage.remaining], [3, 0])
    assert.equal((await toscan.org.settings()).total_scans_dropped, 0)
    const { rows } = await sql<{ is_tomorrow: boolean }>`
      select bool_and(due_at > ${usage.resets_at}::timestamptz) as is_tomorrow from watched_profiles
       where watch_id = ${watch.watch_id} and due_at is not null`.execute(api.opened.db)
    assert.equal(rows[0]?.is_tomorrow, true)
  })
})

describe('many workers', () => {
  it('submit each turn of a profile once, also when one of them is cut off', async () => {
    const { orgId, toscan } = await client()
    const watch = await toscan.watches.create({ profile_urls: urls(60), ...DAILY })
    await runWatches(ctx)
    await setProfilesDue(watch)
    const others: Database[] = [1, 2, 3].map(() => openDatabase(api.databaseUrl, { max: 2 }))
    try {
      const workers = [ctx, ...others.map(({ db }) => ({ ...ctx, db })), ctx]
      const ended = Promise.allSettled(workers.map((each) => runWatches(each)))
      // The server ends their connections at once, whatever they are in the middle of.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
        api.opened.db,
      )
      await ended
      await runWatches(ctx)
      const submitted = (await scansIn(orgId)).map(({ profile_url }) => profile_url)
      assert.deepEqual(submitted.toSorted(), urls(60).toSorted())
    } finally {
      await Promise.all(others.map((each) => each.close()))
    }
  })

  it('begin each run once', async () => {
    const { orgId, toscan } = await client()
    for (let i = 0; i < 20; i += 1) await toscan.watches.create({ profile_urls: [`${NADIA}/${i}`], ...DAILY })
    await Promise.all([ctx, ctx, ctx].map((each) => runWatches(each)))
    assert.equal((await scansIn(orgId)).length, 20)
  })
})

describe('what a watch sees change', () => {
  const CALM: SketchedScan = { bio: 'Paints harbours.' }
  const GRAVE: SketchedScan = {
    recommendation: 'review_high',
    codes: { escort_offer: 'E1' },
    bio: 'Rates on request.',
  }

  async function watched(options: { muted?: boolean } = {}) {
    const { orgId, toscan } = await client()
    const watch = await toscan.watches.create({
      profile_urls: [NADIA],
      ...DAILY,
      ...options,
      callback_url: 'https://receiver.example/hook',
    })
    const changes = async () =>
      (await toscan.watches.changes({ watch_id: watch.watch_id }).firstPage()).changes
    const events = async () => {
      const { deliveries } = await toscan.webhookDeliveries.list().firstPage()
      return deliveries.map(({ event_type }) => event_type).toReversed()
    }
    return {
      orgId,
      toscan,
      watch,
      changes,
      events,
      run: (sketch: SketchedScan | 'failed') => runOnce(orgId, watch, sketch),
    }
  }

  it('is written down with its scans and told by webhook, behind the scan’s own', async () => {
    const { toscan, watch, changes, events, run } = await watched()
    const first = await run(CALM)
    assert.deepEqual(await changes(), [], 'the first scan is what the next is compared with')
    const second = await run(GRAVE)
    const [change, ...others] = await changes()
    assert.ok(change)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [change.scan_id, change.before_scan_id, change.url, change.recommendation, change.watch_name],
      [second, first, NADIA, 'review_high', watch.name],
    )
    assert.deepEqual(
      change.changes.map(({ kind }) => kind),
      ['recommendation_up', 'code_added', 'bio_changed'],
    )
    assert.deepEqual(await events(), ['scan.completed', 'scan.completed', 'scan.changed'])
    assert.deepEqual((await toscan.watches.changes().firstPage()).changes, [change])
    assert.equal((await toscan.watches.get(watch.watch_id)).last_change_at, change.at)
  })

  it('is nothing where a scan failed or could not read the profile, and no news afterwards', async () => {
    const { changes, run } = await watched()
    await run(GRAVE)
    for (const nothing of ['failed', { profile: 'login_wall' }, { profile: 'error' }] as const)
      await run(nothing)
    await run(GRAVE)
    assert.deepEqual(await changes(), [])
    await run({ profile: 'gone' })
    await run('failed')
    await run(GRAVE)
    assert.deepEqual(
      (await changes()).map((each) => each.changes.map(({ kind }) => kind)),
      [['profile_back'], ['profile_gone']],
    )
  })

  it('is written down and not told while the watch is muted', async () => {
    const { changes, events, run } = await watched({ muted: true })
    await run(CALM)
    await run(GRAVE)
    assert.equal((await changes()).length, 1)
    assert.deepEqual(await events(), ['scan.completed', 'scan.completed'])
  })

  it('begins with the scan that the watch was made from', async () => {
    const { orgId, toscan } = await client()
    const seen = scanOf(GRAVE).triage_report
    const [scan] = await seedScans(api.opened.db, orgId, [
      { profile_url: NADIA, report: seen, coverage: seen.coverage ?? null },
    ])
    const since_scan_id = scan?.scan_id ?? ''
    const watch = await toscan.watches.create({ profile_urls: [NADIA], ...DAILY, since_scan_id })
    await runWatches(ctx)
    assert.deepEqual(await scansIn(orgId), [], 'not before its time')
    await runOnce(orgId, watch, {
      ...CALM,
      pages: [pageOf({ kind: 'directory', url: 'https://directory.example/n' })],
    })
    const [change] = (await toscan.watches.changes().firstPage()).changes
    assert.equal(change?.before_scan_id, since_scan_id)
    assert.deepEqual(
      change.changes.map(({ kind }) => kind),
      ['recommendation_down', 'code_removed', 'link_added'],
    )
  })

  it('is found by the next minute where an older worker ended the scan', async () => {
    const { orgId, watch, changes, run } = await watched()
    await run(CALM)
    await setDue(watch)
    await runWatches(ctx)
    const [scan] = await scansIn(orgId)
    // What an older version did.
    await api.opened.db.transaction().execute((tx) => finishScans(tx, [endOf(scan?.scan_id ?? '', GRAVE)]))
    assert.deepEqual(await changes(), [])
    await Promise.all([runWatches(ctx), runWatches(ctx)])
    assert.equal((await changes()).length, 1)
  })

  it('goes with its scan, and so does what was known of the profile', async () => {
    const { orgId, changes, run } = await watched()
    await run(CALM)
    await run(GRAVE)
    await sql`delete from scans where org_id = ${orgId}`.execute(api.opened.db)
    assert.deepEqual(await changes(), [])
    const { rows } = await sql`
      select from watch_sightings s join watches w using (watch_id) where w.org_id = ${orgId}`.execute(
      api.opened.db,
    )
    assert.equal(rows.length, 0)
    await run(CALM)
    assert.deepEqual(await changes(), [], 'a first scan again')
  })
})
