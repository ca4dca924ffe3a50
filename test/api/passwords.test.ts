import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { NotFound, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { allowReset } from '../../src/auth/reset-password.ts'
import { hashToken } from '../../src/auth/tokens.ts'
import { deleteExpiredVerifications } from '../../src/db/people/credentials.ts'
import { deleteExpiredResets } from '../../src/db/people/password-resets.ts'
import type { Answer } from '../support/call.ts'
import { detailOf, PASSWORD, type Person, startApi, type TestApi } from '../support/start-api.ts'

const ANOTHER = 'another horse battery'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const anyone = () => new Toscan({ baseUrl: api.baseUrl, token: () => null })
const somebody = async () => api.makeUser(await api.makeOrg())
const signIn = ({ email }: Person, password: string) =>
  api.call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: { origin: api.baseUrl } })

function cookieIn(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
}

const tokenStatus = async (cookie: string) =>
  (await api.call('POST', '/api/v2/session/token', { headers: { cookie } })).status

describe('a link to a new password', () => {
  const linkOf = async (person: Person) => (await allowReset(api.opened.db, person.userId)).token

  it('sets the password once, and ends every sign-in of that person', async () => {
    const person = await somebody()
    const cookie = cookieIn(await signIn(person, PASSWORD))
    const orgId = await api.makeOrg()
    await api.makeUser(orgId, 'member', person.email)
    const bearer = await api.makeSession(person, orgId)
    const bystander = await somebody()
    const other = cookieIn(await signIn(bystander, PASSWORD))

    const token = await linkOf(person)
    assert.equal((await anyone().session.openReset(token)).email, person.email)
    // Nothing changes before the link is used.
    assert.equal(await tokenStatus(cookie), 200)
    assert.deepEqual(await anyone().session.finishReset(token, ANOTHER), { email: person.email })
    assert.equal((await signIn(person, PASSWORD)).status, 401)
    assert.equal((await signIn(person, ANOTHER)).status, 200)
    assert.equal(await tokenStatus(cookie), 401)
    assert.equal((await api.call('GET', '/api/v2/org/usage', { token: bearer })).status, 401)
    assert.equal(await tokenStatus(other), 200)

    await assert.rejects(anyone().session.openReset(token), NotFound)
    await assert.rejects(anyone().session.finishReset(token, PASSWORD), NotFound)
  })

  it('is used by one of two who try at once', async () => {
    const token = await linkOf(await somebody())
    const both = await Promise.allSettled([
      anyone().session.finishReset(token, ANOTHER),
      anyone().session.finishReset(token, PASSWORD),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  it('is kept as a hash, good for an hour, and replaced by the next one', async () => {
    const person = await somebody()
    const replaced = await linkOf(person)
    const token = await linkOf(person)
    const { rows } = await sql<{ token_hash: string; minutes: number }>`
      select token_hash, round(extract(epoch from expires_at - clock_timestamp()) / 60)::integer as minutes
        from password_resets where user_id = ${person.userId}`.execute(api.opened.db)
    assert.deepEqual(rows, [{ token_hash: hashToken(token), minutes: 60 }])
    await assert.rejects(anyone().session.openReset(replaced), NotFound)
    await sql`update password_resets set expires_at = clock_timestamp() where user_id = ${person.userId}`.execute(
      api.opened.db,
    )
    await assert.rejects(anyone().session.openReset(token), NotFound)
    await assert.rejects(anyone().session.finishReset(token, ANOTHER), NotFound)
    assert.equal((await signIn(person, PASSWORD)).status, 200)
  })

  it('stays good after a password that is too short, and refuses other sites', async () => {
    const person = await somebody()
    const token = await linkOf(person)
    await assert.rejects(anyone().session.finishReset(token, 'too short'), ValidationFailed)
    await assert.rejects(anyone().session.finishReset(token, '1234567890'), ValidationFailed)
    for (const path of ['open', 'finish']) {
      const foreign = await api.call('POST', `/api/v2/password-reset/${path}`, {
        body: { token, password: ANOTHER },
        headers: { origin: 'https://evil.example' },
      })
      assert.equal(foreign.status, 403)
      const empty = await api.call('POST', `/api/v2/password-reset/${path}`, { body: {} })
      assert.equal(empty.status, 422)
      assert.equal((await api.call('GET', `/api/v2/password-reset/${path}`)).status, 405)
    }
    await anyone().session.finishReset(token, ANOTHER)
  })

  it('leaves nothing behind once it is too old, and neither does an unanswered question for a passkey', async () => {
    const { db } = api.opened
    const [old, young] = [await somebody(), await somebody()]
    for (const person of [old, young]) await linkOf(person)
    await sql`update password_resets set expires_at = clock_timestamp() where user_id = ${old.userId}`.execute(
      db,
    )
    await deleteExpiredResets(db)
    const { rows } = await sql<{ user_id: string }>`
      select user_id from password_resets where user_id in (${old.userId}, ${young.userId})`.execute(db)
    assert.deepEqual(rows, [{ user_id: young.userId }])
    await sql`insert into auth_verification (id, identifier, value, "expiresAt")
              values ('vrf_old', 'o', '', now()), ('vrf_young', 'y', '', now() + interval '1 minute')`.execute(
      db,
    )
    await deleteExpiredVerifications(db)
    const left = await sql<{ id: string }>`select id from auth_verification where id like 'vrf_%'`.execute(db)
    assert.deepEqual(left.rows, [{ id: 'vrf_young' }])
  })

  it('404 for one that nobody has made', async () => {
    const answer = await api.call('POST', '/api/v2/password-reset/open', { body: { token: 'reset_x' } })
    assert.deepEqual([answer.status, detailOf(answer)], [404, 'Link not found'])
  })
})

describe('changing the own password', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string) =>
    api.call('POST', '/api/auth/change-password', {
      // Whoever asks has no say in whether the others end.
      body: { currentPassword, newPassword, revokeOtherSessions: false },
      headers: { cookie, origin: api.baseUrl },
    })

  it('takes a sign-in, and ends the others; guessing is slowed down', async () => {
    const person = await somebody()
    const here = cookieIn(await signIn(person, PASSWORD))
    const elsewhere = cookieIn(await signIn(person, PASSWORD))
    assert.equal((await change('', PASSWORD, ANOTHER)).status, 401)
    const common = await change(here, PASSWORD, 'Password123')
    assert.equal(common.status, 422)
    assert.match(common.text, /one of those that are tried first/)
    const changed = await change(here, PASSWORD, ANOTHER)
    assert.equal(await tokenStatus(elsewhere), 401)
    assert.equal(await tokenStatus(cookieIn(changed)), 200)
    assert.equal((await signIn(person, PASSWORD)).status, 401)
    assert.equal((await signIn(person, ANOTHER)).status, 200)
    assert.equal((await change(cookieIn(changed), 'a guess', PASSWORD)).status, 429)
  })
})
