import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

describe('the receiver of the README', () => {
  let folder: string
  let receiver: ChildProcess
  let printed = ''
  let port = 0
  before(async () => {
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
    const [, code] = /A receiver:\n\n```js\n(.*?)```/s.exec(readme) ?? []
    assert.ok(code, 'the README has a receiver')
    folder = await mkdtemp(join(tmpdir(), 'toscan-receiver-'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    // The same words on a free port, which it tells.
    const onFreePort = code.replace(
      '.listen(9000)',
      ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })",
    )
    await writeFile(join(folder, 'receiver.mjs'), onFreePort)
    receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { ...process.env, WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    receiver.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    await until('it listens', () => /port \d+/.test(printed))
    port = Number(/port (\d+)/.exec(printed)?.[1])
  })
  after(async () => {
    receiver.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })

  it('answers 400 to what it cannot verify, and lives on', async () => {
    assert.equal((await post('{}')).status, 400)
    assert.equal((await post('no JSON')).status, 400)
    const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
    assert.equal((await post('{}', forged)).status, 400)
    assert.equal(receiver.exitCode, null)
  })

  it('lives on when a sender hangs up in the middle', async () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{', () =>
        socket.resetAndDestroy(),
      )
    })
    await new Promise((resolve) => socket.once('close', resolve))
    assert.equal((await post('{}')).status, 400)
    assert.equal(receiver.exitCode, null)
  })

  it('takes what Toscan has signed', async () => {
    const body = JSON.stringify({ type: 'scan.completed', scan_id: '0b6f' })
    const at = new Date()
    const signature = new Webhook(SECRET).sign('msg_2', at, body)
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    }
    assert.equal((await post(body, headers)).status, 200)
    await until('it has printed the event', () => printed.includes('scan.completed 0b6f'))
  })
})
