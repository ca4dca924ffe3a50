import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Conflict, Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { signInCookie } from '../support/sign-in-cookie.ts'
import { type Person, startApi, type TestApi } from '../support/start-api.ts'

describe('one person at two devices', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  /** A browser of its own, as the dashboard asks: its cookie is traded for tokens, one after the other. */
  async function deviceOf(person: Person) {
    const { name, value } = await signInCookie(api.opened, person.userId)
    const newToken = async () => {
      const answer = await fetch(`${api.baseUrl}/api/v2/session/token`, {
        method: 'POST',
        headers: { cookie: `${name}=${value}`, origin: api.baseUrl },
      })
      const { token } = (await answer.json()) as { token: string }
      return new Toscan({ baseUrl: api.baseUrl, token: () => token }).reviewQueue
    }
    return { queue: await newToken(), newToken }
  }
  const endSignIns = ({ userId }: Person) =>
    sql`update auth_session set "expiresAt" = now() - interval '1 second' where "userId" = ${userId}`.execute(
      api.opened.db,
    )

  it('gets two cases, keeps each to its device, and has it anywhere once that has signed out', async () => {
    const tenant = await api.makeTenant()
    const person = tenant.memberPerson
    const high = { recommendation: 'review_high', risk_score: 80 } as const
    const seeded = await seedScans(api.opened.db, tenant.orgId, [high, high])
    const [first = '', second = ''] = seeded.map(({ scan_id }) => scan_id)
    const laptop = await deviceOf(person)
    const phone = await deviceOf(person)
    const claim = async ({ queue }: typeof laptop) => (await queue.claim()).case?.scan_id ?? null
    assert.deepEqual([await claim(laptop), await claim(phone)], [first, second])
    // Each gets its own again, and another only where it says that it has that one.
    assert.deepEqual([await claim(laptop), await claim(phone)], [first, second])
    assert.equal((await phone.queue.claim({ except: [second] })).case, null)
    await assert.rejects(
      phone.queue.claimThis(first),
      (error) => error instanceof Conflict && error.message === 'You have it in hand in another browser',
    )
    assert.equal((await phone.queue.release(first)).status, 'not_held')
    // A token of the same sign-in is the same device.
    assert.equal((await (await laptop.newToken()).claimThis(first)).case?.scan_id, first)
    // Who decides there all the same has decided.
    await phone.queue.decide(first, { decision: { decision: 'cleared', reason: 'Seen' } })
    await assert.rejects(laptop.queue.claimThis(first), /You have decided on it already/)
    await endSignIns(person)
    const another = await deviceOf(person)
    assert.equal(await claim(another), second)
  })
})
