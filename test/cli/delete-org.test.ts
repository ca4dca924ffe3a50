import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { shutOrg } from '../../src/db/organization/remove-org.ts'
import { SERVICE } from '../../src/db/people/acts.ts'
import { verifyActs } from '../../src/db/people/verify-acts.ts'
import { insertAttemptedDelivery } from '../../src/db/webhooks/deliveries.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { everythingOf } from '../../src/jobs/delete-org.ts'
import { eraseScans } from '../../src/jobs/erase-scans.ts'
import { runToscan } from '../support/run-toscan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

/** Which stay: who did what, and that something was deleted. */
const TRAIL = new Set(['audit_log', 'audit_chains', 'erasures'])
const PAGE = Buffer.from('<p>a page of this test</p>')

describe('toscan org delete', () => {
  let api: TestApi
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toscan-delete-org-'))
    api = await startApi({ TOSCAN_DATA_DIR: folder, TOSCAN_EGRESS_ALLOW: '127.0.0.1' })
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]) => runToscan(['org', 'delete', ...args, '--json'], api.env)
  const query = async <T extends object>(text: string, values: unknown[] = []) =>
    (await api.opened.pool.query<T>(text, values)).rows
  const evidence = () => createFolderStore(join(folder, 'evidence'))

  /** Something of everything that an organization may have. */
  async function fill({ orgId, admin, key, memberPerson }: Tenant) {
    const [one, two] = await seedScans(api.opened.db, orgId, [
      {},
      { status: 'failed' },
      { status: 'processing', processing_started_at: new Date().toISOString() },
    ])
    const call = async (method: string, path: string, body?: unknown, token = admin) => {
      const { status, text, json } = await api.call(method, `/api/v2${path}`, {
        token,
        ...(body !== undefined && { body }),
      })
      assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
      return Object(json)
    }
    const callback = `http://127.0.0.1:9/${orgId}`
    await call('PATCH', '/org/settings', { default_callback_url: callback })
    await call('POST', '/scan/quick', { profile_url: 'https://example.com/waits' }, key)
    await call(
      'POST',
      '/batch/deep',
      { profile_urls: ['https://example.com/a', 'https://example.com/b'] },
      key,
    )
    const view = await call('POST', '/org/views', { name: 'Saved', filter: { q: 'words' } })
    const watched = { profile_urls: ['https://example.com/creator-0'], schedule: { every: 'day' } }
    await call('POST', '/org/watches', { name: 'Ours', ...watched })
    await call('POST', '/org/watches', {
      name: 'Of a view',
      view_id: view.view_id,
      schedule: watched.schedule,
    })
    const channel = { kind: 'slack', name: 'Ours', url: callback, changes: true }
    await call('POST', '/org/notifications/channels', channel)
    await call('PUT', '/org/notifications/mine', { changes: true })
    await call('POST', '/org/invitations', { email: `${orgId}@example.org`, role: 'member' })
    const criterion = {
      name: 'Resold',
      family: 'piracy',
      severity: 'high',
      phrases: { en: ['hidden words'] },
    }
    await call('POST', '/org/criteria', { code: 'own_courses', definition: criterion })
    await call('POST', '/org/webhook-secret/rotate', { grace_period_seconds: 60 })
    const decision = { decision: 'escalated', reason: 'a reason', note: 'a note' }
    await call('POST', `/org/review-queue/${one?.scan_id}/decide`, { decision })
    const mention = `look at this, @${memberPerson.email}`
    await call('POST', `/scans/${one?.scan_id}/comments`, { body: mention, mentions: [memberPerson.userId] })
    await insertAttemptedDelivery(api.opened.db, {
      deliveryId: `dlv_${orgId}`,
      webhookId: `msg_${orgId}`,
      orgId,
      eventType: 'scan.completed',
      url: callback,
      body: '{}',
      createdAt: new Date().toISOString(),
      status: 'failed',
      reason: 'attempts_exhausted',
    })
    await call('POST', `/org/webhook-deliveries/dlv_${orgId}/resend`)
    const own = Buffer.concat([PAGE, Buffer.from(orgId)])
    for (const bytes of [PAGE, own])
      await query(
        `insert into captures (scan_id, org_id, kind, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
         values ($1, $2, 'answer', 'u', 'u', '[]', 200, '{}', 'declared', clock_timestamp(), $3, $4, false)`,
        [two?.scan_id, orgId, await put(bytes), bytes.length],
      )
  }

  async function put(bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await evidence().put(sha256, bytes)
    return sha256
  }

  /** Tables with rows that hold any of these words, and the rows. */
  async function placesOf(words: string[]): Promise<Map<string, string[]>> {
    const tables = await query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const places = new Map<string, string[]>()
    for (const { name } of tables) {
      const found = await query<{ row: string }>(
        `select t::text as row from ${name} t where t::text ilike any ($1) order by 1`,
        [words.map((word) => `%${word}%`)],
      )
      if (found.length > 0)
        places.set(
          name.replace('public.', ''),
          found.map(({ row }) => row),
        )
    }
    return places
  }

  const wordsOf = ({ orgId, adminPerson, memberPerson }: Tenant) => [
    orgId,
    adminPerson.email,
    memberPerson.email,
    adminPerson.userId,
  ]

  it('leaves nothing of it but the trail, takes nothing of others, and ends its keys and sessions', async () => {
    const [gone, stays] = [await api.makeTenant(), await api.makeTenant()]
    await fill(gone)
    await fill(stays)
    const shared = await api.makeUser(gone.orgId, 'admin', `both-${randomUUID()}@example.org`)
    await api.makeUser(stays.orgId, 'member', shared.email)
    const filled = await placesOf([gone.orgId])
    assert.ok(filled.size > 20, [...filled.keys()].join())
    const before = await placesOf([stays.orgId])

    const counted = JSON.parse((await run('--org', gone.orgId, '--dry-run')).out)
    assert.deepEqual(counted, { org_id: gone.orgId, name: 'Test', scans: 6, members: 3 })
    const { out, err, code } = await run('--org', gone.orgId, '--name', 'Test')
    assert.equal(code, 0, err)
    // Of its two pages another organization has the one as well; of its three people one belongs there too.
    assert.deepEqual(JSON.parse(out), { org_id: gone.orgId, scans: 6, objects: 1, accounts: 2 })

    const left = await placesOf(wordsOf(gone))
    assert.deepEqual(
      [...left.keys()].filter((table) => !TRAIL.has(table)),
      [],
    )
    for (const token of [gone.key, gone.admin, gone.member])
      assert.equal((await api.call('GET', '/api/v2/org/scans', { token })).status, 401)
    assert.equal((await api.call('GET', '/api/v2/org/scans', { token: stays.key })).status, 200)
    const after = await placesOf([stays.orgId])
    // When a key was used last is written behind the request.
    const unchanged = (rows: Map<string, string[]>) => [...rows].filter(([table]) => table !== 'api_keys')
    assert.deepEqual(unchanged(after), unchanged(before))
    assert.deepEqual((await placesOf([shared.email])).has('auth_user'), true)

    assert.deepEqual((await verifyActs(api.opened.db, [])).faults, [])
    const [told] = await query<{ subject: string; after: string }>(
      `select subject, after from audit_log where chain = 'instance' and action = 'org.delete' order by seq desc`,
    )
    assert.equal(told?.subject, gone.orgId)
    const listed = await runToscan(['audit', 'list', '--org', gone.orgId, '--json'], api.env)
    assert.equal(JSON.parse(listed.out).acts[0].action, 'scans.delete', listed.err)
    const erasures = await runToscan(['erasures', 'list', '--org', gone.orgId, '--json'], api.env)
    assert.equal(JSON.parse(erasures.out).erasures[0].scans, 6, erasures.err)
  })

  it('goes on where it was killed, and still knows whose accounts go', async () => {
    const tenant = await api.makeTenant()
    await fill(tenant)
    for (let times = 0; times < 2; times++)
      await api.opened.db.transaction().execute((tx) => shutOrg(tx, tenant.orgId, SERVICE))
    assert.equal((await api.call('GET', '/api/v2/org/scans', { token: tenant.key })).status, 401)
    const { scans } = await eraseScans(
      { db: api.opened.db, evidence: evidence() },
      everythingOf(tenant.orgId, SERVICE),
      1,
    )
    assert.ok(scans > 0 && scans < 6, String(scans))
    const { out, err } = await run('--org', tenant.orgId, '--name', 'Test')
    assert.deepEqual(
      JSON.parse(out || '{}'),
      { org_id: tenant.orgId, scans: 6, objects: 1, accounts: 2 },
      err,
    )
    const [told] = await query<{ after: string }>(
      `select after from audit_log where chain = 'instance' and action = 'org.delete' order by seq desc`,
    )
    assert.deepEqual(JSON.parse(told?.after ?? ''), { scans: 6, accounts: 2 })
    const left = await placesOf(wordsOf(tenant))
    assert.deepEqual(
      [...left.keys()].filter((table) => !TRAIL.has(table)),
      [],
    )
  })

  it('asks for its name, and knows no other', async () => {
    const { orgId, key } = await api.makeTenant()
    for (const name of [[], ['--name', 'test']]) {
      const { code, err } = await run('--org', orgId, ...name)
      assert.equal(code, 1)
      assert.match(err, /is called "Test"/)
    }
    assert.equal((await api.call('GET', '/api/v2/org/scans', { token: key })).status, 200)
    assert.match((await run('--org', 'org_nobody', '--name', 'Test')).err, /There is no organization/)
  })
})
