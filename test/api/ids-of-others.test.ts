import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import type { NewDefinition } from '../../sdk/criteria.ts'
import { insertAttemptedDelivery } from '../../src/db/webhooks/deliveries.ts'
import type { Answer } from '../support/call.ts'
import { interfaceTable } from '../support/interface-table.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

/** What an id can be of. */
type Kind =
  | 'scan_id'
  | 'batch_id'
  | 'ref'
  | 'view_id'
  | 'delivery_id'
  | 'user_id'
  | 'invitation_id'
  | 'key_id'
  | 'code'
  | 'watch_id'
  | 'channel_id'
type Ids = Record<Kind, string>

interface Asked {
  query?: (ids: Ids) => string
  body?: (ids: Ids) => unknown
}

const CRITERION: NewDefinition = {
  name: 'Theirs',
  family: 'piracy',
  severity: 'high',
  phrases: { en: ['two words'] },
}
const decision = { decision: 'cleared' }

/** Bodies and queries with which an endpoint would do what it is for. Of what is not named here the path says it all. */
const ASKED: Record<string, Asked> = {
  'PUT /scans/:scan_id/review': { body: () => ({ decision }) },
  'POST /scans/:scan_id/comments': { body: () => ({ body: 'mine' }) },
  'POST /org/review-queue/:scan_id/decide': { body: () => ({ decision }) },
  'PATCH /org/api-keys/:key_id': { body: () => ({ requests_per_minute: 1 }) },
  'PATCH /org/views/:view_id': { body: () => ({ name: 'mine' }) },
  'PATCH /org/watches/:watch_id': { body: () => ({ muted: true }) },
  'PATCH /org/notifications/channels/:channel_id': { body: () => ({ name: 'mine' }) },
  'PATCH /org/criteria/:code': { body: () => ({ definition: CRITERION }) },
  'PUT /org/criteria/:code/state': { body: () => ({ state: 'live' }) },
  'PATCH /org/members/:user_id': { body: () => ({ role: 'member' }) },
  'POST /org/review-queue/claim': { body: ({ scan_id }) => ({ scan_id }) },
  'POST /org/review-queue/decide': { body: ({ scan_id }) => ({ scan_ids: [scan_id], decision }) },
  'POST /org/review-queue/assign': {
    body: ({ scan_id }) => ({ scan_ids: [scan_id], user_id: null }),
  },
  'GET /org/scans': {
    query: ({ batch_id, user_id }) => `batch_id=${batch_id}&reviewer=${user_id}&assigned=${user_id}`,
  },
  'GET /org/scans/export': {
    query: ({ batch_id, user_id }) => `batch_id=${batch_id}&reviewer=${user_id}&assigned=${user_id}`,
  },
  'GET /org/webhook-deliveries': { query: ({ scan_id }) => `scan_id=${scan_id}` },
  'GET /org/audit': { query: ({ user_id }) => `actor=${user_id}` },
  'GET /org/audit/export': { query: ({ user_id }) => `actor=${user_id}` },
}

/** Whoever chooses an id learns that it is taken, whoever took it; `isolation.test.ts` has the bytes of that answer. */
const CHOSEN = ['PUT /scans/:scan_id', 'PUT /batches/:batch_id']

let api: TestApi
let owner: Tenant
let other: Tenant
let theirs: Ids
before(async () => {
  api = await startApi()
  ;[owner, other] = [await api.makeTenant(), await api.makeTenant()]
  theirs = await makeOne(owner)
})
after(() => api.stop())

/** One of everything. */
async function makeOne({ orgId, admin, memberPerson, keyId }: Tenant): Promise<Ids> {
  const { db, pool } = api.opened
  const batchId = randomUUID()
  await pool.query(
    `insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at) values ($1, $2, 'deep', 1, now())`,
    [batchId, orgId],
  )
  const [scan] = await seedScans(db, orgId, [{ batch_id: batchId, batch_position: 0 }])
  const scanId = scan?.scan_id ?? ''
  await pool.query(
    `insert into captures (scan_id, org_id, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
     values ($1, $2, 'E1', 'https://a.example/', 'https://a.example/', '[]', 200, '{}', 'declared', now(), repeat('ab', 32), 1, false)`,
    [scanId, orgId],
  )
  const client = new Toscan({ baseUrl: api.baseUrl, token: () => admin })
  await insertAttemptedDelivery(db, {
    deliveryId: `dlv_of${orgId}`,
    webhookId: `msg_of${orgId}`,
    orgId,
    eventType: 'scan.completed',
    url: 'https://a.example/',
    body: '{}',
    createdAt: new Date().toISOString(),
    status: 'failed',
    reason: 'attempts_exhausted',
  })
  const view = await client.views.create({ name: 'Theirs', filter: {} })
  const criterion = await client.criteria.create({
    code: `own_${orgId.toLowerCase()}`,
    definition: CRITERION,
  })
  const watch = await client.watches.create({
    profile_urls: ['https://ex.com/watched'],
    schedule: { every: 'day' },
  })
  const channel = await client.notifications.createChannel({
    kind: 'slack',
    name: 'Theirs',
    url: 'https://93.184.216.34/channel',
    changes: true,
    high_risk: true,
    pace: 'daily',
  })
  const invitation = await client.invitations.create({ email: 'invited@example.org', role: 'member' })
  return {
    scan_id: scanId,
    batch_id: batchId,
    ref: 'E1',
    view_id: view.view_id,
    delivery_id: `dlv_of${orgId}`,
    user_id: memberPerson.userId,
    invitation_id: invitation.invitation_id,
    key_id: keyId,
    code: criterion.code,
    watch_id: watch.watch_id,
    channel_id: channel.channel_id,
  }
}

