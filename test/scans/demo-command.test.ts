import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { loadCreators } from '../../demo/creators.ts'
import { until } from '../support/until.ts'

describe('npm run demo -- --exit', () => {
  let demo: ChildProcess
  let ended: Promise<number | null>
  let output = ''
  before(() => {
    const main = join(import.meta.dirname, '..', '..', 'demo', 'main.ts')
    demo = spawn(process.execPath, [main, '--exit'], { stdio: ['ignore', 'pipe', 'inherit'] })
    demo.stdout?.on('data', (chunk) => {
      output += chunk
    })
    ended = new Promise((resolve) => demo.once('close', resolve))
  })

  it('prints first of all where to go and a sign-in that works, for somebody with a name that can be read', async () => {
    await until('a line is printed', () => output.includes('\n'), 60)
    const [, address, email, password] =
      /^Open (http:\/\/127\.0\.0\.1:\d+) and sign in as (reviewer\d*@demo\.example) with the password (\S{10,})\n/.exec(
        output,
      ) ?? []
    assert.ok(address, output)
    const answer = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email, password }),
    })
    assert.equal(answer.status, 200, await answer.text())
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
    const token = await fetch(`${address}/api/v2/session/token`, {
      method: 'POST',
      headers: { cookie: cookie.join('; ') },
    })
    assert.equal(token.status, 200, await token.text())
  })

  it('scans every creator with the real service, verifies every webhook and ends', async () => {
    assert.equal(await ended, 0, output)
    for (const { name, alsoQuick } of await loadCreators()) {
      const verdict = '(no flags|review \\w+|failed|gone|suspended|not read|front only)'
      assert.match(output, new RegExp(`^${name} +${verdict}`, 'm'))
      if (alsoQuick) assert.match(output, new RegExp(`^${name} \\(quick\\) +${verdict}`, 'm'))
    }
    const [, came, of] =
      /Webhooks: (\d+) of (\d+) scans were delivered, each signature verified\./.exec(output) ?? []
    assert.equal(came, of)
    assert.ok(Number(of) >= 20)
  })

  it('says of what nobody could see that it was not seen', () => {
    assert.match(output, /^gone +gone /m)
    assert.match(output, /^bot-challenge +not read /m)
  })
})
