import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SignedOut } from './not-sent.ts'
import { createSession } from './session.ts'

/** A service that knows one person, counts what it is asked, and can be told to end the sign-in. */
describe('a session', () => {
  let server: Server
  let baseUrl = ''
  let signedIn = true
  let minted = 0
  let valid = new Set<string>()
  let asked: string[] = []

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? ''
      asked.push(`${request.method} ${path}`)
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (path === '/api/auth/sign-in/email') {
        signedIn = true
        return answer(200, {})
      }
      if (path.startsWith('/api/v2/session/')) {
        if (!signedIn) return answer(401, { detail: 'Not signed in' })
        const token = `ses_${++minted}`
        valid.add(token)
        return answer(200, {
          token,
          expires_at: new Date(Date.now() + 15 * 60_000).toISOString(),
          org_id: 'org_a',
          role: 'admin',
          user: { id: 'user_1', email: 'ada@example.org', name: 'Ada' },
          organizations: [{ org_id: 'org_a', name: 'A', role: 'admin' }],
        })
      }
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      return valid.has(token) ? answer(200, { token }) : answer(401, { detail: 'Invalid session token' })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())
  beforeEach(() => {
    signedIn = true
    valid = new Set()
    asked = []
  })

  const open = () => createSession({ baseUrl })
  const send = (method: string) => (token: string) =>
    fetch(`${baseUrl}/api/v2/thing`, { method, headers: { authorization: `Bearer ${token}` } })
  const sent = (method: string) => asked.filter((line) => line === `${method} /api/v2/thing`).length

  it('asks for a password where there is no sign-in', async () => {
    signedIn = false
    const session = open()
    await session.start()
    assert.equal(session.state().kind, 'signed_out')
  })

  it('gets another token by itself when the service no longer takes the first', async () => {
    const session = open()
    await session.start()
    valid.clear()
    const answer = await session.authorized(send('POST'), 'write')
    assert.equal(answer.status, 200)
    assert.equal(sent('POST'), 2)
  })

  it('gets one new token, however many requests need it', async () => {
    let time = Date.now()
    const session = createSession({ baseUrl, now: () => time })
    await session.start()
    time += 14.5 * 60_000
    const before = minted
    await Promise.all([1, 2, 3].map(() => session.authorized(send('GET'), 'read')))
    assert.equal(minted, before + 1)
  })

  it('repeats a read when somebody has signed in again, and keeps the page until then', async () => {
    const session = open()
    await session.start()
    signedIn = false
    valid.clear()
    const reading = session.authorized(send('GET'), 'read')
    await new Promise<void>((resolve) => {
      const stop = session.subscribe(() => {
        const state = session.state()
        if (state.kind !== 'signed_in' || !state.isOver) return
        stop()
        resolve()
      })
    })
    await session.signIn('ada@example.org', 'a long password')
    assert.equal((await reading).status, 200)
    assert.equal(sent('GET'), 2)
  })

  it('never repeats a change behind the back of somebody who was signed out', async () => {
    const session = open()
    await session.start()
    signedIn = false
    valid.clear()
    await assert.rejects(session.authorized(send('POST'), 'write'), SignedOut)
    await session.signIn('ada@example.org', 'a long password')
    assert.equal(sent('POST'), 1)
  })
})
