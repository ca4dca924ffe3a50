import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { hold, letGo } from '../../src/db/deployment/held.ts'
import { type Receiver, type Service, startReceiver, startService, until } from '../jobs/service.ts'
import { runToscan } from '../support/run-toscan.ts'

describe('toscan webhooks', () => {
  let service: Service
  let receiver: Receiver
  let isWell = true
  before(async () => {
    ;[service, receiver] = await Promise.all([
      startService({ TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0' }),
      startReceiver((_delivered, response) => response.writeHead(isWell ? 204 : 503).end()),
    ])
    await service.worker()
  })
  after(async () => {
    await service.stop()
    await receiver.close()
  })

  it('list shows those of an organization, in a state, to a host or of a scan', async () => {
    const [one, two] = [(await service.org()).orgId, (await service.org()).orgId]
    const failed = await seed(one, { url: 'https://hooks.example/a' })
    const skipped = await seed(one, { url: 'HTTPS://Hooks.example:443/b', status: 'skipped' })
    const other = await seed(two, { url: 'https://hooks.example:8443/c', status: 'delivered' })
    const listed = async (...args: string[]) => {
      const { deliveries } = await facts('list', ...args)
      const rows = deliveries as { delivery_id: string; org_id: string }[]
      return rows.filter(({ org_id }) => org_id === one || org_id === two).map((row) => row.delivery_id)
    }
    assert.deepEqual(await listed('--org', one), [skipped, failed], 'the newest first')
    assert.deepEqual(await listed('--host', 'hooks.example'), [skipped, failed])
    assert.deepEqual(await listed('--host', 'HOOKS.example:8443', '--status', 'delivered'), [other])
    assert.deepEqual(await listed('--limit', '1'), [other])
    const scan = await service.submit(one, ['http://127.0.0.1:9/'], { single: true })
    const ofScan = await seed(one, { scan_id: scan })
    assert.deepEqual(await listed('--scan', `single_${scan}`), [ofScan])
    const { out } = await toscan('list', '--org', two)
    assert.match(out, new RegExp(`^\\S+  ${two}  ${other}  delivered +1  -  hooks.example:8443  -\\n$`))
  })

  it('resend queues one once more, in whatever state it is', async () => {
    const { orgId } = await service.org()
    isWell = true
    for (const status of ['failed', 'delivered']) {
      const id = await seed(orgId, { url: `${receiver.url}/resent/${status}`, status })
      assert.deepEqual(await facts('resend', id), { delivery_id: id, status: 'queued' })
      await until(async () => receiver.got.some(({ path }) => path === `/resent/${status}`))
    }
    await fails(['resend', 'dlv_none'], /no delivery dlv_none/)
  })

  it('recover queues all that failed since a moment, each once, though it fails again meanwhile', async () => {
    const [one, two] = [(await service.org()).orgId, (await service.org()).orgId]
    isWell = false
    const url = `${receiver.url}/recovered`
    // Not older than what upkeep leaves, which may come by.
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const since = ['--since', daysAgo(11), '--org', one]
    await sql`
      insert into webhook_deliveries (delivery_id, webhook_id, org_id, event_type, url, body, status, attempt_count, created_at)
      select 'dlv_many' || n, 'msg_many' || n, ${one}, 'scan.completed', ${url}, '{}', 'failed', 1,
             ${daysAgo(10)}::timestamptz + n * interval '1 ms' from generate_series(1, 1005) n`.execute(
      service.opened.db,
    )
    await seed(one, { url, created_at: daysAgo(20) })
    await seed(one, { url, status: 'delivered', created_at: daysAgo(9) })
    await seed(one, { url: 'https://else.example/', created_at: daysAgo(9) })
    await seed(two, { url, created_at: daysAgo(9) })

    const host = ['--host', new URL(receiver.url).host]
    assert.deepEqual(await facts('recover', ...since, '--dry-run'), { matching: 1006 })
    assert.deepEqual(await facts('recover', ...since, ...host, '--dry-run'), { matching: 1005 })
    assert.deepEqual(await facts('recover', ...since, ...host), { resent: 1005 })
    await until(async () => {
      const { rows } = await service.opened.pool.query(
        `select count(*)::int as n from webhook_deliveries where org_id = $1 and attempt_count = 2 and status = 'failed'`,
        [one],
      )
      return rows[0].n === 1005
    })
    assert.equal(receiver.got.filter(({ path }) => path === '/recovered').length, 1005)
  })

  it('refuses what is no moment, no organization or no scan, and in a restored copy to send', async () => {
    await fails(['recover', '--since', 'yesterday'], /--since yesterday: not a date/)
    await fails(['recover', '--since', '2026-03-01', '--org', 'org_none'], /no organization org_none/)
    await fails(['list', '--scan', 'x'], /x is no scan id/)
    const client = await service.opened.pool.connect()
    try {
      await hold(client)
      await fails(['recover', '--since', '2026-03-01'], /restored copy/)
      await fails(['resend', 'dlv_none'], /restored copy/)
    } finally {
      client.release()
      await service.opened.db.transaction().execute(letGo)
    }
  })

  async function seed(
    orgId: string,
    delivery: Partial<Record<'scan_id' | 'url' | 'status' | 'created_at', string>>,
  ) {
    const id = `dlv_${randomUUID().replaceAll('-', '')}`
    const { scan_id = null, url = 'https://hooks.example/', status = 'failed', created_at = null } = delivery
    await sql`
      insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, status, attempt_count, created_at)
      values (${id}, ${`msg_${id}`}, ${orgId}, ${scan_id}, 'scan.completed', ${url}, '{}', ${status}, 1,
              coalesce(${created_at}::timestamptz, clock_timestamp()))`.execute(service.opened.db)
    return id
  }

  function toscan(...args: string[]) {
    return runToscan(['webhooks', ...args], {
      DATABASE_URL: service.opened.url,
      TOSCAN_SECRET_KEY: service.opened.secretKey,
      TOSCAN_DATA_DIR: service.dataDir,
    })
  }

  async function facts(...args: string[]): Promise<Record<string, unknown>> {
    const { out, err, code } = await toscan(...args, '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }

  async function fails(args: string[], message: RegExp) {
    const { out, err, code } = await toscan(...args)
    assert.deepEqual([code, out], [1, ''], err)
    assert.match(err, message)
  }
})
