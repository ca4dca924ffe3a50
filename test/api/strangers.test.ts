import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { PASSWORD, startApi, type TestApi } from '../support/start-api.ts'

const ROUTES = [
  '/api/v2/invitations/accept',
  '/api/v2/invitations/open',
  '/api/v2/password-reset/finish',
  '/api/v2/password-reset/open',
  '/api/v2/password-reset/request',
]

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

/** Runs `work` and says how often a password was hashed meanwhile, in this process. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes++
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return hashes
}

/** One request from an address of this machine. */
function postFrom(localAddress: string, path: string): Promise<{ status: number; retryAfter?: string }> {
  const body = JSON.stringify({
    token: 'join_nobody-made-this',
    password: PASSWORD,
    email: 'nobody-at-all@example.org',
  })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, api.baseUrl),
      { method: 'POST', localAddress, headers, agent: false },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

describe('whoever holds a token that nobody made', () => {
  it('makes nothing be hashed, however many come at once', async () => {
    const statuses = new Set<number>()
    const crowd = async () => {
      for (const { status } of await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          postFrom(`127.0.1.${1 + (i % 3)}`, '/api/v2/invitations/accept'),
        ),
      ))
        statuses.add(status)
    }
    assert.equal(await hashesDuring(crowd), 0)
    assert.deepEqual([...statuses], [404])
  })

  it('is hashed for once when an invitation stands, and not when its person has an account', async () => {
    const tenant = await api.makeTenant()
    const admin = new Toscan({ baseUrl: api.baseUrl, token: () => tenant.admin })
    const anyone = new Toscan({ baseUrl: api.baseUrl, token: () => null })
    const tokenFor = async (email: string) =>
      new URL((await admin.invitations.create({ email, role: 'member' })).url).hash.slice(1)
    const fresh = await tokenFor('fresh@example.org')
    assert.equal(await hashesDuring(() => anyone.invitations.accept(fresh, { password: PASSWORD })), 1)
    const guest = await api.makeUser((await api.makeTenant()).orgId)
    const known = await tokenFor(guest.email)
    const refused = () => assert.rejects(anyone.invitations.accept(known, { password: PASSWORD }))
    assert.equal(await hashesDuring(refused), 0)
  })

  it('gets two passwords hashed at once at most, and 503 where too many wait', async () => {
    const hashing = new Set<number>()
    let most = 0
    const hook = createHook({
      init: (id, type) => {
        if (type === 'SCRYPTREQUEST') hashing.add(id)
        most = Math.max(most, hashing.size)
      },
      before: (id) => void hashing.delete(id),
    }).enable()
    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          api.call('POST', '/api/auth/sign-in/email', {
            mayFail: true,
            from: `127.0.4.${1 + (i % 5)}`,
            body: { email: `nobody-${i}@example.org`, password: PASSWORD },
            headers: { origin: api.baseUrl },
          }),
        ),
      )
      const refused = answers.filter(({ status }) => status === 503)
      assert.equal(answers.filter(({ status }) => status === 401).length + refused.length, 60)
      assert.ok(refused.length > 0)
      for (const { headers } of refused) assert.equal(headers['retry-after'], '5')
      assert.equal(most, 2)
    } finally {
      hook.disable()
    }
  })

  for (const path of ROUTES) {
    it(`sends no more than 4 kB to ${path}`, async () => {
      const body = { token: 'x'.repeat(5000) }
      assert.equal((await api.call('POST', path, { from: '127.0.7.1', body })).status, 413)
    })

    it(`may ask ${path} 20 times a minute, and only the address that asked is made to wait`, async () => {
      for (let i = 0; i < 20; i++) assert.equal((await postFrom('127.0.2.1', path)).status, 404)
      const late = await postFrom('127.0.2.1', path)
      assert.equal(late.status, 429)
      assert.ok(Number(late.retryAfter) > 0 && Number(late.retryAfter) <= 60, late.retryAfter)
      assert.equal((await postFrom('127.0.2.2', path)).status, 404)
    })
  }
})
