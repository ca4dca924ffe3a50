import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Toscan } from '../../sdk/client.ts'
import { insertMail } from '../../src/db/notifications/mails.ts'
import { readAlerts } from '../support/alerts.ts'
import { evaluateRule, readSamples } from '../support/evaluate-rule.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'

describe('what /metrics tells of mails, watches and a restored copy', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  /** What takes long to look up shows as it last was: asked again until all of it was looked up after this was called. */
  const scrape = () => {
    const asked = performance.now()
    return until('numbers of now are shown', async () => {
      const called = performance.now()
      const samples = readSamples((await api.call('GET', '/metrics')).text)
      const age = of(samples, 'toscan_deployment_numbers_age_seconds') ?? Number.POSITIVE_INFINITY
      return age * 1000 < called - asked ? samples : undefined
    })
  }
  const of = (samples: ReturnType<typeof readSamples>, name: string, state?: string) =>
    samples.find((each) => each.name === name && each.labels.state === state)?.value
  /** Whether the alert would fire on this. */
  const isAlert = (name: string, samples: ReturnType<typeof readSamples>) => {
    const { expr = '' } = readAlerts().find(({ alert }) => alert === name) ?? {}
    const seen = { at: 0, samples }
    return evaluateRule(expr, seen, seen).length > 0
  }

  it('is how many mails wait, for how long, and how many were given up', async () => {
    const { db } = api.opened
    const before = await scrape()
    assert.equal(of(before, 'toscan_oldest_due_mail_seconds'), 0)
    assert.equal(isAlert('ToscanMailsLate', before), false)
    for (const mailId of ['mail_due', 'mail_later', 'mail_lost'])
      await insertMail(db, {
        mailId,
        orgId: tenant.orgId,
        kind: 'notification',
        recipient: 'nora@example.org',
        contentSealed: 'sealed',
      })
    await sql`update mails set next_attempt_at = clock_timestamp() - interval '11 minutes' where mail_id = 'mail_due'`.execute(
      db,
    )
    await sql`update mails set next_attempt_at = clock_timestamp() + interval '1 hour' where mail_id = 'mail_later'`.execute(
      db,
    )
    await sql`update mails set status = 'failed' where mail_id = 'mail_lost'`.execute(db)
    const samples = await scrape()
    assert.deepEqual(
      ['due', 'scheduled', 'failed'].map((state) => of(samples, 'toscan_mails', state)),
      [1, 1, 1],
    )
    assert.ok(Math.abs((of(samples, 'toscan_oldest_due_mail_seconds') ?? 0) - 660) < 30)
    assert.equal(isAlert('ToscanMailsLate', samples), true)
  })

  it('is how many watches there are, and for how long one has been due', async () => {
    const { db } = api.opened
    const toscan = new Toscan({ baseUrl: api.baseUrl, token: () => tenant.member })
    const { watch_id } = await toscan.watches.create({
      profile_urls: ['https://creator.example/nadia'],
      schedule: { every: 'day' },
    })
    const other = await toscan.watches.create({
      profile_urls: ['https://creator.example/omar'],
      schedule: { every: 'day' },
    })
    await toscan.watches.update(other.watch_id, { ends_at: '2026-01-01' })
    const before = await scrape()
    assert.deepEqual(
      ['active', 'ended'].map((state) => of(before, 'toscan_watches', state)),
      [1, 1],
    )
    assert.equal(isAlert('ToscanWatchesLate', before), false)
    await sql`update watches set next_run_at = clock_timestamp() - interval '20 minutes' where watch_id = ${watch_id}`.execute(
      db,
    )
    const late = await scrape()
    assert.ok(Math.abs((of(late, 'toscan_oldest_due_watch_seconds') ?? 0) - 1200) < 30)
    assert.equal(isAlert('ToscanWatchesLate', late), true)
    await sql`update watches set next_run_at = clock_timestamp() + interval '1 day' where watch_id = ${watch_id}`.execute(
      db,
    )
    await sql`update watched_profiles set due_at = clock_timestamp() - interval '5 minutes' where watch_id = ${watch_id}`.execute(
      db,
    )
    const submitting = await scrape()
    assert.equal(of(submitting, 'toscan_watched_profiles_due'), 1)
    assert.ok(Math.abs((of(submitting, 'toscan_oldest_due_watch_seconds') ?? 0) - 300) < 30)
    assert.equal(isAlert('ToscanWatchesLate', submitting), false)
  })

  it('is for how long a restored copy has been held, which /readyz says too and stays ready', async () => {
    const { db } = api.opened
    const ready = async () => (await api.call('GET', '/readyz')).json
    assert.equal(of(await scrape(), 'toscan_copy_held_seconds'), 0)
    assert.deepEqual(await ready(), { status: 'ready' })

    await sql`update deployment set held_since = clock_timestamp() - interval '3 hours'`.execute(db)
    const young = await scrape()
    assert.ok(Math.abs((of(young, 'toscan_copy_held_seconds') ?? 0) - 3 * 3600) < 30)
    assert.equal(isAlert('ToscanCopyHeld', young), false)
    assert.deepEqual(await ready(), {
      status: 'ready',
      detail:
        'This is a restored copy, held for 3 hours: until `toscan release` it scans and sends nothing, and keeps what is past its time.',
    })

    await sql`update deployment set held_since = clock_timestamp() - interval '8 days'`.execute(db)
    const old = await scrape()
    assert.equal(isAlert('ToscanCopyHeld', old), true)
    assert.match(JSON.stringify(await ready()), /held for 8 days/)
    await sql`update deployment set held_since = null`.execute(db)
    assert.deepEqual(await ready(), { status: 'ready' })
  })
})
