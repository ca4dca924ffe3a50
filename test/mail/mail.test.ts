import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type MailServer, startMailServer } from '../../demo/mail-server.ts'
import { Forbidden, NotFound, Toscan } from '../../sdk/client.ts'
import { createVault } from '../../src/auth/vault.ts'
import { createLog } from '../../src/cli/start/start.ts'
import { readConfig } from '../../src/config.ts'
import { createQueueMail } from '../../src/mail/mail.ts'
import { type MailContext, sendMails, startMailer } from '../../src/mail/send-mails.ts'
import { createSmtp } from '../../src/mail/smtp.ts'
import { oneLine } from '../../src/mail/words.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'

const FROM = 'Toscan <toscan@example.org>'
const NEW_PASSWORD = 'another horse battery'

let server: MailServer
let api: TestApi
let ctx: MailContext
before(async () => {
  server = await startMailServer()
  api = await startApi({ TOSCAN_SMTP_URL: server.url, TOSCAN_MAIL_FROM: FROM, TOSCAN_LOG_LEVEL: 'silent' })
  const log = createLog(readConfig(api.env))
  const vault = createVault(api.env.TOSCAN_SECRET_KEY ?? '')
  ctx = { db: api.opened.db, log, vault, transport: createSmtp({ url: server.url, from: FROM }) }
})
beforeEach(async () => {
  server.got.length = 0
  server.refuseWith = null
  await sql`delete from mails`.execute(api.opened.db)
})
after(async () => {
  ctx?.transport.close()
  await api?.stop()
  await server?.close()
})

const adminOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
const anyone = () => new Toscan({ baseUrl: api.baseUrl, token: () => null })

async function stored() {
  const { rows } = await sql<{
    kind: string
    status: string
    attempt_count: number
    content_sealed: string | null
    last_error: string | null
    wait: number
  }>`select kind, status, attempt_count, content_sealed, last_error,
            round(extract(epoch from next_attempt_at - clock_timestamp()))::integer as wait from mails order by created_at`.execute(
    api.opened.db,
  )
  return rows
}

async function setDue() {
  await sql`update mails set next_attempt_at = clock_timestamp()`.execute(api.opened.db)
}

function queue(to = 'nadia@example.org', subject = 'Hello') {
  const content = { subject, text: 'Zoë, — a line.\n.\nAnd another.\n' }
  return createQueueMail(ctx.vault)(ctx.db, { kind: 'test', orgId: null, to, content })
}

describe('an invitation', () => {
  it('is mailed to whom it is for, and its link lets them in', async () => {
    const tenant = await api.makeTenant()
    const invitation = await adminOf(tenant.admin).invitations.create({
      email: 'nadia.mailed@example.org',
      role: 'member',
    })
    assert.equal(invitation.mailed, true)
    const [row] = await stored()
    assert.ok(
      row?.content_sealed && !row.content_sealed.includes('join_'),
      'nobody reads the link out of the database',
    )
    await sendMails(ctx)
    const [mail, ...others] = server.got
    assert.ok(mail)
    assert.deepEqual(others, [])
    assert.deepEqual([mail.from, mail.to], ['toscan@example.org', ['nadia.mailed@example.org']])
    assert.equal(mail.headers.subject, 'Invitation to Test on Toscan')
    assert.match(mail.text, new RegExp(`${tenant.adminPerson.email} invites you`))
    const [link = ''] = /http\S+/.exec(mail.text) ?? []
    assert.equal(link, invitation.url)
    const opened = await anyone().invitations.open(new URL(link).hash.slice(1))
    assert.equal(opened.email, 'nadia.mailed@example.org')
    const [sent] = await stored()
    assert.deepEqual([sent?.status, sent?.content_sealed], ['sent', null])
  })

  it('that is refused leaves no mail', async () => {
    const tenant = await api.makeTenant()
    await assert.rejects(
      adminOf(tenant.member).invitations.create({ email: 'a@example.org', role: 'member' }),
      Forbidden,
    )
    await assert.rejects(
      adminOf(tenant.admin).invitations.create({ email: tenant.memberPerson.email, role: 'member' }),
    )
    assert.deepEqual(await stored(), [])
  })
})

