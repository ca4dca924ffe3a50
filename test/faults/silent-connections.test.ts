import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addUser } from '../../src/cli/operate/users.ts'
import {
  type Api,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { type SilentDoor, silentDoor } from '../support/silent-door.ts'
import { PASSWORD } from '../support/start-api.ts'
import { until } from '../support/until.ts'

const HEALED_SECONDS = 15
const EMAIL = 'alice@example.org'

describe('when connections to the database fall silent and new ones work', () => {
  let service: Service
  let door: SilentDoor
  let web: Web
  let receiver: Receiver
  let api: Api
  let key: string
  before(async () => {
    ;[service, web, receiver] = await Promise.all([startService(), startWeb(), startReceiver()])
    door = await silentDoor(service.opened.url)
    const env = { DATABASE_URL: door.url, TOSCAN_SECRET_KEY: service.opened.secretKey }
    const org = await service.org()
    key = org.key
    await addUser(service.opened, { org: org.orgId, email: EMAIL, password: PASSWORD, role: 'admin' })
    ;[api] = await Promise.all([service.api(env), service.worker(env)])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([door?.close(), web?.close(), receiver?.close()])
  })

  it('every pool and the listener replace theirs: API, sign-in, scans and webhooks work within 15 s', async () => {
    await readsAtOnce(30)
    assert.equal((await signIn()).status, 200)
    await scanAndWebhook('before')
    // Keys are looked up together, so that requests at once need fewer than one each.
    assert.ok(door.passing() > 12, `the pools are filled: ${door.passing()}`)

    door.silence()
    const silentSince = performance.now()
    const left = () => HEALED_SECONDS - (performance.now() - silentSince) / 1000
    await Promise.all([
      until('30 reads at once are answered', async () => (await readsAtOnce(30)) === 30, left()),
      until('people can sign in', async () => (await signIn()).status === 200, left()),
      scanAndWebhook('after', left()),
    ])
    assert.ok(left() > 0, `not within ${HEALED_SECONDS} s`)
  })

  /** How many were answered with 200. */
  async function readsAtOnce(count: number) {
    const answers = await Promise.all(
      Array.from({ length: count }, () => send(api.url, 'GET', '/api/v2/org/usage', { token: key })),
    )
    return answers.filter(({ status }) => status === 200).length
  }

  const signIn = () =>
    send(api.url, 'POST', '/api/auth/sign-in/email', {
      body: { email: EMAIL, password: PASSWORD },
      headers: { origin: api.url },
    })

  /** Submitted until it is accepted, then scanned and told. */
  async function scanAndWebhook(name: string, seconds = 30) {
    const deadline = performance.now() + seconds * 1000
    await until(
      'a submission is accepted',
      async () => {
        const body = { profile_url: `${web.origin}/${name}`, callback_url: `${receiver.url}/${name}` }
        return (await send(api.url, 'POST', '/api/v2/scan/quick', { token: key, body })).status === 200
      },
      seconds,
    )
    await until(
      'its webhook has come',
      () => receiver.got.some(({ path }) => path === `/${name}`),
      (deadline - performance.now()) / 1000,
    )
  }
})
