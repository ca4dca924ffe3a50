import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')

describe('npm run demo', () => {
  let demo: ChildProcess
  let printed = ''
  before(() => {
    demo = spawn(process.execPath, [join(ROOT, 'demo', 'main.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
    demo.stdout?.on('data', (chunk) => {
      printed += chunk
    })
  })
  after(async () => {
    demo.kill('SIGTERM')
    await until('the demo has ended', () => demo.exitCode !== null || demo.signalCode !== null, 30)
  })

  it('prints first of all where to go and a sign-in, for somebody with a name that can be read', async () => {
    await until('a line is printed', () => printed.includes('\n'), 60)
    assert.match(
      printed.split('\n')[0] ?? '',
      /^Open http:\/\/127\.0\.0\.1:\d+ and sign in as reviewer\d*@demo\.example with the password \S{10,}$/,
    )
  })

  it('and the sign-in works', async () => {
    const [, address, email, password] =
      /^Open (\S+) and sign in as (\S+) with the password (\S+)$/m.exec(printed) ?? []
    assert.ok(address)
    const answer = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email, password }),
    })
    assert.equal(answer.status, 200, await answer.text())
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const token = await fetch(`${address}/api/v2/session/token`, { method: 'POST', headers: { cookie } })
    assert.equal(token.status, 200, await token.text())
  })
})
