import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { deleteOldAttempts } from '../../src/db/people/attempts.ts'
import type { Answer } from '../support/call.ts'
import { PASSWORD, startApi, type TestApi } from '../support/start-api.ts'
import { startApiProcess } from '../support/start-api-process.ts'

const WRONG = 'a guess of somebody'

let api: TestApi
let caller = 0
before(async () => {
  api = await startApi()
})
after(() => api.stop())

/** From another address before any has called too often. */
const signIn = (email: string, password: string, cookie?: string) => {
  const from = `127.0.5.${1 + Math.floor(caller++ / 20)}`
  const headers = { origin: api.baseUrl, cookie }
  return api.call('POST', '/api/auth/sign-in/email', { from, body: { email, password }, headers })
}
/** The next call comes from an address that nobody has called from. */
const fromElsewhere = () => {
  caller += 20 - (caller % 20)
}
const guess = async (email: string, times: number, cookie?: string) => {
  const answers: Answer[] = []
  for (let i = 0; i < times; i++) answers.push(await signIn(email, WRONG, cookie))
  return answers
}
const somebody = async () => api.makeUser(await api.makeOrg())
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)

function cookieIn(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Lets time pass; less than none gives a slow machine time. */
async function wait(seconds: number) {
  await sql`update attempts set since = since - make_interval(secs => ${seconds})`.execute(api.opened.db)
}

describe('guessing the password of an account', () => {
  it('is made slow after ten, from however many addresses, and its owner still gets in where they have been before', async () => {
    const { email } = await somebody()
    const home = cookieIn(await signIn(email, PASSWORD))
    assert.deepEqual(statusesOf(await guess(email, 10)), Array(10).fill(401))
    await wait(-60)
    const late = await guess(email, 30)
    assert.deepEqual(statusesOf(late), Array(30).fill(429))
    assert.match(String(late[0]?.headers['retry-after']), /^(6[12]|5\d)$/)
    assert.equal((await signIn(email, PASSWORD)).status, 429)
    assert.equal((await signIn(email, PASSWORD, home)).status, 200)
    // The wait doubles with each guess, and is over when it is over.
    await wait(62)
    assert.equal((await signIn(email, WRONG)).status, 401)
    await wait(-60)
    assert.match(String((await signIn(email, WRONG)).headers['retry-after']), /^(6[1234]|5\d)$/)
    await wait(64)
    assert.equal((await signIn(email, PASSWORD)).status, 200)
    // It was the owner: what was counted is forgotten.
    assert.equal((await signIn(email, WRONG)).status, 401)
  })

  it('takes as long, in the same words, where there is no such account', async () => {
    const { email } = await somebody()
    const twelve = async (address: string) => {
      const answers = await guess(address, 10)
      await wait(-60)
      return [...answers, ...(await guess(address, 2))]
    }
    const known = await twelve(email)
    const unknown = await twelve('nobody-at-all@example.org')
    assert.deepEqual(statusesOf(unknown), statusesOf(known))
    assert.deepEqual(
      unknown.map(({ text }) => text),
      known.map(({ text }) => text),
    )
    assert.equal(known.at(-1)?.text, '{"message":"Too many attempts. Try again later."}')
  })

  it('is no faster when all guesses come at once, in whatever case the address is written', async () => {
    const { email } = await somebody()
    const spellings = [email, email.toUpperCase(), `${email[0]?.toUpperCase()}${email.slice(1)}`]
    const began = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => signIn(spellings[i % 3] ?? email, WRONG)),
    )
    const seconds = (Date.now() - began) / 1000
    // After ten the waits are 2 s, 4 s, 8 s: a machine that took so long over the ten may let one more in, and no more.
    const inTime = [2, 6, 14].filter((after) => seconds >= after).length
    const made = answers.filter(({ status }) => status === 401).length
    assert.ok(made >= 10 && made <= 10 + inTime, `${made} in ${seconds} s`)
  })

  it('on a device of its owner slows down that device alone, for a minute at most', async () => {
    const { email } = await somebody()
    const home = cookieIn(await signIn(email, PASSWORD))
    const office = cookieIn(await signIn(email, PASSWORD))
    assert.deepEqual(statusesOf(await guess(email, 10, home)), Array(10).fill(401))
    await wait(-60)
    assert.equal((await signIn(email, PASSWORD, home)).status, 429)
    assert.equal((await signIn(email, PASSWORD, office)).status, 200)
    assert.equal((await signIn(email, PASSWORD)).status, 200)
    await sql`update attempts set made = 100, since = clock_timestamp()`.execute(api.opened.db)
    fromElsewhere()
    assert.match(String((await signIn(email, PASSWORD, home)).headers['retry-after']), /^(60|5\d)$/)
    await wait(60)
    assert.equal((await signIn(email, PASSWORD, home)).status, 200)
    assert.deepEqual(statusesOf(await guess(email, 10, home)), Array(10).fill(401))
  })

  it('with the cookie of another account, or a made-up one, is a stranger’s', async () => {
    const [victim, guesser] = [await somebody(), await somebody()]
    const own = cookieIn(await signIn(guesser.email, PASSWORD))
    const theirs = cookieIn(await signIn(victim.email, PASSWORD))
    const name = /toscan\.device_\w+/.exec(theirs)?.[0] ?? ''
    await guess(victim.email, 10, own)
    await wait(-60)
    assert.equal((await signIn(victim.email, PASSWORD, own)).status, 429)
    const value = /toscan\.device_\w+=([^;]+)/.exec(own)?.[1]
    assert.equal((await signIn(victim.email, PASSWORD, `${name}=${value}`)).status, 429)
  })

  it('counts for no one where nobody looked at the password', async () => {
    const { email } = await somebody()
    for (let i = 0; i < 12; i++) {
      const answer = await api.call('POST', '/api/auth/sign-in/email', {
        from: '127.0.5.250',
        body: { email, password: PASSWORD },
        headers: { origin: 'https://evil.example' },
      })
      assert.equal(answer.status, 403)
    }
    assert.equal((await signIn(email, PASSWORD)).status, 200)
  })

  it('leaves no address in the database, and nothing after a day', async () => {
    const { db } = api.opened
    const { email } = await somebody()
    await guess(email, 1)
    const { rows } = await sql<{ row: string }>`select a::text as row from attempts a`.execute(db)
    assert.ok(rows.length > 0)
    for (const { row } of rows) assert.match(row, /^\([0-9a-f]{64},/)
    await wait(25 * 3600)
    await deleteOldAttempts(db)
    const left = await sql`select 1 from attempts`.execute(db)
    assert.equal(left.rows.length, 0)
  })
})

describe('limits', () => {
  it('are the same on every process', async () => {
    const second = await startApiProcess(api.env)
    try {
      const from = '127.0.6.1'
      const open = (server: Pick<TestApi, 'call'>) =>
        server.call('POST', '/api/v2/password-reset/open', { from, body: { token: 'reset_x' } })
      for (let i = 0; i < 10; i++)
        for (const server of [api, second]) assert.equal((await open(server)).status, 404)
      for (const server of [api, second]) assert.equal((await open(server)).status, 429)

      const { email } = await somebody()
      assert.deepEqual(statusesOf(await guess(email, 10)), Array(10).fill(401))
      await wait(-60)
      const elsewhere = await second.call('POST', '/api/auth/sign-in/email', {
        from: '127.0.6.2',
        body: { email, password: PASSWORD },
        headers: { origin: second.baseUrl },
      })
      assert.equal(elsewhere.status, 429)
    } finally {
      await second.stop()
    }
  })
})
