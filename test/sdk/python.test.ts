import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import * as sdk from '../../sdk/index.ts'
import { createSession } from '../../src/auth/create-session.ts'
import { createVault } from '../../src/auth/vault.ts'
import { addUser } from '../../src/cli/operate/users.ts'
import { setDailyLimit } from '../../src/db/organization/orgs.ts'
import { liveSecrets } from '../../src/db/webhooks/webhook-secrets.ts'
import {
  type Api,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'

const PACKAGE = join(import.meta.dirname, '..', '..', 'clients', 'python')
const isThere = spawnSync('python3', ['--version']).status === 0

describe('the client for Python', { skip: isThere ? false : 'python3 is not installed here' }, () => {
  let service: Service
  let web: Web
  let receiver: Receiver
  let api: Api
  before(async () => {
    ;[service, web, receiver] = await Promise.all([startService(), startWeb(), startReceiver()])
    ;[api] = await Promise.all([service.api(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  it('does what it says with a running service, under the names of the package for TypeScript', async () => {
    const [{ orgId, key }, limited] = [await service.org(), await service.org()]
    await setDailyLimit(service.opened.db, limited.orgId, 0)
    const [sealed = ''] = await liveSecrets(service.opened.db, orgId)
    const person = {
      org: orgId,
      email: 'ada@acme.example',
      password: 'correct horse battery',
      role: 'admin',
    } as const
    const userId = await addUser(service.opened, person)
    const session = await createSession(service.opened.db, { userId, orgId, authSessionId: null })
    web.hold((path) => path.startsWith('/held-for-ever'))
    const child = spawn('python3', ['-B', join(import.meta.dirname, 'python_client.py')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PYTHONPATH: PACKAGE,
        TOSCAN_SERVER: api.url,
        TOSCAN_API_KEY: key,
        TEST_WEB: web.origin,
        TEST_RECEIVER: `${receiver.url}/in`,
        TEST_WEBHOOK_SECRET: createVault(service.opened.secretKey).open(sealed),
        TEST_LIMITED_KEY: limited.key,
        TEST_SESSION: session.token,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(code, 0, err)
    const names = JSON.parse(/^NAMES (.*)$/m.exec(out)?.[1] ?? '{}')
    const ours = new Toscan({ baseUrl: api.url, apiKey: key })
    for (const [part, methods] of Object.entries<string[]>(names.parts))
      for (const method of methods)
        assert.ok(camel(method) in Object(Reflect.get(ours, camel(part))), `${part}.${method}`)
    for (const name of names.errors.filter((each: string) => each !== 'Pages'))
      assert.ok(camel(name) in sdk, name)
  })

  it('is of the same version as the package for TypeScript', () => {
    const version = JSON.parse(readFileSync(join(PACKAGE, '..', '..', 'sdk', 'package.json'), 'utf8')).version
    const python = readFileSync(join(PACKAGE, 'toscan', 'version.py'), 'utf8')
    assert.equal(/^VERSION = "(.*)"$/m.exec(python)?.[1], version)
  })
})

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}
