import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Conflict, compareScans, Forbidden, NotFound, Toscan } from '../../sdk/client.ts'
import { newId } from '../../src/auth/ids.ts'
import { createVault } from '../../src/auth/vault.ts'
import { egressAllowOf } from '../../src/cli/start/egress-allow-of.ts'
import { createLog } from '../../src/cli/start/start.ts'
import { readConfig } from '../../src/config.ts'
import { insertChange } from '../../src/db/scans/scan-changes.ts'
import { createQueueMail, openMail } from '../../src/mail/mail.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'
import { type NotificationContext, tellAll } from '../../src/notifications/tell.ts'
import { type Receiver, startReceiver } from '../jobs/service.ts'
import { scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const NADIA = 'https://creator.example/nadia'
const HOSTILE = '<!channel> [click](https://evil.example)'

let api: TestApi
let receiver: Receiver
let ctx: NotificationContext
let closePost: () => Promise<void>
let status = 200
before(async () => {
  receiver = await startReceiver((_delivered, response) => void response.writeHead(status).end('ok'))
  api = await startApi({
    TOSCAN_SMTP_URL: 'smtp://127.0.0.1:2525',
    TOSCAN_MAIL_FROM: 'toscan@example.org',
    TOSCAN_EGRESS_ALLOW_WEBHOOKS: '127.0.0.1',
  })
  const config = readConfig(api.env)
  const vault = createVault(api.env.TOSCAN_SECRET_KEY ?? '')
  const { postGuarded, close } = createPostGuarded({ allow: egressAllowOf(config, 'webhooks') })
  closePost = close
  ctx = {
    db: api.opened.db,
    log: createLog(config),
    vault,
    post: postGuarded,
    queueMail: createQueueMail(vault),
    userAgent: 'Toscan/test',
    baseUrl: 'https://toscan.example',
  }
})
after(async () => {
  await closePost?.()
  await api?.stop()
  await receiver?.close()
})

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

async function tenantClients() {
  const tenant = await api.makeTenant()
  return { tenant, admin: clientOf(tenant.admin), member: clientOf(tenant.member) }
}

/** A change of a watched profile, a minute old. */
async function seedChange({ orgId, member }: Tenant, { name = 'Nadia', muted = false } = {}) {
  const { watch_id } = await clientOf(member).watches.create({
    profile_urls: [NADIA],
    name,
    muted,
    schedule: { every: 'day' },
  })
  const [scan] = await seedScans(api.opened.db, orgId, [{ profile_url: NADIA }])
  const change_id = newId('chg')
  await insertChange(api.opened.db, {
    change_id,
    org_id: orgId,
    watch_id,
    scan_id: scan?.scan_id ?? '',
    before_scan_id: null,
    url: NADIA,
    recommendation: 'review_high',
    risk_score: 80,
    changes: compareScans(
      scanOf({}),
      scanOf({ recommendation: 'review_high', codes: { escort_offer: 'E1' } }),
    ),
  })
  await sql`update scan_changes set created_at = clock_timestamp() - interval '1 minute' where change_id = ${change_id}`.execute(
    api.opened.db,
  )
  return scan?.scan_id ?? ''
}

/** Since when nothing was told. */
async function tellSince(orgId: string, interval: string) {
  await sql`update notification_rules set told_until = clock_timestamp() - ${interval}::interval, next_at = clock_timestamp()
             where org_id = ${orgId}`.execute(api.opened.db)
}

async function mailsOf(orgId: string) {
  const { rows } = await sql<{ recipient: string; content_sealed: string }>`
    select recipient, content_sealed from mails where org_id = ${orgId} and kind = 'notification' order by created_at`.execute(
    api.opened.db,
  )
  return rows.map(({ recipient, content_sealed }) => ({ recipient, ...openMail(ctx.vault, content_sealed) }))
}

async function nextInSeconds(orgId: string) {
  const { rows } = await sql<{ seconds: number; failures: number }>`
    select round(extract(epoch from next_at - clock_timestamp()))::integer as seconds, failures from notification_rules
     where org_id = ${orgId}`.execute(api.opened.db)
  return rows[0]
}

const OFF = { changes: false, high_risk: false, queue_hours: null, pace: 'at_once' as const }

describe('what is chosen', () => {
  it('is one’s own by mail, and the organization’s channels, whose addresses nobody sees', async () => {
    const { tenant, admin, member } = await tenantClients()
    assert.deepEqual(await member.notifications.get(), { mail: true, mine: null, channels: [] })
    const mine = await member.notifications.setMine({ changes: true, queue_hours: 24 })
    assert.deepEqual(mine.mine, { ...OFF, changes: true, queue_hours: 24 })
    const channel = {
      kind: 'slack' as const,
      name: ' Trust ',
      url: `${receiver.url}/secret-hook`,
      high_risk: true,
    }
    await assert.rejects(member.notifications.createChannel(channel), Forbidden)
    const made = await admin.notifications.createChannel(channel)
    assert.deepEqual(
      [made.name, made.kind, made.host, made.high_risk],
      ['Trust', 'slack', new URL(receiver.url).host, true],
    )
    const seen = await member.notifications.get()
    assert.deepEqual(seen.channels, [made])
    assert.equal((await admin.notifications.get()).mine, null, 'theirs is another')
    const { rows } = await sql`select * from notification_rules where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    assert.ok(!JSON.stringify([rows, seen]).includes('secret-hook'))
    assert.deepEqual(await admin.notifications.removeChannel(made.channel_id), {
      channel_id: made.channel_id,
      status: 'deleted',
    })
    await assert.rejects(admin.notifications.removeChannel(made.channel_id), NotFound)
  })

  it('goes to no private address, and is of the organization only', async () => {
    const { tenant, admin } = await tenantClients()
    const send = (url: unknown) =>
      api.call('POST', '/api/v2/org/notifications/channels', {
        token: tenant.admin,
        body: { kind: 'teams', name: 'x', url },
      })
    for (const url of ['https://10.0.0.1/hook', 'http://hooks.example.org/x', 'ftp://x', null, 7])
      assert.equal((await send(url)).status, 422, String(url))
    const { channel_id } = await admin.notifications.createChannel({
      kind: 'teams',
      name: 'x',
      url: receiver.url,
    })
    const { admin: stranger } = await tenantClients()
    await assert.rejects(stranger.notifications.removeChannel(channel_id), NotFound)
    assert.deepEqual((await stranger.notifications.get()).channels, [])
    for (let i = 0; i < 19; i += 1)
      await admin.notifications.createChannel({ kind: 'slack', name: 'x', url: receiver.url })
    await assert.rejects(
      admin.notifications.createChannel({ kind: 'slack', name: 'x', url: receiver.url }),
      BadRequest,
    )
  })
})

describe('what is told by mail', () => {
  it('is what has changed since, once, and not of muted watches', async () => {
    const { tenant, member } = await tenantClients()
    await member.notifications.setMine({ changes: true })
    await seedChange(tenant, { muted: true })
    const scanId = await seedChange(tenant)
    await tellSince(tenant.orgId, '1 hour')
    await Promise.all([tellAll(ctx), tellAll(ctx), tellAll(ctx)])
    await tellAll(ctx)
    const [mail, ...others] = await mailsOf(tenant.orgId)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [mail?.recipient, mail?.subject],
      [tenant.memberPerson.email, 'Test: 1 profile has changed'],
    )
    assert.match(mail?.text ?? '', /hxxps:\/\/creator\[\.\]example\/nadia \(Nadia\)/)
    assert.match(mail?.text ?? '', /- No flags before, review high now\n {2}- New: About escort_offer/)
    assert.ok(mail?.text.includes(`https://toscan.example/o/${tenant.orgId}/scans/${scanId}`))
    const next = await nextInSeconds(tenant.orgId)
    assert.ok(next && next.seconds > 500 && next.seconds <= 600, 'what comes next is told together')
  })

  it('is nothing where nothing was, and nothing that is being written at this moment', async () => {
    const { tenant, member } = await tenantClients()
    await member.notifications.setMine({ changes: true, high_risk: true, queue_hours: 1 })
    await seedChange(tenant)
    await sql`update scan_changes set created_at = clock_timestamp() where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    await tellSince(tenant.orgId, '1 hour')
    await tellAll(ctx)
    assert.deepEqual(await mailsOf(tenant.orgId), [])
    assert.ok(((await nextInSeconds(tenant.orgId))?.seconds ?? 999) < 60)
  })

  it('is high risk and what waits too long, and once a day as a digest', async () => {
    const { tenant, member } = await tenantClients()
    const high = { recommendation: 'review_high' as const, risk_score: 91 }
    await seedScans(api.opened.db, tenant.orgId, [
      { ...high, profile_url: NADIA },
      ...Array.from({ length: 12 }, () => high),
    ])
    await member.notifications.setMine({ high_risk: true, queue_hours: 24, pace: 'daily' })
    await sql`update notification_rules set told_until = '2026-01-01' where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    await tellAll(ctx)
    const [mail] = await mailsOf(tenant.orgId)
    assert.equal(mail?.subject, 'Test: 13 scans call for review: high, 13 cases wait')
    assert.match(mail?.text ?? '', /And 3 more\./)
    assert.match(mail?.text ?? '', /13 cases have waited for a decision for more than 24 hours\./)
    assert.ok(((await nextInSeconds(tenant.orgId))?.seconds ?? 0) > 23 * 3600)
    await sql`update notification_rules set next_at = clock_timestamp() where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    await tellAll(ctx)
    assert.equal((await mailsOf(tenant.orgId)).length, 1, 'of the queue once a day')
  })

  it('ends with the membership', async () => {
    const { tenant, admin, member } = await tenantClients()
    await member.notifications.setMine({ changes: true })
    await seedChange(tenant)
    await admin.members.remove(tenant.memberPerson.userId)
    await tellSince(tenant.orgId, '1 hour')
    await tellAll(ctx)
    assert.deepEqual(await mailsOf(tenant.orgId), [])
    assert.equal(await nextInSeconds(tenant.orgId), undefined)
  })
})

describe('what a channel is told', () => {
  const arrived = (path: string) =>
    receiver.got.filter((got) => got.path === path).map((got) => JSON.parse(got.body.toString()))

  it('is a text for Slack, in which no name of others calls anybody', async () => {
    const { tenant, admin } = await tenantClients()
    await admin.notifications.createChannel({
      kind: 'slack',
      name: 'Trust',
      url: `${receiver.url}/slack`,
      changes: true,
    })
    await seedChange(tenant, { name: HOSTILE })
    await tellSince(tenant.orgId, '1 hour')
    await tellAll(ctx)
    const [{ text }] = arrived('/slack')
    assert.match(text, /^Test: 1 profile has changed\n/)
    assert.ok(text.includes('&lt;!channel&gt;') && !/[<>]/.test(text), text)
  })

  it('is a card for Teams, in which no name of others is a link', async () => {
    const { tenant, admin } = await tenantClients()
    await admin.notifications.createChannel({
      kind: 'teams',
      name: 'Trust',
      url: `${receiver.url}/teams`,
      changes: true,
    })
    await seedChange(tenant, { name: HOSTILE })
    await tellSince(tenant.orgId, '1 hour')
    await tellAll(ctx)
    const [message] = arrived('/teams')
    const [{ contentType, content }] = message.attachments
    assert.deepEqual([message.type, contentType], ['message', 'application/vnd.microsoft.card.adaptive'])
    assert.deepEqual([content.type, content.body[0].text], ['AdaptiveCard', 'Test: 1 profile has changed'])
    assert.ok(
      content.body.some(({ text }: { text: string }) =>
        text.includes('\\[click\\]\\(https://evil.example\\)'),
      ),
    )
    assert.equal(content.actions[0].url, `https://toscan.example/o/${tenant.orgId}`)
  })

  it('comes again with what came meanwhile where it was not taken', async () => {
    const { tenant, admin } = await tenantClients()
    await admin.notifications.createChannel({
      kind: 'slack',
      name: 'Trust',
      url: `${receiver.url}/moody`,
      changes: true,
    })
    await seedChange(tenant)
    await tellSince(tenant.orgId, '1 hour')
    status = 503
    await tellAll(ctx)
    status = 200
    const [failing] = (await admin.notifications.get()).channels
    assert.deepEqual([failing?.failures, failing?.last_error], [1, 'http_503'])
    assert.ok(((await nextInSeconds(tenant.orgId))?.seconds ?? 999) <= 60)
    await seedChange(tenant)
    await sql`update notification_rules set next_at = clock_timestamp() where org_id = ${tenant.orgId}`.execute(
      api.opened.db,
    )
    await tellAll(ctx)
    assert.match(arrived('/moody')[1].text, /^Test: 2 profiles have changed/)
    assert.deepEqual(
      (await admin.notifications.get()).channels.map(({ failures, last_error }) => [failures, last_error]),
      [[0, null]],
    )
  })

  it('can be tried by a test message, which says what the receiver made of it and has the held back sent', async () => {
    const { tenant, admin, member } = await tenantClients()
    const { channel_id } = await admin.notifications.createChannel({
      kind: 'slack',
      name: 'Trust',
      url: `${receiver.url}/tried`,
      changes: true,
    })
    await assert.rejects(member.notifications.testChannel(channel_id), Forbidden)
    assert.deepEqual(await admin.notifications.testChannel(channel_id), {
      channel_id,
      taken: true,
      error: null,
    })
    const [message] = arrived('/tried')
    assert.equal(
      message.text,
      `Test: a test message, sent by ${tenant.adminPerson.email}. Nothing has happened.`,
    )
    status = 503
    assert.deepEqual(await admin.notifications.testChannel(channel_id), {
      channel_id,
      taken: false,
      error: 'http_503',
    })
    await seedChange(tenant)
    await tellSince(tenant.orgId, '1 hour')
    await tellAll(ctx)
    status = 200
    assert.ok(((await nextInSeconds(tenant.orgId))?.seconds ?? 0) > 30)
    await admin.notifications.testChannel(channel_id)
    assert.ok(((await nextInSeconds(tenant.orgId))?.seconds ?? 0) <= 0)
    const { admin: stranger } = await tenantClients()
    await assert.rejects(stranger.notifications.testChannel(channel_id), NotFound)
  })

  it('goes where and how it is changed to, and keeps what is left out', async () => {
    const { tenant, admin, member } = await tenantClients()
    const made = await admin.notifications.createChannel({
      kind: 'slack',
      name: 'Trust',
      url: `${receiver.url}/old`,
      changes: true,
    })
    const change = (body: Parameters<typeof admin.notifications.changeChannel>[1]) =>
      admin.notifications.changeChannel(made.channel_id, body)
    await assert.rejects(member.notifications.changeChannel(made.channel_id, { name: 'x' }), Forbidden)
    await assert.rejects(change({}), BadRequest)
    await assert.rejects(change({ url: 'https://10.0.0.1/hook' }), /private or reserved/)
    await seedChange(tenant)
    await tellSince(tenant.orgId, '1 hour')
    status = 503
    await tellAll(ctx)
    status = 200
    assert.deepEqual(await change({ queue_hours: 12 }), {
      ...made,
      queue_hours: 12,
      failures: 1,
      last_error: 'http_503',
    })
    const elsewhere = await change({ kind: 'teams', url: `${receiver.url}/new`, queue_hours: null })
    assert.deepEqual(elsewhere, { ...made, kind: 'teams' })
    const before = arrived('/old').length
    await tellAll(ctx)
    assert.equal(arrived('/old').length, before)
    assert.equal(arrived('/new')[0].attachments[0].content.type, 'AdaptiveCard')
    const { admin: stranger } = await tenantClients()
    await assert.rejects(stranger.notifications.changeChannel(made.channel_id, { name: 'x' }), NotFound)
    const { acts } = await admin.audit.list().firstPage()
    assert.ok(!JSON.stringify(acts).includes('/new'))
  })

  it('is nothing from a restored copy that is held', async () => {
    const { tenant, admin } = await tenantClients()
    await admin.notifications.createChannel({
      kind: 'slack',
      name: 'Trust',
      url: `${receiver.url}/held`,
      changes: true,
    })
    await seedChange(tenant)
    await tellSince(tenant.orgId, '1 hour')
    await sql`update deployment set held_since = clock_timestamp()`.execute(api.opened.db)
    await tellAll(ctx)
    const [channel] = (await admin.notifications.get()).channels
    await assert.rejects(admin.notifications.testChannel(channel?.channel_id ?? ''), Conflict)
    await sql`update deployment set held_since = null`.execute(api.opened.db)
    assert.deepEqual(arrived('/held'), [])
  })
})
