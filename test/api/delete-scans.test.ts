import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Forbidden, NotFound, Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

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
    assert.deepEqual(await org.eraseCreator({ ...creator, dry_run: true }), { scans: 2, dry_run: true })
    assert.deepEqual(await org.eraseCreator(creator), { scans: 2, dry_run: false })
    for (const id of ids) await assert.rejects(scans.get(id), NotFound)
    assert.deepEqual(await org.eraseCreator(creator), { scans: 0, dry_run: false })
    assert.equal((await clientOf(other.key).scans.get(theirs)).profile_id, theirs)
    assert.ok(!JSON.stringify(await notes()).includes('anabela'))
  })
})