describe('a new password', () => {
  it('is asked for at the sign-in; the link in the mail gives it, once', async () => {
    const tenant = await api.makeTenant()
    const { email } = tenant.memberPerson
    await anyone().session.requestReset(email.toUpperCase())
    await until('the mail is in the outbox', async () => (await stored()).length === 1)
    await sendMails(ctx)
    const [mail] = server.got
    assert.deepEqual(mail?.to, [email])
    const { acts } = await adminOf(tenant.admin).audit.list({ action: 'password.reset_link' }).firstPage()
    assert.deepEqual(
      acts.map(({ actor, subject }) => [actor.kind, actor.name, actor.address, subject]),
      [['stranger', email, '127.0.0.1', tenant.memberPerson.userId]],
    )
    const [link = ''] = /http\S+/.exec(mail?.text ?? '') ?? []
    const token = new URL(link).hash.slice(1)
    assert.equal((await anyone().session.openReset(token)).email, email)
    assert.deepEqual(await anyone().session.finishReset(token, NEW_PASSWORD), { email })
    await assert.rejects(anyone().session.openReset(token), NotFound)
  })

  it('is answered alike for an address that nobody has, and mailed to nobody; once in five minutes to others', async () => {
    const tenant = await api.makeTenant()
    const ask = (email: string) => api.call('POST', '/api/v2/password-reset/request', { body: { email } })
    const unknown = await ask('nobody-at-all@example.org')
    const known = await ask(tenant.memberPerson.email)
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
    await until('the mail is in the outbox', async () => (await stored()).length === 1)
    await ask(tenant.memberPerson.email)
    const other = await api.makeTenant()
    await ask(other.memberPerson.email)
    await until('the other’s too', async () => (await stored()).length === 2)
    await sendMails(ctx)
    assert.deepEqual(
      server.got.map(({ to }) => to[0]).toSorted(),
      [tenant.memberPerson.email, other.memberPerson.email].toSorted(),
    )
  })

  it('cannot be asked for where no mail is configured', async () => {
    const without = await startApi()
    try {
      const { admin } = await without.makeTenant()
      const toscan = new Toscan({ baseUrl: without.baseUrl, token: () => admin })
      await assert.rejects(toscan.session.requestReset('a@example.org'), NotFound)
      assert.equal(
        (await toscan.invitations.create({ email: 'a@example.org', role: 'member' })).mailed,
        false,
      )
      const { rows } = await sql`select from mails`.execute(without.opened.db)
      assert.equal(rows.length, 0)
    } finally {
      await without.stop()
    }
  })
})

