import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Forbidden, NotFound, Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { detailOf, startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const PROFILE = { profile_url: 'https://creator.example/anabela' }

describe('scans that administrators delete', () => {
  let api: TestApi
  let owner: Tenant
  let other: Tenant
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toscan-erase-'))
    api = await startApi({ TOSCAN_DATA_DIR: folder })
    ;[owner, other] = [await api.makeTenant(), await api.makeTenant()]
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
  const seed = async ({ orgId }: Tenant, scan = {}) => {
    const [seeded] = await seedScans(api.opened.db, orgId, [scan])
    assert.ok(seeded)
    return seeded.scan_id
  }
  const notes = async () =>
    (
      await api.opened.pool.query(
        'select org_id, email, what, subject, scans from erasures order by began_at',
      )
    ).rows

  it('one of them is gone for everybody, and who did it is written down', async () => {
    const [scanId, stays] = [await seed(owner), await seed(owner)]
    const deleted = await clientOf(owner.admin).scans.delete(scanId)
    assert.deepEqual(deleted, { scan_id: scanId, status: 'deleted' })
    await assert.rejects(clientOf(owner.admin).scans.get(scanId), NotFound)
    await assert.rejects(clientOf(owner.admin).scans.delete(scanId), NotFound)
    assert.equal((await clientOf(owner.key).scans.get(stays)).profile_id, stays)
    const { orgId, adminPerson } = owner
    assert.deepEqual(await notes(), [
      { org_id: orgId, email: adminPerson.email, what: 'scan', subject: scanId, scans: 1 },
    ])
  })

  it('not by members and keys, and those of another organization are to the byte like none', async () => {
    const scanId = await seed(owner)
    for (const token of [owner.member, owner.key])
      await assert.rejects(clientOf(token).scans.delete(scanId), Forbidden)
    const asked = (id: string) => api.call('DELETE', `/api/v2/scans/${id}`, { token: other.admin })
    const unknown = await asked(randomUUID())
    assert.equal(unknown.text, '{"detail":"Scan not found"}')
    for (const id of [scanId, 'not-a-uuid']) {
      const answer = await asked(id)
      assert.deepEqual([answer.status, answer.text], [unknown.status, unknown.text])
    }
    assert.equal((await clientOf(owner.key).scans.get(scanId)).profile_id, scanId)
  })

  it('all of a creator are counted first if that is asked, in this organization only', async () => {
    const ids = [await seed(owner, PROFILE), await seed(owner, { ...PROFILE, status: 'processing' })]
    const theirs = await seed(other, PROFILE)
    const creator = { profile_url: 'http://www.creator.example/anabela/' }
    const { org, scans } = clientOf(owner.admin)
    assert.deepEqual(await org.eraseCreator({ ...creator, dry_run: true }), {
      scans: 2,
      dry_run: true,
      has_more: false,
    })
    assert.deepEqual(await org.eraseCreator(creator), { scans: 2, dry_run: false, has_more: false })
    for (const id of ids) await assert.rejects(scans.get(id), NotFound)
    assert.deepEqual(await org.eraseCreator(creator), { scans: 0, dry_run: false, has_more: false })
    assert.equal((await clientOf(other.key).scans.get(theirs)).profile_id, theirs)
    assert.ok(!JSON.stringify(await notes()).includes('anabela'))
  })

  it('all that is older than a day are counted, and go a thousand with one call', async () => {
    const tenant = await api.makeTenant()
    const { org } = clientOf(tenant.admin)
    const created_at = '2026-01-10T12:00:00Z'
    await seedScans(
      api.opened.db,
      tenant.orgId,
      Array.from({ length: 1003 }, () => ({ created_at })),
    )
    const stays = await seed(tenant)
    const theirs = await seed(other, { created_at })
    const before = '2026-01-11'
    assert.deepEqual(await org.eraseBefore({ before: '2026-01-10' }), {
      scans: 0,
      dry_run: false,
      has_more: false,
    })
    assert.equal((await org.eraseBefore({ before, dry_run: true })).scans, 1003)
    assert.deepEqual(await org.eraseBefore({ before }), { scans: 1000, dry_run: false, has_more: true })
    assert.deepEqual(await org.eraseBefore({ before }), { scans: 3, dry_run: false, has_more: false })
    for (const [{ key }, id] of [
      [tenant, stays],
      [other, theirs],
    ] as const)
      assert.equal((await clientOf(key).scans.get(id)).profile_id, id)
  })

  it('are listed, the newest first, to administrators of this organization', async () => {
    const tenant = await api.makeTenant()
    const { org, scans } = clientOf(tenant.admin)
    const scanId = await seed(tenant)
    await scans.delete(scanId)
    await seed(tenant, PROFILE)
    await org.eraseCreator(PROFILE)
    const [last, first] = await Array.fromAsync(org.erasures({ limit: 1 }))
    assert.deepEqual([first?.what, first?.subject, first?.scans], ['scan', scanId, 1])
    assert.deepEqual([last?.what, last?.email], ['creator', tenant.adminPerson.email])
    assert.match(last?.subject ?? '', /^[0-9a-f]{64}$/)
    for (const token of [tenant.member, tenant.key])
      await assert.rejects(clientOf(token).org.erasures().firstPage(), Forbidden)
  })

  it('neither an address nor a day, both, and a day that is none are refused', async () => {
    const refused = async (body: object) =>
      detailOf(
        await api.call('POST', '/api/v2/org/erasures', { token: owner.admin, body: JSON.stringify(body) }),
      )
    for (const [body, type] of [
      [{}, 'missing'],
      [{ ...PROFILE, before: '2026-01-01' }, 'value_error'],
      [{ before: 'yesterday' }, 'datetime_parsing'],
    ] as const)
      assert.equal(Object(await refused(body))[0]?.type, type)
  })
})
