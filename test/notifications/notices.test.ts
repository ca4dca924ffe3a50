import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Toscan } from '../../sdk/client.ts'
import { newId } from '../../src/auth/ids.ts'
import { insertChange } from '../../src/db/scans/scan-changes.ts'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const NADIA = 'https://creator.example/nadia'
const HIGH = { recommendation: 'review_high', risk_score: 80 } as const

describe('the notices', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
  async function tenantClients() {
    const tenant = await api.makeTenant()
    return { tenant, nora: clientOf(tenant.member), omar: clientOf(tenant.admin) }
  }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  /** Completed so many minutes ago. */
  const seedHigh = async (tenant: Tenant, minutes: number, more: Partial<SeededScan> = {}) => {
    const at = minutesAgo(minutes)
    const times = { created_at: at, processing_started_at: at, processing_completed_at: at }
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{ ...HIGH, ...times, ...more }])
    return scan?.scan_id ?? ''
  }
  const seedChange = async (tenant: Tenant, minutes: number, muted = false) => {
    const { watch_id } = await clientOf(tenant.member).watches.create({
      profile_urls: [NADIA],
      name: 'Nadia',
      muted,
      schedule: { every: 'day' },
    })
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{ profile_url: NADIA }])
    const change_id = newId('chg')
    await insertChange(api.opened.db, {
      change_id,
      org_id: tenant.orgId,
      watch_id,
      scan_id: scan?.scan_id ?? '',
      before_scan_id: null,
      url: NADIA,
      recommendation: 'review_low',
      risk_score: 21,
      changes: [
        {
          kind: 'code_added',
          code: 'escort_offer',
          text: 'New: escort_offer',
          url: null,
          from: null,
          to: null,
          ref: null,
          caveats: [],
        },
      ],
    })
    await sql`update scan_changes set created_at = ${minutesAgo(minutes)}::timestamptz where change_id = ${change_id}`.execute(
      api.opened.db,
    )
    return change_id
  }

  it('are what rules tell of, the newest first: changes, muted ones apart, and undecided scans of high risk', async () => {
    const { tenant, nora } = await tenantClients()
    const high = await seedHigh(tenant, 30)
    const change = await seedChange(tenant, 10)
    await seedChange(tenant, 5, true)
    await seedHigh(tenant, 3, { recommendation: 'review_medium' })
    await seedHigh(tenant, 40 * 24 * 60)
    const decided = await seedHigh(tenant, 2)
    await nora.reviews.update(decided, { decision: { decision: 'cleared', reason: 'fine' } })
    const { notices, unseen, waiting, next_cursor } = await nora.notifications.notices().firstPage()
    assert.deepEqual(
      notices.map(({ notice_id, kind, seen }) => [notice_id, kind, seen]),
      [
        [change, 'change', false],
        [high, 'high_risk', false],
      ],
    )
    assert.equal(notices[0]?.watch_name, 'Nadia')
    assert.equal(notices[0]?.changes[0]?.text, 'New: escort_offer')
    assert.equal(notices[1]?.risk_score, 80)
    // The one of forty days ago waits for a decision all the same.
    assert.equal(waiting?.count, 1)
    assert.deepEqual([unseen, next_cursor], [3, null])
  })

  it('come page by page, each once', async () => {
    const { tenant, nora } = await tenantClients()
    const ids = [
      await seedHigh(tenant, 4),
      await seedChange(tenant, 3),
      await seedHigh(tenant, 2),
      await seedChange(tenant, 1),
    ].toReversed()
    const found: string[] = []
    for await (const { notice_id } of nora.notifications.notices({ limit: 1 })) found.push(notice_id)
    assert.deepEqual(found, ids)
    await assert.rejects(nora.notifications.notices({ after: 'nonsense' }).firstPage(), BadRequest)
  })

  it('are seen by each person for themselves, one by one or all up to a moment', async () => {
    const { tenant, nora, omar } = await tenantClients()
    const first = await seedHigh(tenant, 20)
    const second = await seedChange(tenant, 10)
    assert.deepEqual(await nora.notifications.seen({ notice_ids: [first] }), { unseen: 1 })
    const { notices } = await nora.notifications.notices().firstPage()
    assert.deepEqual(
      notices.map(({ notice_id, seen }) => [notice_id, seen]),
      [
        [second, false],
        [first, true],
      ],
    )
    assert.deepEqual(await nora.notifications.seen({ until: notices[0]?.at ?? '' }), { unseen: 0 })
    const third = await seedHigh(tenant, 0)
    const after = await nora.notifications.notices().firstPage()
    assert.deepEqual(
      after.notices.filter(({ seen }) => !seen).map(({ notice_id }) => notice_id),
      [third],
    )
    assert.equal((await omar.notifications.notices().firstPage()).unseen, 3)
    await assert.rejects(nora.notifications.seen({}), BadRequest)
  })

  it('do not count as seen what was still being written when somebody had seen everything', async () => {
    const { tenant, nora } = await tenantClients()
    const shown = await seedHigh(tenant, 0)
    const { notices } = await nora.notifications.notices().firstPage()
    assert.deepEqual(await nora.notifications.seen({ until: notices[0]?.at ?? '' }), { unseen: 0 })
    const late = await seedHigh(tenant, 0.1)
    const now = await nora.notifications.notices().firstPage()
    assert.deepEqual(
      now.notices.map(({ notice_id, seen }) => [notice_id, seen]),
      [
        [shown, true],
        [late, false],
      ],
    )
  })

  it('say how many wait too long, by the hours that somebody has chosen, and again when one more does', async () => {
    const { tenant, nora } = await tenantClients()
    await seedHigh(tenant, 90, { recommendation: 'review_low' })
    assert.equal((await nora.notifications.notices().firstPage()).waiting, null)
    await nora.notifications.setMine({ queue_hours: 1 })
    const { waiting } = await nora.notifications.notices().firstPage()
    assert.ok(waiting)
    assert.deepEqual([waiting.count, waiting.hours, waiting.seen], [1, 1, false])
    assert.deepEqual(await nora.notifications.seen({ notice_ids: [waiting.notice_id] }), { unseen: 0 })
    assert.equal((await nora.notifications.notices().firstPage()).waiting?.seen, true)
    await seedHigh(tenant, 61, { recommendation: 'review_low' })
    const again = await nora.notifications.notices().firstPage()
    assert.deepEqual([again.waiting?.count, again.waiting?.seen, again.unseen], [2, false, 1])
  })

  it('keep cases of minor safety from whoever has no right to them, and everything from other organizations', async () => {
    const { tenant, nora, omar } = await tenantClients()
    const scan = await seedHigh(tenant, 2 * 24 * 60)
    await sql`update scan_reviews set minor_safety = true where scan_id = ${scan}::uuid`.execute(
      api.opened.db,
    )
    const hers = await nora.notifications.notices().firstPage()
    assert.deepEqual([hers.notices, hers.waiting, hers.unseen], [[], null, 0])
    const his = await omar.notifications.notices().firstPage()
    assert.deepEqual([his.notices.length, his.waiting?.count, his.unseen], [1, 1, 2])
    const other = await tenantClients()
    assert.equal((await other.omar.notifications.notices().firstPage()).unseen, 0)
  })
})