/** Of the same looks, and nobody's. */
function nobodys(): Ids {
  const plain = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
  return {
    scan_id: randomUUID(),
    batch_id: randomUUID(),
    ref: 'E1',
    view_id: plain('view'),
    delivery_id: plain('dlv'),
    user_id: plain('user'),
    invitation_id: plain('inv'),
    key_id: plain('key'),
    code: plain('own'),
    watch_id: plain('watch'),
    channel_id: plain('chn'),
  }
}

/** Every row of an organization, in every table. */
async function rowsOf(orgId: string): Promise<string[]> {
  const { rows: tables } = await api.opened.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const all = tables.map(({ name }) => `select '${name} ' || t::text as row from "${name}" t`)
  const { rows } = await api.opened.pool.query<{ row: string }>(
    `select row from (${all.join(' union all ')}) r where row like '%' || $1 || '%' order by row`,
    [orgId],
  )
  return rows.map(({ row }) => row)
}

describe('ids of another organization', () => {
  const table = interfaceTable()
  const named = table.filter(({ path, method }) => path.includes(':') || ASKED[`${method} ${path}`])

  it('are tried on every endpoint that takes one', () => {
    const kinds = new Set(named.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, kind]) => kind)))
    assert.deepEqual([...kinds].toSorted(), Object.keys(theirs).toSorted())
    assert.deepEqual(
      Object.keys(ASKED).filter((name) => !table.some(({ method, path }) => name === `${method} ${path}`)),
      [],
    )
    assert.ok(named.length > 25)
  })

  for (const { method, path } of named) {
    const name = `${method} ${path}`
    it(`are to ${name} like ids that nobody has, whatever the credential, and nothing of theirs changes`, async () => {
      const before = await rowsOf(owner.orgId)
      assert.ok(before.length > 10)
      for (const token of [other.key, other.member, other.admin]) {
        const ask = (ids: Ids) => {
          const { query, body } = ASKED[name] ?? {}
          const filled = path.replace(/:(\w+)/g, (_all, kind: Kind) => ids[kind])
          const address = `/api/v2${filled}${query ? `?${query(ids)}` : ''}`
          return api.call(method, address, { token, body: body?.(ids) })
        }
        const unknown = nobodys()
        const answer = plainly(await ask(theirs), theirs)
        if (CHOSEN.includes(name)) assert.ok([409, 422].includes(answer.status))
        else assert.deepEqual(answer, plainly(await ask(unknown), unknown))
      }
      assert.deepEqual(await rowsOf(owner.orgId), before)
    })
  }
})

describe('an id that no text of the database can be', () => {
  for (const { method, path } of interfaceTable().filter(({ path }) => path.includes(':')))
    it(`is to ${method} ${path} one that nobody has`, async () => {
      for (const [, odd = ''] of path.matchAll(/:(\w+)/g))
        for (const text of ['%00', 'a%00b', '%ED%A0%80']) {
          const filled = path.replace(/:(\w+)/g, (_all, kind: Kind) => (kind === odd ? text : theirs[kind]))
          const { body } = ASKED[`${method} ${path}`] ?? {}
          const answer = await api.call(method, `/api/v2${filled}`, {
            token: owner.key,
            body: body?.(theirs),
          })
          const asAdmin = await api.call(method, `/api/v2${filled}`, {
            token: owner.admin,
            body: body?.(theirs),
          })
          for (const { status } of [answer, asAdmin])
            assert.ok([403, 404, 422].includes(status), `${odd} ${text}: ${status}`)
        }
    })
})

/** Without the ids that were asked about, and what differs from answer to answer. */
function plainly({ status, text, headers }: Answer, ids: Ids) {
  const plain = Object.values(ids).reduce((left, id) => left.replaceAll(id, '<id>'), text)
  const type = headers['content-type']
  return { status, type, text: plain.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<time>') }
}
