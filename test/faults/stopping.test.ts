import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { after, afterEach, before, describe, it, type TestContext } from 'node:test'
import { type Api, rows, type Service, startService } from '../jobs/service.ts'
import { BEGIN_AND_HOLD } from '../support/begin-and-hold.ts'
import { send } from '../support/call.ts'
import { until } from '../support/until.ts'

const MANY = Array.from({ length: 3000 }, (_, index) => `https://ex.com/creator-${index}`)

describe('a service that is told to stop', () => {
  let service: Service
  before(async () => {
    service = await startService({ TOSCAN_DRAIN_SECONDS: '1' })
  })
  afterEach(() => service.halt())
  after(() => service?.stop())

  it('answers what it is answering, and what still comes, and exits 0', async (context) => {
    const { orgId, key } = await service.org()
    const api = await service.api()
    const kept = new Agent({ keepAlive: true })
    await ask(api, 'GET', '/healthz', { agent: kept }).then(read)
    const held = await holdBatches(context)
    const upload = begin(api, key)
    const submission = send(api.url, 'POST', '/api/v2/batch/quick', {
      token: key,
      body: { profile_urls: MANY },
    })
    const reads = Array.from({ length: 5 }, () => send(api.url, 'GET', '/api/v2/org/batches', { token: key }))
    await until('they wait for the database', async () => (await held.waiting()) === 6)

    api.kill('SIGTERM')
    const notReady = await until('it is not ready', async () => {
      const answer = await ask(api, 'GET', '/readyz')
      return answer.statusCode === 503 && answer
    })
    assert.equal(await read(notReady), '{"status":"unavailable","detail":"The service is stopping."}')
    const late = await ask(api, 'GET', '/healthz', { agent: kept })
    assert.deepEqual([late.statusCode, late.headers.connection], [200, 'close'])
    late.resume()
    await until('it takes no more', () =>
      ask(api, 'GET', '/healthz').then(
        (answer) => void answer.resume(),
        () => true,
      ),
    )
    assert.equal(api.child.exitCode, null, 'it waits for its answers')
    await held.release()
    const uploaded = await upload.finish()
    const answers = await Promise.all([submission, ...reads])
    for (const answer of answers) {
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers.connection, 'close')
    }
    assert.equal(uploaded, 200)
    assert.equal(await api.ended, 0, api.output())
    const [{ batches } = { batches: 0 }] = await rows<{ batches: number }>(
      service,
      'select count(*)::integer as batches from batches where org_id = $1',
      [orgId],
    )
    assert.equal(batches, 2)
    kept.destroy()
  })

  it('is not ready from the signal on, also while its workers are still starting', async () => {
    const api = await service.serve()
    api.kill('SIGTERM')
    // Any of its threads may be handed the signal, and has to be given a core before anything is heard of it.
    await until('it has heard it', () => /"msg":"stopping"/.test(api.output()))
    const answer = await ask(api, 'GET', '/readyz')
    assert.equal(answer.statusCode, 503)
    answer.resume()
    assert.equal(await api.ended, 0, api.output())
  })

  it('exits 0 within 10 s when an answer never comes', async (context) => {
    const { key } = await service.org()
    const api = await service.api()
    const held = await holdBatches(context)
    const cut = assert.rejects(send(api.url, 'GET', '/api/v2/org/batches', { token: key }))
    await until('it waits for the database', async () => (await held.waiting()) === 1)
    const told = performance.now()
    api.kill('SIGTERM')
    await cut
    assert.ok(performance.now() - told > 5000, 'it was given its time')
    assert.equal(await api.ended, 0)
    const seconds = (performance.now() - told) / 1000
    assert.ok(seconds < 10, `${seconds} s`)
  })

  /** Whatever is about batches waits until this is released, at the latest when the test has ended: a pool closes with its last connection. */
  async function holdBatches(context: TestContext) {
    const holder = await service.opened.pool.connect()
    await holder.query(BEGIN_AND_HOLD)
    await holder.query('lock table batches in access exclusive mode')
    let isHeld = true
    const release = async () => {
      if (!isHeld) return
      isHeld = false
      await holder.query('rollback')
      holder.release()
    }
    context.after(release)
    return {
      release,
      waiting: async () => {
        const [row] = await rows<{ count: number }>(
          service,
          `select count(*)::integer as count from pg_locks where not granted and relation = 'batches'::regclass`,
        )
        return row?.count
      },
    }
  }
})

async function ask(api: Api, method: string, path: string, options: { agent?: Agent } = {}) {
  const sent = request(new URL(path, api.url), { agent: false, ...options, method })
  sent.end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  assert.ok(answer)
  return answer
}

async function read(answer: IncomingMessage): Promise<string> {
  return Buffer.concat(await answer.toArray()).toString()
}

/** A submission whose body comes in two halves. */
function begin(api: Api, key: string) {
  const body = JSON.stringify({ profile_urls: MANY })
  const sent = request(new URL('/api/v2/batch/quick', api.url), {
    agent: false,
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const half = Math.floor(body.length / 2)
  sent.write(body.slice(0, half))
  const answered = once(sent, 'response')
  return {
    async finish() {
      sent.end(body.slice(half))
      const [answer]: IncomingMessage[] = await answered
      answer?.resume()
      return answer?.statusCode
    },
  }
}
