import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Toscan, ValidationFailed } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

describe('GET /org/stats', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  it('counts scans by UTC day and what nobody has decided yet, of its organization', async () => {
    const [tenant, stranger] = [await api.makeTenant(), await api.makeTenant()]
    const member = new Toscan({ baseUrl: api.baseUrl, token: () => tenant.member })
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00+00:00`
    const yesterday = new Date(Date.parse(today) - 1).toISOString()
    const longAgo = new Date(Date.parse(today) - 40 * 86_400_000).toISOString()
    const high = { recommendation: 'review_high', risk_score: 90 } as const
    const seeded = await seedScans(api.opened.db, tenant.orgId, [
      { ...high, created_at: today },
      { ...high, created_at: yesterday },
      { ...high, created_at: longAgo },
      { created_at: today },
      { status: 'failed', created_at: today },
      { status: 'processing', created_at: today },
      { status: 'processing', scan_mode: null, created_at: today },
      { profile_state: 'unread', created_at: today },
      { profile_state: null, is_banned: true, created_at: today },
    ])
    await seedScans(api.opened.db, stranger.orgId, [{ ...high, created_at: today }])
    await member.reviews.update(seeded[0]?.scan_id ?? '', { decision: { decision: 'cleared' } })

    const stats = await member.org.stats({ days: 3 })
    const none = {
      no_flags: 0,
      unseen: 0,
      review_low: 0,
      review_medium: 0,
      review_high: 0,
      failed: 0,
      processing: 0,
    }
    assert.deepEqual(
      stats.days.map(({ day: _day, ...counts }) => counts),
      [
        none,
        { ...none, review_high: 1 },
        { ...none, no_flags: 1, unseen: 2, review_high: 1, failed: 1, processing: 2 },
      ],
    )
    assert.equal(stats.days.at(-1)?.day, today.slice(0, 10))
    assert.deepEqual(stats.undecided, { review_low: 0, review_medium: 0, review_high: 1 })
    assert.equal((await member.org.stats()).days.length, 30)
    assert.equal((await member.org.stats({ days: 90 })).undecided.review_high, 2)
    await assert.rejects(member.org.stats({ days: 91 }), ValidationFailed)
  })
})
