import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runToscan } from '../support/run-toscan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

let api: TestApi
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toscan-audit-'))
  api = await startApi({ TOSCAN_DATA_DIR: folder })
})
after(async () => {
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})

const toscan = (...args: string[]) => runToscan(args, api.env)

async function json(...args: string[]) {
  const { out, err, code } = await toscan(...args, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

interface Act {
  action: string
  subject: string | null
  actor: unknown
  after: unknown
}

describe('toscan audit', () => {
  it('lists what commands did, by account and machine, without what they printed', async () => {
    const { org_id: orgId } = await json('org', 'create', '--name', 'Acme')
    const { key_id: keyId, key } = await json('key', 'create', '--org', orgId, '--name', 'Nightly')
    await json('key', 'revoke', '--org', orgId, '--key', keyId)
    await json('org', 'set', '--org', orgId, '--daily-limit', '7')
    const person = await api.makeUser(orgId, 'admin')
    const { token } = await json('session', 'create', '--email', person.email)
    const { url } = await json('user', 'reset-password', '--email', person.email)
    const [scan] = await seedScans(api.opened.db, orgId, [{ profile_url: 'https://gone.example/her' }])
    const scanId = scan?.scan_id ?? ''
    await json('scan', 'export', join(folder, 'export.tar'), '--scan', scanId)
    await json('evidence', 'delete', '--scan', scanId)
    await json('scan', 'delete', '--url', 'https://gone.example/her', '--org', orgId)
    await json('backup', join(folder, 'backup.tar'))
    const { acts }: { acts: Act[] } = await json('audit', 'list', '--org', orgId)
    assert.deepEqual(
      acts.toReversed().map(({ action, subject, after }) => [action, subject, after]),
      [
        ['org.create', orgId, { name: 'Acme', daily_limit: null }],
        ['key.create', keyId, { name: 'Nightly' }],
        ['key.revoke', keyId, null],
        ['limits.change', null, { daily_limit: 7 }],
        ['member.add', person.userId, { email: person.email, role: 'admin' }],
        ['session.create', person.userId, null],
        ['password.reset_link', person.userId, null],
        ['scans.export', scanId, { what: 'scan', scans: 1 }],
        ['evidence.delete', scanId, { captures: 0 }],
        ['scans.delete', acts[0]?.subject, acts[0]?.after],
      ],
    )
    const by = { kind: 'command', id: userInfo().username, name: null, address: hostname() }
    for (const { actor } of acts) assert.deepEqual(actor, by)
    const all = JSON.stringify(acts)
    for (const secret of [key, token, new URL(url).hash.slice(1), 'gone.example'])
      assert.ok(!all.includes(secret), secret)
    const { acts: some }: { acts: Act[] } = await json(
      'audit',
      'list',
      '--limit',
      '1',
      '--action',
      'backup.write',
    )
    assert.deepEqual(some[0]?.after, { with_key: true })
    const { out } = await toscan('audit', 'list', '--org', orgId, '--limit', '2')
    assert.match(out, /^\S+ +\S+ +\S+ +scans\.delete .*\n\S+ +\S+ +\S+ +evidence\.delete .*\n$/)
  })

  it('verifies that every chain is whole, and names what is not', async () => {
    const noted = await toscan('audit', 'verify', '--json')
    assert.equal(noted.code, 0, noted.err)
    assert.deepEqual(JSON.parse(noted.out).faults, [])
    const file = join(folder, 'tips.json')
    await writeFile(file, noted.out)
    assert.equal((await toscan('audit', 'verify', '--against', file)).code, 0)
    const orgId = await api.makeOrg()
    for (const name of ['a', 'b', 'c']) await json('key', 'create', '--org', orgId, '--name', name)
    const { pool } = api.opened
    await pool.query('alter table audit_log disable trigger user')
    await pool.query(`update audit_log set after = '{"name":"z"}' where chain = $1 and seq = 2`, [orgId])
    await pool.query('delete from audit_log where chain = $1 and seq = 4', [orgId])
    await pool.query('alter table audit_log enable trigger user')
    const { out, err, code } = await toscan('audit', 'verify')
    assert.equal(code, 1)
    assert.match(err, new RegExp(`^changed: ${orgId} row 2 \\(.{36}\\)\nremoved: ${orgId} row 4\n$`))
    assert.match(out, /faults +2/)
    await writeFile(file, '{"tips":[{"chain":"org_gone","seq":3,"hash":"x"}]}')
    assert.match((await toscan('audit', 'verify', '--against', file)).err, /is not what .* prints/)
    await writeFile(file, JSON.stringify({ tips: [{ chain: 'org_gone', seq: 3, hash: '0'.repeat(64) }] }))
    assert.match((await toscan('audit', 'verify', '--against', file)).err, /removed: org_gone rows 1 to 3/)
  })
})
