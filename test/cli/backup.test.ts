import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createSession } from '../../src/auth/create-session.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import { addUser } from '../../src/cli/operate/users.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import {
  allEnded,
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from '../jobs/service.ts'
import { runToscan } from '../support/run-toscan.ts'

const SCANS = 12

/** `toscan <args>` on a data folder, as a process of its own. */
async function toscan(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const ended = await runToscan(args, { TOSCAN_DATA_DIR: dataDir, ...env })
  return { ...ended, facts: () => JSON.parse(ended.out) }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-backup-'))
  chmodSync(folder, 0o755)
  return folder
}

describe('an installation that is backed up while it works', () => {
  const folders: string[] = []
  const folder = () => {
    const made = newFolder()
    folders.push(made)
    return made
  }
  let service: Service
  let web: Web
  let receiver: Receiver
  let orgId: string
  let key: string
  let secret: string
  let file: string
  let isDown = true

  before(async () => {
    ;[service, web] = await Promise.all([
      startService({ TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0,3600' }, { ownPostgres: true }),
      startWeb(),
    ])
    receiver = await startReceiver((_got, response) => response.writeHead(isDown ? 503 : 204).end())
    ;({ orgId, key } = await service.org())
    const api = await service.api()
    const userId = await addUser(service.opened, {
      org: orgId,
      email: 'ada@example.org',
      password: 'correct horse battery',
      role: 'admin',
    })
    const { token } = await createSession(service.opened.db, { userId, orgId, authSessionId: null })
    const rotated = await fetch(`${api.url}/api/v2/org/webhook-secret/rotate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    secret = Object(await rotated.json()).webhook_secret
    await service.worker()
    const urls = (from: number) => Array.from({ length: SCANS }, (_, i) => `${web.origin}/p${from + i}`)
    await service.submit(orgId, urls(0), { callback: `${receiver.url}/in` })
    await allEnded(service, orgId)
    await until(() => receiver.got.length === SCANS)
    // Some under way and some waiting while the backup is written.
    web.hold()
    await service.submit(orgId, urls(100), { callback: `${receiver.url}/in` })
    await until(() => web.open.size > 0)
    file = join(folder(), 'backup.tar')
    const written = await toscan(service.dataDir, ['backup', file, '--json'])
    assert.equal(written.code, 0, written.err)
    assert.equal(written.facts().missing, 0)
    assert.ok(written.facts().objects >= SCANS)
    web.release()
    await service.halt()
  })
  after(async () => {
    await service?.stop()
    await web?.close()
    await receiver?.close()
    for (const made of folders) rmSync(made, { recursive: true, force: true })
  })

  it('is one file for its owner alone, and none is written over', async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const again = await toscan(service.dataDir, ['backup', file])
    assert.equal(again.code, 1)
    assert.match(again.err, /is there already/)
  })

  it('comes back whole, silent until it is released, and then sends what is due', async () => {
    // New means that nobody has made it yet.
    const copy = join(folder(), 'new', 'data')
    const restored = await toscan(copy, ['restore', file, '--json'])
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.err, /until `toscan release`/)
    receiver.got.length = 0
    isDown = false

    const second = await startService({ TOSCAN_DATA_DIR: copy }, { ownPostgres: true })
    try {
      const counts = 'select status, count(*)::integer as scans from scans group by 1 order by 1'
      assert.deepEqual(await rows(second, counts), [
        { status: 'completed', scans: SCANS },
        { status: 'processing', scans: SCANS },
      ])
      const { captures, missing, corrupt } = await second.verifyEvidence()
      assert.ok(captures >= SCANS)
      assert.deepEqual([missing, corrupt], [0, 0])

      const [api] = await Promise.all([second.api(), second.worker()])
      const list = await fetch(`${api.url}/api/v2/org/scans`, { headers: { authorization: `Bearer ${key}` } })
      assert.equal(list.status, 200)
      const asked = web.counts.size
      await new Promise((resolve) => setTimeout(resolve, 2500))
      assert.equal(receiver.got.length, 0)
      assert.equal(web.counts.size, asked)
      assert.match(api.output(), /This is a restored copy/)

      const released = await toscan(copy, ['release', '--json'])
      assert.equal(released.code, 0, released.err)
      assert.equal(released.facts().deliveries, SCANS)
      await allEnded(second, orgId)
      // Those of the scans that had waited; the others' second attempt is an hour after their first.
      await until(() => receiver.got.length >= SCANS)
      for (const got of receiver.got.slice(0, SCANS))
        new Webhook(secret).verify(got.body, got.headers as Record<string, string>)
      const attempts = await rows(second, `select max(attempt)::integer as most from scans`)
      assert.deepEqual(attempts, [{ most: 1 }])
      const twice = await toscan(copy, ['release'])
      assert.match(twice.err, /no restored copy/)
    } finally {
      await second.stop()
    }
  })

  it('is not put over another installation', async () => {
    const refused = await toscan(service.dataDir, ['restore', file])
    assert.equal(refused.code, 1)
    assert.match(refused.err, /There is an installation here already/)
  })

  it('is refused where it was cut off or changed, and leaves nothing behind', async () => {
    const cut = join(folder(), 'cut.tar')
    writeFileSync(cut, readFileSync(file))
    truncateSync(cut, statSync(file).size - 20_000)
    const bytes = readFileSync(file)
    const changed = join(folder(), 'changed.tar')
    // Somewhere in the pages, which come last.
    const at = bytes.lastIndexOf(Buffer.from('evidence/')) + 530
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    writeFileSync(changed, bytes)
    const copy = folder()
    for (const [broken, message] of [
      [cut, /cannot be read|is not whole/],
      [changed, /is damaged/],
    ] as const) {
      const refused = await toscan(copy, ['restore', broken])
      assert.equal(refused.code, 1, refused.out)
      assert.match(refused.err, message)
    }
    const restored = await toscan(copy, ['restore', file, '--json'])
    assert.equal(restored.code, 0, restored.err)
  })

  it('leaves no file where it breaks off', async () => {
    const made = folder()
    const ctx = {
      ...service.opened,
      evidence: createFolderStore(folder()),
      url: 'postgres://127.0.0.1:1/none',
      key: '',
    }
    await assert.rejects(writeBackup(ctx, join(made, 'b.tar'), { withKey: true }))
    assert.deepEqual(readdirSync(made), [])
  })

  it('asks for the key that was left out', async () => {
    const keyless = join(folder(), 'keyless.tar')
    assert.equal((await toscan(service.dataDir, ['backup', keyless, '--no-key'])).code, 0)
    const copy = folder()
    const without = await toscan(copy, ['restore', keyless])
    assert.match(without.err, /Put the instance key into \S+instance\.key first/)
    writeFileSync(join(copy, 'instance.key'), randomBytes(32).toString('hex'))
    assert.match((await toscan(copy, ['restore', keyless])).err, /is not the key/)
    writeFileSync(join(copy, 'instance.key'), readFileSync(join(service.dataDir, 'instance.key')))
    assert.equal((await toscan(copy, ['restore', keyless])).code, 0)
  })
})