describe('the outbox', () => {
  it('keeps what the server does not take for later, under one Message-ID', async () => {
    await queue()
    server.refuseWith = { code: 451, message: 'later' }
    await sendMails(ctx)
    const [waiting] = await stored()
    assert.deepEqual(
      [waiting?.status, waiting?.attempt_count, waiting?.last_error],
      ['pending', 1, 'EENVELOPE 451'],
    )
    assert.ok(waiting && waiting.wait > 50 && waiting.wait <= 60, `${waiting?.wait} s`)
    server.refuseWith = null
    await sendMails(ctx)
    assert.equal(server.got.length, 0, 'not before its time')
    await setDue()
    await sendMails(ctx)
    assert.equal(server.got[0]?.text, 'Zoë, — a line.\n.\nAnd another.\n')
    assert.match(server.got[0]?.headers['message-id'] ?? '', /^<mail_\w{27}@example\.org>$/)
    assert.equal(server.got[0]?.headers['auto-submitted'], 'auto-generated')
  })

  it('gives up at once where the recipient is refused for good, and in the end elsewhere', async () => {
    await queue()
    server.refuseWith = { code: 550, message: 'nobody here' }
    await sendMails(ctx)
    assert.deepEqual(
      (await stored()).map(({ status, content_sealed }) => [status, content_sealed]),
      [['failed', null]],
    )
    await sql`delete from mails`.execute(api.opened.db)
    await queue()
    server.refuseWith = { code: 451, message: 'later' }
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await sendMails(ctx)
      await setDue()
    }
    assert.deepEqual(
      (await stored()).map(({ status, attempt_count }) => [status, attempt_count]),
      [['failed', 8]],
    )
  })

  it('waits for a server that is not there', async () => {
    const gone = await startMailServer()
    await gone.close()
    await queue()
    const transport = createSmtp({ url: gone.url, from: FROM })
    await sendMails({ ...ctx, transport })
    transport.close()
    const [row] = await stored()
    assert.deepEqual([row?.status, row?.last_error], ['pending', 'ESOCKET'])
  })

  it('is shared by workers, each mail sent once; one that a dead worker held comes again', async () => {
    const people = Array.from({ length: 20 }, (_, i) => `person-${i}@example.org`)
    for (const to of people) await queue(to)
    // Taken, and never heard of again.
    await sql`update mails set attempt_count = 1, next_attempt_at = clock_timestamp() + interval '5 minutes' where recipient = ${people[0]}`.execute(
      api.opened.db,
    )
    await Promise.all([sendMails(ctx), sendMails(ctx), sendMails(ctx)])
    assert.deepEqual(server.got.map(({ to }) => to[0]).toSorted(), people.slice(1).toSorted())
    await setDue()
    await sendMails(ctx)
    assert.equal(server.got.length, 20)
  })

  it('sends nothing from a restored copy that is held', async () => {
    await queue()
    await sql`update deployment set held_since = clock_timestamp()`.execute(api.opened.db)
    await sendMails(ctx)
    await sql`update deployment set held_since = null`.execute(api.opened.db)
    assert.deepEqual(server.got, [])
  })

  it('is emptied by a worker that is woken', async () => {
    const mailer = startMailer({ ...ctx, transport: createSmtp({ url: server.url, from: FROM }) })
    await queue()
    mailer.wake()
    await until('the mail has come', () => server.got.length === 1)
    await mailer.stop()
  })

  it('lets nobody write headers by a name or an address', async () => {
    await queue('nadia@example.org, other@example.org', 'Hello\r\nBcc: victim@example.org')
    await sendMails(ctx)
    const recipients = server.got.flatMap(({ to }) => to)
    assert.ok(
      !recipients.includes('other@example.org') && !recipients.includes('victim@example.org'),
      recipients.join(),
    )
    assert.ok(server.got.every(({ headers }) => headers.bcc === undefined))
    assert.equal(oneLine('A\r\nB\u202e  \u0000C'), 'A B C')
  })
})

describe('a mail server that asks who comes', () => {
  it('is told the name and password of the setting', async () => {
    const asked: string[] = []
    const strict = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        asked.push(`${username} ${password}`)
        done(password === 'p@ss:word' ? null : new Error('no'), { user: username })
      },
    })
    const url = strict.url.replace('//', `//toscan:${encodeURIComponent('p@ss:word')}@`)
    const transport = createSmtp({ url, from: FROM })
    await queue()
    await sendMails({ ...ctx, transport })
    transport.close()
    await strict.close()
    assert.deepEqual(asked, ['toscan p@ss:word'])
    assert.equal(strict.got.length, 1)
  })
})

describe('the settings of mail', () => {
  const read = (env: Record<string, string>) => readConfig({ ...env })
  it('need each other, and are looked at', () => {
    assert.throws(() => read({ TOSCAN_SMTP_URL: 'smtp://mail.example' }), /need each other/)
    assert.throws(() => read({ TOSCAN_MAIL_FROM: 'a@example.org' }), /need each other/)
    assert.throws(
      () => read({ TOSCAN_SMTP_URL: 'http://mail.example', TOSCAN_MAIL_FROM: 'a@b.c' }),
      /TOSCAN_SMTP_URL/,
    )
    assert.throws(
      () => read({ TOSCAN_SMTP_URL: 'smtp://mail.example', TOSCAN_MAIL_FROM: 'a@b.c\r\nBcc: x@y.z' }),
      /TOSCAN_MAIL_FROM/,
    )
    assert.equal(read({}).mail, null)
    const given = { TOSCAN_SMTP_URL: 'smtps://mail.example:465', TOSCAN_MAIL_FROM: FROM }
    assert.deepEqual(read(given).mail, { url: given.TOSCAN_SMTP_URL, from: FROM })
  })
})
