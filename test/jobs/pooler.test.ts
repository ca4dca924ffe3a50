import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { send } from '../support/call.ts'
import { createTestDatabase, onServer, type TestDatabase } from '../support/test-database.ts'
import { noPooler, type Pooler, transactionPooler } from '../support/transaction-pooler.ts'
import { until } from '../support/until.ts'
import {
  type Api,
  allEnded,
  type Proc,
  type Receiver,
  rows,
  type Service,
  scansBy,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from './service.ts'

/** Longer than it takes to ask the server about a connection that says nothing. */
const HELD_MS = 9000
const Submitted = z.object({ scan_id: z.string() })
const Scan = z.object({ created_at: z.string() })
/** Fewer than one process alone would hold of its own. */
const CONNECTIONS = 6

describe('behind a pooler in transaction mode', { skip: noPooler }, () => {
  let database: TestDatabase
  let pooler: Pooler
  let service: Service
  let web: Web
  let receiver: Receiver
  let api: Api
  let workers: Proc[]
  before(async () => {
    database = await createTestDatabase()
    const name = new URL(database.url).pathname.slice(1)
    // What a session is not told, it has of its server.
    await onServer(database.url, async (client) => {
      await client.query(`alter database ${name} set timezone = 'America/New_York'`)
      await client.query(`alter database ${name} set datestyle = 'German'`)
    })
    pooler = await transactionPooler(database.url, CONNECTIONS)
    ;[web, receiver] = await Promise.all([startWeb(), startReceiver()])
    service = await startService({
      DATABASE_URL: pooler.url,
      TOSCAN_DATABASE_DIRECT_URL: database.url,
      TOSCAN_SECRET_KEY: randomBytes(32).toString('hex'),
      TOSCAN_BROWSER: 'off',
      TOSCAN_HOST_DELAY_MS: '0',
      TOSCAN_METRICS_PORT: '0',
      TOSCAN_SCAN_CONCURRENCY: '7',
    })
    api = await service.api()
    workers = await Promise.all([service.worker(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close(), pooler?.close()])
    await database?.drop()
  })

  it('submissions are scanned and told, times are right, and workers listen', async () => {
    const { orgId, key } = await service.org()
    const begun = Date.now()
    const submitted = await Promise.all(
      Array.from({ length: 12 }, (_, index) => submit(key, `${web.origin}/creator-${index}`)),
    )
    assert.deepEqual([...new Set(submitted.map(({ status }) => status))], [200])
    await allEnded(service, orgId)
    await until('all are told', () => receiver.got.length === 12)
    assert.equal((await scansBy(service, orgId)).completed, 12)
    const { scan_id: id } = Submitted.parse(submitted[0]?.json)
    const { json } = await send(api.url, 'GET', `/api/v2/scans/${id}`, { token: key })
    const created = Date.parse(Scan.parse(json).created_at)
    assert.ok(created > begun - 5000 && created < Date.now() + 5000, JSON.stringify(json))
    for (const worker of workers) assert.match(await metricsOf(worker), /^toscan_listen_connected 1$/m)
  })

  it('all of them share the connections of the pooler', async () => {
    const [held] = await rows<{ pooled: number }>(
      service,
      `select count(*)::integer as pooled from pg_stat_activity
        where datname = current_database() and application_name ~ '^toscan(-jobs|-sign-in)? '`,
    )
    // Beside these, each worker renews its leases past it, and so does whoever looks here.
    assert.ok((held?.pooled ?? 99) <= CONNECTIONS + workers.length + 3, `${held?.pooled} connections`)
  })

  it('who waits for a connection of the pooler is not taken for lost', async () => {
    const { key } = await service.org()
    const held = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const client = new Client({ connectionString: pooler.url })
        await client.connect()
        await client.query('begin')
        return client
      }),
    )
    const [{ status }] = await Promise.all([
      submit(key, `${web.origin}/patient`),
      pause(HELD_MS).then(() => Promise.all(held.map((client) => client.end()))),
    ])
    assert.equal(status, 200)
    for (const line of (await metricsOf(api)).matchAll(/^toscan_pool_silent_connections_total.* (\d+)$/gm))
      assert.equal(line[1], '0', line[0])
  })

  it('a pooler that dies and comes back costs no scan', async () => {
    const { orgId, key } = await service.org()
    web.hold((path) => path === '/held')
    await submit(key, `${web.origin}/held`)
    // This one, and not the one before: a claim whose answer the pooler takes along is waited for until its lease lapses.
    await until('it runs', () => web.counts.has('/held'))
    await pooler.kill()
    await pooler.start()
    web.release()
    await until('the API answers', async () => (await submit(key, `${web.origin}/after`)).status === 200)
    await allEnded(service, orgId)
    const { completed = 0, failed } = await scansBy(service, orgId)
    assert.ok(completed >= 2 && failed === 0, `${completed} completed, ${failed} failed`)
  })

  function submit(key: string, url: string) {
    const body = { profile_url: url, callback_url: receiver.url }
    return send(api.url, 'POST', '/api/v2/scan/quick', { token: key, body })
  }
})

async function metricsOf(worker: Proc): Promise<string> {
  const url = /Health, readiness and metrics: (\S+)/.exec(worker.output())?.[1] ?? ''
  return (await fetch(`${url}/metrics`)).text()
}
