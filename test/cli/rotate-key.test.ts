import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault, instanceKey, markOfKey, placeNextKey } from '../../src/auth/vault.ts'
import { takeDueMail } from '../../src/db/notifications/mails.ts'
import { insertChannel, rulesOfOrg } from '../../src/db/notifications/notifications.ts'
import { startEmbeddedPostgres } from '../../src/db/server/embedded-postgres.ts'
import { liveSecrets } from '../../src/db/webhooks/webhook-secrets.ts'
import { createQueueMail, openMail } from '../../src/mail/mail.ts'
import { runToscan } from '../support/run-toscan.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'

const rotate = (env: Record<string, string>, input: string) => runToscan(['rotate-key', '--json'], env, input)

describe('the instance key of a database of one’s own', () => {
  let api: TestApi
  const key = randomBytes(32).toString('hex')
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  it('is changed only while nothing runs; secrets stay what they are, and whoever ran meanwhile seals none', async () => {
    const { orgId, admin } = await api.makeTenant()
    const rotateSecret = () =>
      api.call('POST', '/api/v2/org/webhook-secret/rotate', { token: admin, mayFail: true })
    const { webhook_secret: secret } = Object((await rotateSecret()).json)
    const { publicKey } = await openEvidenceSigner(api.opened.db, createVault(api.opened.secretKey))
    const content = { subject: 'Waiting', text: 'to be sent' }
    const queueMail = createQueueMail(createVault(api.env.TOSCAN_SECRET_KEY ?? ''))
    await queueMail(api.opened.db, { kind: 'test', orgId: null, to: 'a@example.org', content })
    const urlSealed = createVault(api.env.TOSCAN_SECRET_KEY ?? '').seal('https://hooks.example/1')
    const terms = { changes: true, high_risk: false, queue_hours: null, pace: 'daily' as const }
    await insertChannel(
      api.opened.db,
      { ruleId: 'chn_1', orgId, kind: 'slack', name: 'One', urlSealed },
      terms,
    )
    const refused = await rotate(api.env, key)
    assert.equal(refused.code, 1, refused.out)
    assert.match(refused.err, /Stop them first/)

    assert.match((await rotate(api.env, 'short')).err, /64 hex characters/)
    // Its connections are gone, and it does not know; where it was quicker to come back than the command to look, they go again.
    const rotated = await until('it is changed', async () => {
      await onServer(api.databaseUrl, (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                       where application_name like 'toscan%' and datname = current_database()`),
      )
      const { code, out, err } = await rotate(api.env, key)
      if (code !== 0) assert.match(err, /Stop them first/)
      return code === 0 && out
    })
    // That of the organization's first day is sealed too, until its grace is over.
    assert.deepEqual(JSON.parse(rotated), { secrets: 2 })
    const wrong = await rotate(api.env, key)
    assert.match(wrong.err, /TOSCAN_SECRET_KEY is not the key/)

    const [sealed = ''] = await liveSecrets(api.opened.db, orgId)
    assert.equal(createVault(key).open(sealed), secret)
    assert.deepEqual((await openEvidenceSigner(api.opened.db, createVault(key))).publicKey, publicKey)
    const mail = await takeDueMail(api.opened.db, 0)
    assert.deepEqual(openMail(createVault(key), mail?.content_sealed ?? ''), content)
    const [channel] = await rulesOfOrg(api.opened.db, orgId, '')
    assert.equal(createVault(key).open(channel?.url_sealed ?? ''), 'https://hooks.example/1')
    assert.equal((await rotateSecret()).status, 503)
  })
})

describe('a change of the key in a data folder', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  /** Not ours, by its name: the change of the key does not mind it. */
  let gate: Client
  let watching: Client
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-key-'))
    chmodSync(folder, 0o755)
    server = await startEmbeddedPostgres(folder)
    assert.equal((await toscan('org', 'create', '--name', 'One')).code, 0)
    ;[gate, watching] = [1, 2].map(() => new Client({ connectionString: server.url })) as [Client, Client]
    await Promise.all([gate.connect(), watching.connect()])
  })
  after(async () => {
    await Promise.all([gate?.end(), watching?.end()])
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const toscan = (...args: string[]) => runToscan(args, { TOSCAN_DATA_DIR: folder })

  it('keeps the key when other commands start meanwhile', async () => {
    await gate.query('begin')
    await gate.query('select from webhook_secrets for update')
    const rotated = toscan('rotate-key')
    const waits = `select from pg_stat_activity where application_name = 'toscan-copy' and wait_event_type = 'Lock'`
    await until('it seals', async () => ((await watching.query(waits)).rowCount ?? 0) > 0)
    const others = [toscan('org', 'list'), toscan('rotate-key')]
    // Long enough for both to have looked at the key.
    await setTimeout(2500)
    await gate.query('commit')
    assert.equal((await rotated).code, 0, (await rotated).err)
    for (const { code, err } of await Promise.all(others))
      assert.ok(code === 0 || /Stop them first|was changed meanwhile/.test(err), err)
    const listed = await toscan('org', 'list')
    assert.equal(listed.code, 0, listed.err)
  })
})

describe('a change of the key in a data folder that was cut short', () => {
  it('ends with the key that the database names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-key-'))
    const old = instanceKey(folder, null)
    const next = randomBytes(32).toString('hex')
    placeNextKey(folder, next)
    assert.equal(instanceKey(folder, markOfKey(old)), old)
    placeNextKey(folder, next)
    assert.equal(instanceKey(folder, markOfKey(next)), next)
    assert.equal(readFileSync(join(folder, 'instance.key'), 'utf8'), next)
    rmSync(folder, { recursive: true })
  })
})
