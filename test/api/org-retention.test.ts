import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Forbidden, Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { detailOf, startApi, type Tenant, type TestApi } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi({ TOSCAN_EVIDENCE_RETENTION_DAYS: '60', TOSCAN_SCAN_RETENTION_DAYS: '400' })
})
after(() => api.stop())

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

/** A scan with a stored page of each of these ages, in days. */
async function storePages({ orgId }: Tenant, ages: number[]) {
  const [scan] = await seedScans(api.opened.db, orgId, [{}])
  assert.ok(scan)
  for (const [index, age] of ages.entries())
    await sql`insert into captures (scan_id, org_id, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
              values (${scan.scan_id}::uuid, ${orgId}, ${`e${index}`}, 'https://a.example/', 'https://a.example/', '[]', 200, '{}', 'declared',
                      clock_timestamp() - make_interval(days => ${age}), ${'ab'.repeat(32)}, 1, false)`.execute(
      api.opened.db,
    )
}

describe('how long an organization keeps stored pages', () => {
  it('is as long as the operator does, until an admin shortens it', async () => {
    const tenant = await api.makeTenant()
    const [key, admin] = [clientOf(tenant.key), clientOf(tenant.admin)]
    const scans = { scan_days: 400, own_scan_days: null, longest_scan_days: 400 }
    const operators = { evidence_days: 60, own_evidence_days: null, longest_evidence_days: 60, ...scans }
    assert.deepEqual(await key.org.retention(), operators)
    const own = { evidence_days: 7, own_evidence_days: 7, longest_evidence_days: 60, ...scans }
    const changed = await admin.org.updateRetention({ evidence_days: 7 })
    assert.deepEqual(changed, { ...own, dry_run: false, pages_due: 0, scans_due: 0 })
    assert.deepEqual(await key.org.retention(), own)
    await admin.org.updateRetention({ evidence_days: null })
    assert.deepEqual(await key.org.retention(), operators)
  })

  it('is counted before it is changed, in this organization only', async () => {
    const tenant = await api.makeTenant()
    await storePages(tenant, [1, 3, 5, 40])
    await storePages(await api.makeTenant(), [40, 40])
    const admin = clientOf(tenant.admin)
    const look = await admin.org.updateRetention({ evidence_days: 4, dry_run: true })
    assert.deepEqual([look.evidence_days, look.pages_due, look.dry_run], [4, 2, true])
    assert.equal((await admin.org.retention()).own_evidence_days, null)
    assert.equal((await admin.org.updateRetention({ evidence_days: 4 })).pages_due, 2)
  })

  it('of whole scans is counted, set and taken back beside that of pages', async () => {
    const tenant = await api.makeTenant()
    const created_at = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString()
    await seedScans(api.opened.db, tenant.orgId, [
      { created_at: created_at(31) },
      { created_at: created_at(29) },
      { created_at: created_at(31), status: 'processing' },
    ])
    const admin = clientOf(tenant.admin)
    await admin.org.updateRetention({ evidence_days: 7 })
    const look = await admin.org.updateRetention({ scan_days: 30, dry_run: true })
    assert.deepEqual([look.scan_days, look.scans_due, look.evidence_days], [30, 1, 7])
    assert.equal((await admin.org.retention()).own_scan_days, null)
    await admin.org.updateRetention({ scan_days: 30 })
    const { scan_days, own_evidence_days } = await admin.org.updateRetention({ evidence_days: null })
    assert.deepEqual([scan_days, own_evidence_days], [30, null])
    const tooLong = await api.call('PATCH', '/api/v2/org/retention', {
      token: tenant.admin,
      body: { scan_days: 401 },
    })
    assert.equal(tooLong.status, 422)
    assert.equal((await admin.org.updateRetention({ scan_days: null })).scan_days, 400)
  })

  it('is at least a day and at most as long as the operator keeps them', async () => {
    const tenant = await api.makeTenant()
    const patch = (body: unknown) => api.call('PATCH', '/api/v2/org/retention', { token: tenant.admin, body })
    for (const [evidence_days, type] of [
      [0, 'greater_than_equal'],
      [61, 'less_than_equal'],
      [1.5, 'int_from_float'],
      ['soon', 'int_parsing'],
    ]) {
      const answer = await patch({ evidence_days })
      assert.equal(answer.status, 422)
      const [entry] = Object(detailOf(answer))
      assert.deepEqual([entry.type, entry.loc], [type, ['body', 'evidence_days']])
    }
    assert.equal((await patch({})).status, 422)
    assert.equal((await patch({ evidence_days: 60 })).status, 200)
    assert.equal((await patch({ evidence_days: 1 })).status, 200)
  })

  it('stays below a bound that the operator has lowered since', async () => {
    const tenant = await api.makeTenant()
    await sql`update org_settings set evidence_retention_days = 80 where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    const { evidence_days, own_evidence_days } = await clientOf(tenant.key).org.retention()
    assert.deepEqual([evidence_days, own_evidence_days], [60, 80])
  })

  it('is changed by admins only, and for their own organization only', async () => {
    const tenant = await api.makeTenant()
    for (const token of [tenant.member, tenant.key])
      await assert.rejects(clientOf(token).org.updateRetention({ evidence_days: 7 }), Forbidden)
    const other = await api.makeTenant()
    await clientOf(other.admin).org.updateRetention({ evidence_days: 2 })
    assert.equal((await clientOf(tenant.key).org.retention()).evidence_days, 60)
  })
})
