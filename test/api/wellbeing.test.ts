import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Forbidden, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { type SeededScan, sampleReport, seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const CLEARED = { decision: { decision: 'cleared' as const } }

describe('those who review', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

  function scanWith(family: string, severity: 'critical' | 'high'): Partial<SeededScan> {
    const scan = { recommendation: 'review_high', risk_score: severity === 'critical' ? 90 : 80 } as const
    const code = family === 'minor_safety' ? 'minor_age_claim' : 'escort_directory_link'
    const finding = { code, family, severity, title: code, probability: 0.9, contribution: 80, evidence: [] }
    return { ...scan, report: { ...sampleReport(scan), reason_codes: [code], findings: [finding] } }
  }
  const MINOR = scanWith('minor_safety', 'critical')
  const SEVERE = scanWith('consent', 'critical')
  const MILD = scanWith('in_person', 'high')

  async function teamWith(scans: Partial<SeededScan>[]) {
    const tenant = await api.makeTenant()
    const ids = (await seedScans(api.opened.db, tenant.orgId, scans)).map(({ scan_id }) => scan_id)
    return { tenant, ids, nora: clientOf(tenant.member), omar: clientOf(tenant.admin) }
  }
  const rest = ({ memberPerson }: Tenant) =>
    sql`update scan_reviews set decided_at = decided_at - interval '16 minutes' where decided_by = ${memberPerson.userId}`.execute(
      api.opened.db,
    )

  it('are given cases of minor safety only with the right to them, by whatever way', async () => {
    const { tenant, ids, nora, omar } = await teamWith([MINOR, MILD])
    const [minor = '', mild = ''] = ids
    const queue = await nora.reviewQueue.get()
    assert.deepEqual([queue.cases.map(({ scan_id }) => scan_id), queue.counts.review_high], [[mild], 1])
    assert.equal((await nora.reviewQueue.claim()).case?.scan_id, mild)
    assert.equal((await nora.reviewQueue.claim({ except: [mild] })).case, null)
    await assert.rejects(nora.reviewQueue.claimThis(minor), Forbidden)
    await assert.rejects(nora.reviewQueue.decide(minor, CLEARED), /an administrator can give it/)
    await assert.rejects(nora.reviews.update(minor, CLEARED), Forbidden)
    await assert.rejects(nora.reviews.update(minor, { findings: { minor_age_claim: 'rejected' } }), Forbidden)
    const many = await nora.reviewQueue.decideMany([minor], CLEARED.decision)
    assert.match(many.passed_over[0]?.why ?? '', /take a right/)
    const toNora = { userId: tenant.memberPerson.userId }
    assert.deepEqual((await omar.reviewQueue.assign([minor], toNora.userId)).passed_over, [minor])
    // Everybody still sees every scan.
    assert.equal((await nora.scans.get(minor)).profile_id, minor)

    await assert.rejects(nora.members.allowMinorSafety(toNora.userId, true), Forbidden)
    assert.equal((await omar.members.allowMinorSafety(toNora.userId, true)).minor_safety, true)
    assert.equal((await nora.reviewQueue.claim({ except: [mild] })).case?.scan_id, minor)
    await nora.reviewQueue.decide(minor, CLEARED)
  })

  it('have that right as administrators and not as members, until somebody says otherwise', async () => {
    const { tenant, omar } = await teamWith([])
    const rights = async () =>
      (await omar.members.list()).members.map(({ role, minor_safety }) => [role, minor_safety]).sort()
    assert.deepEqual(await rights(), [
      ['admin', true],
      ['member', false],
    ])
    await omar.members.allowMinorSafety(tenant.adminPerson.userId, false)
    await omar.members.changeRole(tenant.memberPerson.userId, 'admin')
    assert.deepEqual(await rights(), [
      ['admin', false],
      ['admin', true],
    ])
    const nothing = await api.call('PATCH', `/api/v2/org/members/${tenant.adminPerson.userId}`, {
      token: tenant.admin,
      body: {},
    })
    assert.equal(nothing.status, 422)
  })

  it('get a milder case after as many severe ones in a row as the organization wants', async () => {
    const { tenant, ids, nora, omar } = await teamWith([SEVERE, SEVERE, SEVERE, SEVERE, MILD])
    const mild = ids[4]
    await assert.rejects(
      omar.reviewQueue.updateSettings({
        wellbeing: { blur_pictures: false, severe_in_row: 0, break_minutes: null },
      }),
      ValidationFailed,
    )
    const wellbeing = { blur_pictures: true, severe_in_row: 2, break_minutes: 45 }
    assert.deepEqual((await omar.reviewQueue.updateSettings({ wellbeing })).wellbeing, wellbeing)
    const next = async (except: string[] = []) => nora.reviewQueue.claim({ except })
    const first = (await next()).case?.scan_id ?? ''
    await nora.reviewQueue.decide(first, CLEARED)
    const second = (await next()).case?.scan_id ?? ''
    assert.notEqual(second, mild)
    // One decided and one in hand are two.
    assert.equal((await next([second])).case?.scan_id, mild)
    await nora.reviewQueue.decide(second, CLEARED)
    await nora.reviewQueue.release(mild ?? '')
    await omar.reviewQueue.assign([mild ?? ''], tenant.adminPerson.userId)
    assert.deepEqual(await next(), { case: null, severe_limit: true })
    await omar.reviewQueue.assign([mild ?? ''], null)
    assert.equal((await next()).case?.scan_id, mild)
    await nora.reviewQueue.decide(mild ?? '', CLEARED)
    const third = (await next()).case?.scan_id ?? ''
    assert.ok(ids.includes(third) && third !== mild)
    await nora.reviewQueue.decide(third, CLEARED)
    const fourth = (await next()).case?.scan_id ?? ''
    await nora.reviewQueue.decide(fourth, CLEARED)
    await seedScans(api.opened.db, tenant.orgId, [SEVERE])
    assert.equal((await next()).severe_limit, true)
    await rest(tenant)
    assert.ok((await next()).case)
  })
})
