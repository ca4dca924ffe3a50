import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processMark } from '../../src/db/server/start-lock.ts'
import {
  type Api,
  allEnded,
  type Proc,
  postmasterPid,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { readAlerts } from '../support/alerts.ts'
import { send } from '../support/call.ts'
import { clockMoved } from '../support/clock-moved.ts'
import { evaluateRule, readSamples, type Scrape } from '../support/evaluate-rule.ts'
import { type SilentDoor, silentDoor } from '../support/silent-door.ts'
import { until } from '../support/until.ts'

/** Nobody listens there. */
const CLOSED = 'http://127.0.0.1:9'

/**
 * Each fault is brought about, and the alert's expression has to become true of what the processes show. Their API has a clock
 * that is wrong and the embedded database, the worker comes to the database through a door.
 */
describe('alerts', () => {
  let service: Service
  let web: Web
  let receiver: Receiver
  let door: SilentDoor
  let api: Api
  let worker: Proc
  let org: { orgId: string; key: string }
  const seen = new Set<string>()
  before(async () => {
    ;[service, web, receiver] = await Promise.all([
      startService(
        {
          TOSCAN_HOST_DELAY_MS: '0',
          TOSCAN_BROWSER: 'off',
          TOSCAN_METRICS_PORT: '0',
          TOSCAN_PAGE_TIMEOUT_MS: '120000',
          TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0,3600',
        },
        { ownPostgres: true },
      ),
      startWeb(),
      startReceiver(({ path }, response) => {
        response.writeHead({ '/refused': 500, '/gone': 410 }[path] ?? 204).end()
      }),
    ])
    door = await silentDoor(service.opened.url)
    org = await service.org()
    ;[api, worker] = await Promise.all([
      service.api({ NODE_OPTIONS: `--import=${clockMoved(1)}` }),
      service.worker({ DATABASE_URL: door.url, TOSCAN_SECRET_KEY: service.opened.secretKey }),
    ])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close(), door?.close()])
  })

  it('are silent while all is well, but for the clock that is wrong from the start', async () => {
    // One of each, so that what follows is a rise.
    await scan([`${web.origin}/well`], '/taken')
    await scan([`${CLOSED}/ill`], '/refused')
    await until('the webhooks are sent', () => receiver.got.length === 2)
    const first = await scrape()
    assert.deepEqual(firing(first, await scrape()), ['ToscanClockWrong'])
    seen.add('ToscanClockWrong')
  })

  it('tell of scans and webhooks that fail, and of an address that wants no more', async () => {
    const first = await scrape()
    await Promise.all([
      scan(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${CLOSED}/${name}`),
        '/refused',
      ),
      scan([`${web.origin}/last`], '/gone'),
    ])
    await fire(first, ['ToscanScansFail', 'ToscanWebhooksFail', 'ToscanWebhookAddressDisabled'])
  })

  it('tell of a host that gives no answer, and not that what waits for it is late', async () => {
    const gone = await startReceiver()
    await gone.close()
    const first = await scrape()
    const urls = ['i', 'ii', 'iii', 'iv', 'v', 'vi'].map((name) => `${web.origin}/${name}`)
    await service.submit(org.orgId, urls, { callback: `${gone.url}/in` })
    await allEnded(service, org.orgId)
    await fire(first, ['ToscanWebhookHostsSilent'])
    const { rowCount } = await service.opened.pool.query(
      `update webhook_deliveries set next_attempt_at = clock_timestamp() - interval '1 hour' where url = $1 and attempt_count = 0`,
      [`${gone.url}/in`],
    )
    assert.ok(rowCount, 'some still wait')
    assert.ok(!firing(first, await scrape()).includes('ToscanWebhooksLate'))
  })

  it('tell of a worker that did not come back, and of one that lost what it ran', async () => {
    const first = await scrape()
    web.hold((path) => path === '/held')
    await service.submit(org.orgId, [`${web.origin}/held`], { single: true })
    await until('its page is asked for', () => web.counts.get('/held') === 1)
    await service.opened.pool.query(
      `update scans set worker_id = 'another', lease_until = clock_timestamp() where worker_id is not null`,
    )
    await fire(first, ['ToscanClaimsLost', 'ToscanScansResumed'])
    web.release()
    await allEnded(service, org.orgId)
  })

  it('tell of jobs that failed', async () => {
    const first = await scrape()
    await service.opened.pool.query(
      `insert into pgboss.job (name, data, state, completed_on) values ('deliver-webhook', '{}', 'failed', now())`,
    )
    await fire(first, ['ToscanJobsFailed'])
  })

  it('tell of a process that is too busy to answer', async () => {
    const first = await scrape()
    await fire(first, ['ToscanProcessBusy'], async () => {
      worker.kill('SIGSTOP')
      // The fault itself.
      await pause(1500)
      worker.kill('SIGCONT')
    })
  })

  it('tell of an evidence store that refuses, and of scans that wait for it', async () => {
    const first = await scrape()
    const folder = join(service.dataDir, 'evidence')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder any more')
    await scan(['x', 'y', 'z'].map((name) => `${web.origin}/${name}`))
    await fire(first, ['ToscanEvidenceStoreDown', 'ToscanPagesNotStored'])
    const scanId = await service.submit(org.orgId, [`${web.origin}/waits`], { single: true })
    await service.opened.pool.query(
      `update scans set created_at = created_at - interval '1 hour' where scan_id = $1`,
      [scanId],
    )
    await fire(first, ['ToscanScansWait'])
    rmSync(folder)
    await allEnded(service, org.orgId)
  })

  it('tell of connections that fall silent while nobody gets a new one, and of a worker that no longer looks', async () => {
    const first = await scrape()
    door.swallow()
    await fire(first, [
      'ToscanConnectionsSilent',
      'ToscanPoolExhausted',
      'ToscanWorkerStuck',
      'ToscanNotWoken',
    ])
    door.mend()
    await until(
      'the worker is ready',
      async () => (await send(portOf(worker), 'GET', '/readyz')).status === 200,
    )
  })

  it('tell of a database that has died', async () => {
    const lock = join(service.dataDir, 'postgres.lock')
    const asked = () => send(api.url, 'GET', '/api/v2/org/scans', { token: org.key })
    // So long nobody starts it again.
    writeFileSync(lock, processMark(process.pid))
    try {
      process.kill(postmasterPid(service.dataDir) ?? 0, 'SIGKILL')
      await until('requests fail', async () => (await asked()).status === 503)
      const first = await scrape()
      await asked()
      await fire(first, ['ToscanDatabaseDown', 'ToscanEmbeddedDatabaseDown', 'ToscanRequestsFail'])
    } finally {
      rmSync(lock)
    }
    await until('requests are answered', async () => (await asked()).status === 200)
  })

  it('tell of a process that is gone, and of what nobody does then', async () => {
    const first = await scrape()
    worker.kill('SIGKILL')
    await worker.ended
    const { rowCount } = await service.opened.pool.query(
      `update webhook_deliveries set next_attempt_at = clock_timestamp() - interval '1 hour' where status = 'pending'`,
    )
    assert.ok(rowCount)
    await fire(first, ['ToscanProcessDown', 'ToscanNoWorker', 'ToscanWebhooksLate'])
  })

  it('have all been seen, here or where mails and watches are late', () => {
    const other = readFileSync(join(import.meta.dirname, '..', 'api', 'told-metrics.test.ts'), 'utf8')
    const there = [...other.matchAll(/isAlert\('(\w+)', \w+\), true\)/g)].map(([, name = '']) => name)
    assert.deepEqual([...seen, ...there].sort(), ALERTS.map(({ alert }) => alert).sort())
  })

  async function scan(urls: string[], callback?: string) {
    await service.submit(org.orgId, urls, { callback: callback ? receiver.url + callback : null })
    await allEnded(service, org.orgId)
  }

  async function scrape(): Promise<Scrape> {
    const shown = await Promise.all(
      [api, worker].map(async (process, index) => {
        const instance = { instance: String(index), job: 'toscan' }
        const answer = await send(portOf(process), 'GET', '/metrics').catch(() => null)
        const up = { name: 'up', labels: instance, value: answer?.status === 200 ? 1 : 0 }
        return [up, ...readSamples(answer?.text ?? '', instance)]
      }),
    )
    return { at: performance.now(), samples: shown.flat() }
  }

  /** Until all of these are true at once, since the first scrape. @param bring what is done anew before each look */
  async function fire(first: Scrape, names: string[], bring?: () => Promise<void>) {
    let now: string[] = []
    await until(`${names.join(', ')} fire`, async () => {
      await bring?.()
      now = firing(first, await scrape())
      return names.every((name) => now.includes(name))
    }).catch((error) => {
      throw new Error(`Firing: ${now.join(', ')}`, { cause: error })
    })
    for (const name of names) seen.add(name)
  }
})

const ALERTS = readAlerts()

function firing(first: Scrape, last: Scrape): string[] {
  return ALERTS.filter(({ expr }) => evaluateRule(expr, first, last).length > 0).map(({ alert }) => alert)
}

function portOf({ output }: Proc): string {
  return /Health, readiness and metrics: (\S+)/.exec(output())?.[1] ?? ''
}
