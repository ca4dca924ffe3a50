import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Forbidden, Toscan } from '../../sdk/client.ts'
import type { ActAction } from '../../sdk/contract.ts'
import type { Endpoint } from '../../src/api/http/endpoint.ts'
import { recordAct } from '../../src/db/people/acts.ts'
import { verifyActs } from '../../src/db/people/verify-acts.ts'
import { insertAttemptedDelivery } from '../../src/db/webhooks/deliveries.ts'
import { interfaceTable } from '../support/interface-table.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

let api: TestApi
let receiver: ReturnType<typeof createServer>
let callback: string
/** For what does not get into each other's way. */
let shared: Tenant
before(async () => {
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  callback = `http://127.0.0.1:${port}/in/s3cret?token=s3cret`
  api = await startApi({ TOSCAN_EGRESS_ALLOW: `127.0.0.1:${port}`, TOSCAN_EVIDENCE_RETENTION_DAYS: '60' })
  shared = await api.makeTenant()
})
after(async () => {
  await api.stop()
  receiver.close()
})

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

type Told = { action: ActAction; subject: string | null; before: unknown; after: unknown }

/** Newest first. */
async function actsOf(orgId: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select action, subject, before, after from audit_log where chain = ${orgId} order by seq desc`.execute(
    api.opened.db,
  )
  return rows.map((row) => ({
    ...row,
    before: JSON.parse(String(row.before)),
    after: JSON.parse(String(row.after)),
  }))
}

/** What is there to be changed, and its path's parameters. */
interface Stage {
  tenant: Tenant
  scanId: string
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>
}

interface Recipe {
  /** Takes an organization in which nothing has happened yet. */
  fresh?: boolean
  /** Makes what the endpoint is to find; gives the path and the body, and acts beside those that the table declares for it. */
  ask(stage: Stage): Promise<{ path: string; body?: unknown }> | { path: string; body?: unknown }
  told: (path: string, stage: Stage) => Partial<Told> & { action: ActAction }
}

const lastOf = (path: string) => path.split('/').at(-1) ?? ''
const decision = { decision: 'escalated', reason: 'a reason', note: 'a note' }

async function submittedTo(call: Stage['call'], what: 'scan' | 'batch'): Promise<string> {
  const url = 'https://example.com/waits'
  const made = await call('POST', `/${what}/quick`, { profile_url: url, profile_urls: [url] })
  return JSON.parse(made.text)[`${what}_id`]
}

/** One call of each endpoint that changes something, and what the audit trail says of it then. */
const RECIPES: Record<string, Recipe> = {
  'DELETE /scans/:scan_id': {
    ask: ({ scanId }) => ({ path: `/scans/${scanId}` }),
    told: (_path, { scanId }) => ({ action: 'scans.delete', subject: scanId }),
  },
  'POST /scans/:scan_id/cancel': {
    ask: async ({ call }) => ({ path: `/scans/${await submittedTo(call, 'scan')}/cancel` }),
    told: (path) => ({
      action: 'scan.cancel',
      subject: path.split('/').at(-2) ?? '',
      after: { what: 'scan', scans: 1 },
    }),
  },
  'POST /batches/:batch_id/cancel': {
    ask: async ({ call }) => ({ path: `/batches/${await submittedTo(call, 'batch')}/cancel` }),
    told: (path) => ({
      action: 'scan.cancel',
      subject: path.split('/').at(-2) ?? '',
      after: { what: 'batch', scans: 1 },
    }),
  },
  'PUT /scans/:scan_id/review': {
    ask: ({ scanId }) => ({ path: `/scans/${scanId}/review`, body: { decision } }),
    told: (_path, { scanId }) => ({
      action: 'review.decision',
      subject: scanId,
      before: { decision: null },
      after: { decision: 'escalated' },
    }),
  },
  'POST /scans/:scan_id/comments': {
    ask: ({ scanId }) => ({ path: `/scans/${scanId}/comments`, body: { body: 'words of mine' } }),
    told: (_path, { scanId }) => ({ action: 'comment.create', subject: scanId }),
  },
  'PATCH /org/settings': {
    fresh: true,
    ask: () => ({ path: '/org/settings', body: { default_callback_url: callback } }),
    told: () => ({
      action: 'settings.change',
      before: { default_callback_url: null },
      after: { default_callback_url: `${new URL(callback).origin}/…` },
    }),
  },
  'POST /org/review-queue/:scan_id/decide': {
    ask: ({ scanId }) => ({
      path: `/org/review-queue/${scanId}/decide`,
      body: { decision, findings: { escort_directory_link: 'accepted' } },
    }),
    told: (_path, { scanId }) => ({
      action: 'review.finding',
      subject: scanId,
      after: { code: 'escort_directory_link', finding: 'accepted' },
    }),
  },
  'POST /org/review-queue/:scan_id/undo': {
    async ask({ scanId, call }) {
      await call('POST', `/org/review-queue/${scanId}/decide`, { decision })
      return { path: `/org/review-queue/${scanId}/undo` }
    },
    told: () => ({
      action: 'review.decision',
      before: { decision: 'escalated' },
      after: { decision: null },
    }),
  },
  'POST /org/review-queue/decide': {
    ask: ({ scanId }) => ({ path: '/org/review-queue/decide', body: { scan_ids: [scanId], decision } }),
    told: (_path, { scanId }) => ({ action: 'review.decision', subject: scanId }),
  },
  'POST /org/review-queue/assign': {
    ask: ({ scanId }) => ({ path: '/org/review-queue/assign', body: { scan_ids: [scanId], user_id: 'me' } }),
    told: (_path, { tenant }) => ({
      action: 'review.assignment',
      before: { assignment: null },
      after: { assignment: tenant.adminPerson.email },
    }),
  },
  'PATCH /org/review-settings': {
    ask: () => ({ path: '/org/review-settings', body: { note_required: true } }),
    told: () => ({ action: 'review_settings.change' }),
  },
  'PATCH /org/policy': {
    ask: () => ({ path: '/org/policy', body: { codes: { escort_directory_link: 'off' } } }),
    told: () => ({
      action: 'policy.change',
      before: { codes: {} },
      after: { codes: { escort_directory_link: 'off' } },
    }),
  },
  'POST /org/criteria': {
    ask: () => ({ path: '/org/criteria', body: { code: 'own_courses', definition: CRITERION } }),
    told: () => ({ action: 'criterion.create', subject: 'own_courses', after: { version: 1, ...WRITTEN } }),
  },
  'PATCH /org/criteria/:code': {
    ask: async (stage) => ({
      path: await criterionPath(stage, 'own_changed'),
      body: { definition: { ...CRITERION, severity: 'low' } },
    }),
    told: (path) => ({
      action: 'criterion.change',
      subject: lastOf(path),
      before: { version: 1, ...WRITTEN },
      after: { version: 2, ...WRITTEN, severity: 'low' },
    }),
  },
  'PUT /org/criteria/:code/state': {
    ask: async (stage) => ({
      path: `${await criterionPath(stage, 'own_live')}/state`,
      body: { state: 'live' },
    }),
    told: () => ({
      action: 'criterion.state',
      subject: 'own_live',
      before: { state: 'draft', version: null },
      after: { state: 'live', version: 1 },
    }),
  },
  'DELETE /org/criteria/:code': {
    ask: async (stage) => ({ path: await criterionPath(stage, 'own_unused') }),
    told: (path) => ({
      action: 'criterion.delete',
      subject: lastOf(path),
      before: { version: 1, ...WRITTEN },
    }),
  },
  'PATCH /org/retention': {
    ask: () => ({ path: '/org/retention', body: { evidence_days: 7 } }),
    told: () => ({
      action: 'retention.change',
      before: { evidence_days: null, scan_days: null },
      after: { evidence_days: 7, scan_days: null },
    }),
  },
  'POST /org/erasures': {
    ask: () => ({ path: '/org/erasures', body: { profile_url: 'https://example.com/creator-0' } }),
    told: () => ({ action: 'scans.delete' }),
  },
  'POST /org/views': {
    ask: () => ({ path: '/org/views', body: { name: 'Saved', filter: { q: 'hidden words' } } }),
    told: () => ({ action: 'view.create', after: { name: 'Saved' } }),
  },
  'PATCH /org/views/:view_id': {
    ask: async (stage) => ({ path: await viewPath(stage), body: { name: 'Ours' } }),
    told: (path) => ({
      action: 'view.change',
      subject: lastOf(path),
      before: { name: 'Mine' },
      after: { name: 'Ours', filter_changed: false },
    }),
  },
  'DELETE /org/views/:view_id': {
    ask: async (stage) => ({ path: await viewPath(stage) }),
    told: (path) => ({ action: 'view.delete', subject: lastOf(path), before: { name: 'Mine' } }),
  },
  'POST /org/watches': {
    ask: () => ({ path: '/org/watches', body: WATCHED }),
    told: () => ({ action: 'watch.create', after: { profiles: 1, view_id: null } }),
  },
  'PATCH /org/watches/:watch_id': {
    ask: async (stage) => ({ path: await watchPath(stage), body: { muted: true } }),
    told: (path) => ({ action: 'watch.change', subject: lastOf(path) }),
  },
  'DELETE /org/watches/:watch_id': {
    ask: async (stage) => ({ path: await watchPath(stage) }),
    told: (path) => ({ action: 'watch.delete', subject: lastOf(path), before: { name: 'Ours' } }),
  },
  'PUT /org/notifications/mine': {
    ask: () => ({ path: '/org/notifications/mine', body: { changes: true } }),
    told: (_path, { tenant }) => ({
      action: 'notifications.change',
      subject: tenant.adminPerson.userId,
      before: null,
      after: { changes: true, high_risk: false, queue_hours: null, pace: 'at_once' },
    }),
  },
  'POST /org/notifications/channels': {
    ask: () => ({ path: '/org/notifications/channels', body: channel() }),
    told: () => ({ action: 'channel.create' }),
  },
  'PATCH /org/notifications/channels/:channel_id': {
    async ask({ call }) {
      const made = await call('POST', '/org/notifications/channels', channel())
      const path = `/org/notifications/channels/${JSON.parse(made.text).channel_id}`
      return { path, body: { high_risk: true } }
    },
    told: (path) => ({ action: 'channel.change', subject: lastOf(path) }),
  },
  'POST /org/notifications/channels/:channel_id/test': {
    async ask({ call }) {
      const made = await call('POST', '/org/notifications/channels', channel())
      return { path: `/org/notifications/channels/${JSON.parse(made.text).channel_id}/test` }
    },
    told: (path) => ({ action: 'channel.test', subject: path.split('/').at(-2) ?? '' }),
  },
  'DELETE /org/notifications/channels/:channel_id': {
    async ask({ call }) {
      const made = await call('POST', '/org/notifications/channels', channel())
      return { path: `/org/notifications/channels/${JSON.parse(made.text).channel_id}` }
    },
    told: (path) => ({ action: 'channel.delete', subject: lastOf(path) }),
  },
  'POST /org/webhook-secret/rotate': {
    ask: () => ({ path: '/org/webhook-secret/rotate', body: { grace_period_seconds: 60 } }),
    told: () => ({ action: 'webhook_secret.rotate', after: { grace_period_seconds: 60 } }),
  },
  'POST /org/webhook-deliveries/:delivery_id/resend': {
    async ask({ call }) {
      return { path: `/org/webhook-deliveries/${await testDelivery(call)}/resend` }
    },
    told: (path) => ({ action: 'webhook.resend', subject: path.split('/').at(-2) ?? '' }),
  },
  'POST /org/webhook-deliveries/recover': {
    async ask({ tenant }) {
      await insertAttemptedDelivery(api.opened.db, {
        deliveryId: `dlv_${tenant.orgId}`,
        webhookId: `msg_${tenant.orgId}`,
        orgId: tenant.orgId,
        eventType: 'scan.completed',
        url: callback,
        body: '{}',
        createdAt: new Date().toISOString(),
        status: 'failed',
        reason: 'attempts_exhausted',
      })
      return { path: '/org/webhook-deliveries/recover', body: { since: '2026-01-01' } }
    },
    told: () => ({
      action: 'webhook.recover',
      after: { since: '2026-01-01T00:00:00.000Z', deliveries: 1 },
    }),
  },
  'POST /org/webhook-test': {
    async ask({ call }) {
      await call('PATCH', '/org/settings', { default_callback_url: callback })
      return { path: '/org/webhook-test' }
    },
    told: () => ({ action: 'webhook.test' }),
  },
  'PATCH /org/members/:user_id': {
    fresh: true,
    ask: ({ tenant }) => ({ path: `/org/members/${tenant.memberPerson.userId}`, body: { role: 'admin' } }),
    told: (_path, { tenant: { memberPerson } }) => ({
      action: 'member.change',
      subject: memberPerson.userId,
      before: { email: memberPerson.email, role: 'member' },
      after: { email: memberPerson.email, role: 'admin' },
    }),
  },
  'DELETE /org/members/:user_id': {
    fresh: true,
    ask: ({ tenant }) => ({ path: `/org/members/${tenant.memberPerson.userId}` }),
    told: (path, { tenant: { memberPerson } }) => ({
      action: 'member.remove',
      subject: lastOf(path),
      before: { email: memberPerson.email, role: 'member' },
      after: { revoked_keys: 0 },
    }),
  },
  'POST /org/invitations': {
    ask: () => ({ path: '/org/invitations', body: { email: 'new@example.org', role: 'member' } }),
    told: () => ({ action: 'invitation.create', after: { email: 'new@example.org', role: 'member' } }),
  },
  'DELETE /org/invitations/:invitation_id': {
    async ask({ call }) {
      const made = await call('POST', '/org/invitations', { email: 'new@example.org', role: 'admin' })
      return { path: `/org/invitations/${JSON.parse(made.text).invitation_id}` }
    },
    told: (path) => ({
      action: 'invitation.withdraw',
      subject: lastOf(path),
      before: { email: 'new@example.org', role: 'admin' },
    }),
  },
  'POST /org/api-keys': {
    ask: () => ({ path: '/org/api-keys', body: { name: 'Nightly' } }),
    told: () => ({ action: 'key.create', after: { name: 'Nightly' } }),
  },
  'PATCH /org/api-keys/:key_id': {
    ask: ({ tenant }) => ({ path: `/org/api-keys/${tenant.keyId}`, body: { requests_per_minute: 600 } }),
    told: (path) => ({
      action: 'key.change',
      subject: lastOf(path),
      before: { name: 'Test key', requests_per_minute: null },
      after: { requests_per_minute: 600 },
    }),
  },
  'DELETE /org/api-keys/:key_id': {
    ask: ({ tenant }) => ({ path: `/org/api-keys/${tenant.keyId}` }),
    told: (path) => ({ action: 'key.revoke', subject: lastOf(path), before: { name: 'Test key' } }),
  },
}

const WATCHED = {
  name: 'Ours',
  profile_urls: ['https://example.com/creator-0'],
  schedule: { every: 'day' },
}
const channel = () => ({ kind: 'slack', name: 'Ours', url: callback, changes: true })

const WRITTEN = { name: 'Our courses resold', family: 'piracy', severity: 'high' }
const CRITERION = { ...WRITTEN, phrases: { en: ['hidden words'] } }

async function criterionPath({ call }: Stage, code: string): Promise<string> {
  await call('POST', '/org/criteria', { code, definition: CRITERION })
  return `/org/criteria/${code}`
}

async function watchPath({ call }: Stage): Promise<string> {
  const made = await call('POST', '/org/watches', WATCHED)
  const { watch_id: watchId } = JSON.parse(made.text)
  return `/org/watches/${watchId}`
}

async function viewPath({ call }: Stage): Promise<string> {
  const made = await call('POST', '/org/views', { name: 'Mine', filter: {} })
  const { view_id: viewId } = JSON.parse(made.text)
  return `/org/views/${viewId}`
}

async function testDelivery(call: Stage['call']): Promise<string> {
  await call('PATCH', '/org/settings', { default_callback_url: callback })
  return JSON.parse((await call('POST', '/org/webhook-test')).text).delivery_id
}

describe('the audit trail', () => {
  const table = interfaceTable()
  const changing = table.filter(({ method }) => method !== 'GET')
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

  it('knows of every endpoint that changes something: what it writes, or why it writes nothing', () => {
    assert.deepEqual(
      changing
        .filter(({ acts = [], withoutAct }) => acts.length > 0 === (withoutAct !== undefined))
        .map(nameOf),
      [],
    )
    const declared = changing.filter(({ acts = [] }) => acts.length > 0).map(nameOf)
    assert.deepEqual(Object.keys(RECIPES).toSorted(), declared.toSorted())
  })

  for (const endpoint of changing.filter(({ acts }) => acts)) {
    const name = nameOf(endpoint)
    it(`tells of ${name}, by whom and from where, without a secret`, async () => {
      const recipe = RECIPES[name]
      assert.ok(recipe)
      const tenant = recipe.fresh ? await api.makeTenant() : shared
      const [scan] = await seedScans(api.opened.db, tenant.orgId, [
        { recommendation: 'review_high', profile_url: 'https://example.com/creator-0' },
      ])
      const call: Stage['call'] = (method, path, body) =>
        api.call(method, `/api/v2${path}`, { token: tenant.admin, body })
      const stage = { tenant, scanId: scan?.scan_id ?? '', call }
      const { path, body } = await recipe.ask(stage)
      const before = await actsOf(tenant.orgId)
      const answer = await api.call(endpoint.method, `/api/v2${path}`, {
        token: tenant.admin,
        body,
        headers: { 'x-request-id': 'of-this-test' },
      })
      assert.ok(answer.status < 300, answer.text)
      const acts = await actsOf(tenant.orgId)
      const written = acts.slice(0, acts.length - before.length)
      for (const { action } of written) assert.ok(endpoint.acts?.includes(action), action)
      const told = recipe.told(path, stage)
      const found = written.find(({ action }) => action === told.action)
      assert.deepEqual(found, { ...found, ...told })
      const { acts: listed } = await clientOf(tenant.admin).audit.list().firstPage()
      const { userId: id, email } = tenant.adminPerson
      assert.deepEqual(listed[0]?.actor, { kind: 'person', id, name: email, address: '127.0.0.1' })
      assert.equal(listed[0]?.request_id, 'of-this-test')
      const text = JSON.stringify(listed)
      for (const secret of [
        's3cret',
        'hidden words',
        'words of mine',
        'a note',
        'a reason',
        'whsec_',
        '/creator-0',
      ])
        assert.ok(!text.includes(secret), secret)
      assert.doesNotMatch(text, /sk_|join_/)
    })
  }

  it('says nothing of what was refused or only tried', async () => {
    const tenant = await api.makeTenant()
    const before = (await actsOf(tenant.orgId)).length
    for (const [method, path, body] of [
      ['PATCH', `/org/members/${tenant.adminPerson.userId}`, { role: 'member' }],
      ['PATCH', '/org/retention', { evidence_days: 7, dry_run: true }],
      ['PATCH', '/org/settings', { default_callback_url: 'http://10.0.0.1/' }],
      ['DELETE', '/org/api-keys/key_unknown', undefined],
      ['DELETE', '/org/invitations/inv_unknown', undefined],
    ] as const)
      await api.call(method, `/api/v2${path}`, { token: tenant.admin, body })
    assert.equal((await actsOf(tenant.orgId)).length, before)
  })

  it('is read by administrators only, each their own organization', async () => {
    const [tenant, other] = [await api.makeTenant(), await api.makeTenant()]
    for (const token of [tenant.member, tenant.key]) {
      await assert.rejects(clientOf(token).audit.list().firstPage(), Forbidden)
      await assert.rejects(clientOf(token).audit.export(), Forbidden)
    }
    await clientOf(other.admin).apiKeys.create({ name: 'Of the other' })
    const mine = JSON.stringify(await clientOf(tenant.admin).audit.list({ limit: 100 }).firstPage())
    assert.ok(!mine.includes(other.orgId) && !mine.includes('Of the other'))
  })

  it('is filtered by who, what and when, and leafed through while acts arrive', async () => {
    const tenant = await api.makeTenant()
    const admin = clientOf(tenant.admin)
    const by = (email: string) =>
      ({ kind: 'person', id: `of ${email}`, name: email, address: null, requestId: null }) as const
    for (let made = 0; made < 5; made++)
      await recordAct(api.opened.db, by(`p${made % 2}@example.org`), {
        action: 'view.create',
        orgId: tenant.orgId,
        subject: String(made),
      })
    const { acts } = await admin.audit.list({ action: 'view.create' }).firstPage()
    assert.deepEqual(
      acts.map((act) => act.subject),
      ['4', '3', '2', '1', '0'],
    )
    for (const actor of ['P1@example.org', 'of p1@example.org'])
      assert.deepEqual(
        (await admin.audit.list({ actor }).firstPage()).acts.map((act) => act.subject),
        ['3', '1'],
      )
    // Filters are as fine as a millisecond, acts as a microsecond.
    const [from, to] = [acts[3], acts[1]].map((act) => new Date(act?.at ?? '').toISOString())
    const within = acts.filter(
      ({ at }) => at >= `${from?.slice(0, -1)}000+00:00` && at < `${to?.slice(0, -1)}000+00:00`,
    )
    assert.deepEqual((await admin.audit.list({ from, to, action: 'view.create' }).firstPage()).acts, within)
    const seen: (string | null)[] = []
    for await (const act of admin.audit.list({ action: 'view.create', limit: 2 })) {
      seen.push(act.subject)
      await recordAct(api.opened.db, by('late@example.org'), {
        action: 'view.create',
        orgId: tenant.orgId,
        subject: 'late',
      })
    }
    assert.deepEqual(seen, ['4', '3', '2', '1', '0'])
    const page = await admin.audit.list({ limit: 1 }).firstPage()
    await assert.rejects(
      admin.audit.list({ after: page.next_cursor ?? '', action: 'view.create' }).firstPage(),
      BadRequest,
    )
  })

  it('is exported whole as JSON lines or a table, and says so', async () => {
    const tenant = await api.makeTenant()
    const admin = clientOf(tenant.admin)
    await admin.apiKeys.create({ name: '=cmd()' })
    const { acts } = await admin.audit.list({ limit: 100 }).firstPage()
    const lines = (await (await admin.audit.export()).text()).trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      acts.toReversed(),
    )
    const table = await (await admin.audit.export({ format: 'csv', action: 'key.create' })).text()
    assert.equal(table.trim().split('\r\n').length, 2)
    assert.match(table, /^seq,at,actor,name,id,address,action,subject,/)
    assert.deepEqual(
      (await actsOf(tenant.orgId)).slice(0, 2).map(({ action, after }) => [action, Object(after).rows]),
      [
        ['audit.export', 1],
        ['audit.export', acts.length],
      ],
    )
  })

  it('tells of people who sign in and out, and of whoever fails to', async () => {
    const tenant = await api.makeTenant()
    const { email, userId } = tenant.memberPerson
    const signIn = (address: string, password: string) =>
      api.call('POST', '/api/auth/sign-in/email', {
        body: { email: address, password },
        headers: { origin: api.baseUrl, 'x-toscan-client-ip': '8.8.8.8' },
        from: '127.0.0.9',
      })
    assert.equal((await signIn(email, 'not the password')).status, 401)
    const answer = await signIn(email, 'correct horse battery')
    const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
    await api.call('POST', '/api/auth/change-password', {
      body: {
        currentPassword: 'correct horse battery',
        newPassword: 'battery horse correct',
        revokeOtherSessions: true,
      },
      headers: { origin: api.baseUrl, cookie },
    })
    const anew = await signIn(email, 'battery horse correct')
    const again = (anew.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
    await api.call('POST', '/api/auth/sign-out', {
      body: {},
      headers: { origin: api.baseUrl, cookie: again },
    })
    const { acts } = await clientOf(tenant.admin).audit.list({ limit: 6 }).firstPage()
    const about = acts.filter((act) => act.subject === userId && act.action !== 'member.add')
    assert.deepEqual(
      about.map(({ action, actor }) => [action, actor.kind, actor.name]),
      [
        ['sign_out', 'person', email],
        ['sign_in', 'person', email],
        ['password.change', 'person', email],
        ['sign_in', 'person', email],
        ['sign_in.failed', 'stranger', email],
      ],
    )
    assert.deepEqual(about[3]?.after, { way: 'password' })
    assert.deepEqual([about[3]?.actor.address, about[4]?.actor.address], ['127.0.0.9', '127.0.0.9'])
    await signIn('nobody-here@example.org', 'not the password')
    await signIn('My Password 1', 'not the password')
    const unknown = await actsOf('instance')
    assert.ok(unknown.some(({ action, subject }) => action === 'sign_in.failed' && subject === null))
    assert.ok(!JSON.stringify(unknown).includes('My Password 1'))
  })

  it('tells of invitations that are taken, and of passwords that were reset', async () => {
    const tenant = await api.makeTenant()
    const made = await api.call('POST', '/api/v2/org/invitations', {
      token: tenant.admin,
      body: { email: `joins-${tenant.orgId.toLowerCase()}@example.org`, role: 'member' },
    })
    const token = new URL(textField(made, 'url')).hash.slice(1)
    await api.call('POST', '/api/v2/invitations/accept', {
      body: { token, password: 'correct horse battery' },
      headers: { origin: api.baseUrl },
    })
    const [accepted] = await actsOf(tenant.orgId)
    assert.deepEqual(
      [accepted?.action, accepted?.subject],
      ['invitation.accept', textField(made, 'invitation_id')],
    )
  })

  it('is a whole chain after all of this', async () => {
    assert.deepEqual((await verifyActs(api.opened.db)).faults, [])
  })
})
