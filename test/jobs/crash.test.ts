import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BEGIN_AND_HOLD } from '../support/begin-and-hold.ts'
import {
  allEnded,
  type Proc,
  postmasterPid,
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from './service.ts'

/** A killed worker's scan runs again within this time: the lease of 15 s and a poll. */
const TAKEN_OVER_MS = 20_000

describe('a worker that dies', () => {
  let service: Service
  let web: Web
  let receiver: Receiver
  /** Who outlived a test takes the scans of the next one: each start computes for a second and a half. */
  let survivor: Proc | undefined
  before(async () => {
    ;[service, web, receiver] = await Promise.all([
      // A page that a test holds must not time out, however slow the machine.
      startService({ TOSCAN_PAGE_TIMEOUT_MS: '120000' }, { ownPostgres: true }),
      startWeb(linkedPages),
      startReceiver(),
    ])
  })
  afterEach(async () => {
    web.release()
    await service.halt(survivor)
    await service.opened.pool.query('delete from batches').catch(() => {})
    await service.opened.pool.query('delete from scans').catch(() => {})
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  /** A worker that runs, and the only one. */
  async function oneWorker() {
    const worker = survivor ?? (await service.worker())
    survivor = undefined
    return worker
  }

  it('while fetching: the scan runs again within 20 s', async () => {
    const { orgId } = await service.org()
    const first = await oneWorker()
    web.hold()
    const scanId = await service.submit(orgId, [`${web.origin}/fetching`], { single: true })
    await until(() => web.open.size === 1)
    const second = await service.worker()
    first.kill('SIGKILL')
    const killed = Date.now()
    await until(() => web.counts.get('/fetching') === 2)
    assert.ok(Date.now() - killed < TAKEN_OVER_MS)
    web.release()
    await until(async () => (await scan(scanId)).status === 'completed')
    survivor = second
  })

  it('between steps: the finished ones are not repeated', async () => {
    const { orgId } = await service.org()
    const first = await oneWorker()
    web.hold((path) => path.startsWith('/linked-between'))
    const scanId = await service.submit(orgId, [`${web.origin}/hub-between`], { mode: 'deep', single: true })
    await until(() => (web.counts.get('/linked-between') ?? 0) >= 1)
    assert.equal(web.counts.get('/hub-between'), 1)
    const second = await service.worker()
    const { worker_id } = await scan(scanId)
    first.kill('SIGKILL')
    // A claim of its own that is under way would take the scan as soon as its lease has run out.
    await first.ended
    const before = web.counts.get('/linked-between') ?? 0
    await leasesRunOut(worker_id)
    await until(() => (web.counts.get('/linked-between') ?? 0) > before)
    web.release()
    await until(async () => (await scan(scanId)).status === 'completed')
    assert.equal(web.counts.get('/hub-between'), 1, 'the profile was fetched once')
    assert.equal((await scan(scanId)).attempt, 2)
    survivor = second
  })

  it('while storing the end: it ends once, with one webhook', async () => {
    const { orgId } = await service.org()
    const first = await oneWorker()
    web.hold()
    const scanId = await service.submit(orgId, [`${web.origin}/finishing`], {
      single: true,
      callback: `${receiver.url}/finishing`,
    })
    // Somebody else is writing what the scan rests on: the transaction that ends it stays open until its worker is dead.
    const blocker = await service.opened.pool.connect()
    await blocker.query(BEGIN_AND_HOLD)
    await blocker.query(
      `insert into scan_manifests (scan_id, org_id, manifest, signature, key_id) values ($1, $2, '', '', '')`,
      [scanId, orgId],
    )
    web.release()
    try {
      await until(async () => (await waitingForLocks(service, 'scan_manifests')) > 0)
      first.kill('SIGKILL')
      await first.ended
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    await leasesRunOut()
    const second = await service.worker()
    await until(async () => (await scan(scanId)).status === 'completed')
    await until(() => receiver.got.some((got) => got.path === '/finishing'))
    const deliveries = await rows(service, 'select from webhook_deliveries where scan_id = $1', [scanId])
    assert.equal(deliveries.length, 1)
    assert.equal(web.counts.get('/finishing'), 2, 'a quick scan is one page, and begins anew')
    survivor = second
  })

  it('three times: the scan fails, and says so to its callback', async () => {
    const { orgId } = await service.org()
    web.hold()
    const scanId = await service.submit(orgId, [`${web.origin}/deadly`], {
      single: true,
      callback: `${receiver.url}/deadly`,
    })
    for (let crash = 1; crash <= 3; crash++) {
      const worker = await oneWorker()
      await until(() => web.counts.get('/deadly') === crash)
      worker.kill('SIGKILL')
      await worker.ended
      await leasesRunOut()
    }
    const last = await service.worker()
    await until(async () => (await scan(scanId)).status === 'failed')
    assert.equal((await scan(scanId)).error, 'Internal error')
    await until(() => receiver.got.some((got) => got.path === '/deadly'))
    const told = JSON.parse(receiver.got.find((got) => got.path === '/deadly')?.body.toString() ?? '{}')
    assert.equal(told.type, 'scan.failed')
    assert.equal(told.error, 'Internal error')
    survivor = last
  })

  it('leaves what was compiled at its start to the next', async (context) => {
    const kept = mkdtempSync(join(tmpdir(), 'toscan-compiled-'))
    context.after(() => rmSync(kept, { recursive: true, force: true }))
    const worker = await service.worker({ NODE_COMPILE_CACHE: kept })
    // It says that it runs, and writes a moment later.
    await until(() => readdirSync(kept, { recursive: true }).length > 10)
    worker.kill('SIGKILL')
    await worker.ended
  })

  it('or only freezes: what it stores after its lease is refused', async () => {
    const { orgId } = await service.org()
    const frozen = await oneWorker()
    web.hold()
    const scanId = await service.submit(orgId, [`${web.origin}/frozen`], {
      single: true,
      callback: `${receiver.url}/frozen`,
    })
    await until(() => web.counts.get('/frozen') === 1)
    const { worker_id } = await scan(scanId)
    frozen.kill('SIGSTOP')
    const second = await service.worker()
    await leasesRunOut(worker_id)
    await until(() => web.counts.get('/frozen') === 2)
    web.release()
    frozen.kill('SIGCONT')
    await until(async () => (await scan(scanId)).status === 'completed')
    await until(() => receiver.got.some((got) => got.path === '/frozen'))
    await stopped(frozen)
    survivor = second
    assert.equal((await scan(scanId)).attempt, 2)
    assert.equal(receiver.got.filter((got) => got.path === '/frozen').length, 1)
  })

  it('in order, on SIGTERM: exits 0 within 10 s and hands its scans on at once, without a crash counted', async () => {
    const { orgId } = await service.org()
    const [first, second] = await Promise.all([oneWorker(), service.worker()])
    web.hold((path) => path.startsWith('/linked-term') || path === '/quick-term')
    await service.submit(orgId, [`${web.origin}/hub-term`], { mode: 'deep' })
    await service.submit(orgId, [`${web.origin}/quick-term`])
    await until(() => (web.counts.get('/linked-term') ?? 0) >= 1 && web.counts.get('/quick-term') === 1)
    // Both may run in either worker: each is asked in turn, and the scans move to the other.
    const moved = Date.now()
    first.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    assert.ok(Date.now() - moved < 10_000)
    const third = await service.worker()
    second.kill('SIGTERM')
    assert.equal(await second.ended, 0)
    await until(async () => {
      const running = await rows<{ attempt: number }>(
        service,
        `select attempt from scans where org_id = $1 and status = 'processing' and worker_id is not null`,
        [orgId],
      )
      return running.length === 2 && running.every((row) => row.attempt === 1)
    })
    web.release()
    await allEnded(service, orgId)
    assert.equal(
      web.counts.get('/hub-term'),
      1,
      'a step that was finished before the hand-back is not repeated',
    )
    survivor = third
  })

  it('in order, while a step is being written: its scan is handed on with it', async () => {
    const { orgId } = await service.org()
    const worker = await oneWorker()
    web.hold((path) => path.startsWith('/linked-written'))
    const blocker = await service.opened.pool.connect()
    await blocker.query('begin; lock table scan_steps in exclusive mode')
    try {
      const scanId = await service.submit(orgId, [`${web.origin}/hub-written`], {
        mode: 'deep',
        single: true,
      })
      await until(() => (web.counts.get('/linked-written') ?? 0) >= 1)
      worker.kill('SIGTERM')
      await until(async () => (await waitingForLocks(service, 'scan_steps')) > 0)
      await sleep(300)
      await blocker.query('rollback')
      assert.equal(await worker.ended, 0, worker.output())
      const steps = await rows<{ step: string }>(service, 'select step from scan_steps where scan_id = $1', [
        scanId,
      ])
      assert.ok(steps.some(({ step }) => step === 'profile'))
      assert.equal((await scan(scanId)).attempt, 0, 'no crash is counted')
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('together with everything else, the database included: every accepted scan ends, none twice', async () => {
    const { orgId } = await service.org()
    const workers = await Promise.all([service.worker(), service.worker()])
    web.hold((path) => path.endsWith('7'))
    const urls = Array.from({ length: 40 }, (_, index) => `${web.origin}/all${index}`)
    await service.submit(orgId, urls, { callback: `${receiver.url}/all` })
    await until(async () => (await ended(orgId)) >= 10)
    const postmaster = postmasterPid(service.dataDir)
    assert.ok(postmaster)
    for (const worker of workers) worker.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await Promise.all(workers.map((worker) => worker.ended))
    web.release()
    // As after a power failure: whoever starts first brings the database back.
    const again = await service.worker()
    await until(
      async () => (await ended(orgId).catch(() => 0)) === 40,
      () => ended(orgId),
    )
    const twice = await rows(
      service,
      'select scan_id from webhook_deliveries where org_id = $1 group by scan_id having count(*) > 1',
      [orgId],
    )
    assert.deepEqual(twice, [])
    await until(
      () => ids('/all').size === 40,
      () => ids('/all').size,
    )
    await stopped(again)
  })

  /** What time would bring, to the scans of `worker` alone where others run: on a slow machine it was there first, and they have them by now. */
  const leasesRunOut = (worker: string | null = null) =>
    service.opened.pool.query(
      'update scans set lease_until = clock_timestamp() where worker_id = coalesce($1, worker_id)',
      [worker],
    )

  const ids = (path: string) =>
    new Set(receiver.got.filter((got) => got.path === path).map((got) => got.headers['webhook-id']))

  async function scan(scanId: string) {
    const [row] = await rows<{
      status: string
      error: string | null
      attempt: number
      worker_id: string | null
    }>(service, 'select status, error, attempt, worker_id from scans where scan_id = $1', [scanId])
    return row ?? { status: 'missing', error: null, attempt: 0, worker_id: null }
  }

  async function ended(orgId: string) {
    const [row] = await rows<{ scans: number }>(
      service,
      `select count(*)::integer as scans from scans where org_id = $1 and status = 'completed'`,
      [orgId],
    )
    return row?.scans ?? 0
  }
})

async function stopped(worker: Proc) {
  worker.kill('SIGTERM')
  assert.equal(await worker.ended, 0, worker.output())
}

/** Statements about a table that wait for somebody else's lock. */
async function waitingForLocks(service: Service, table: string) {
  const [row] = await rows<{ waiting: number }>(
    service,
    `select count(*)::integer as waiting from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [table],
  )
  return row?.waiting ?? 0
}

/** `/hub-<name>` links to `/linked-<name>`; every other path is a page of its own. */
function linkedPages(request: { url?: string }, response: import('node:http').ServerResponse) {
  const path = request.url ?? '/'
  const name = path.split('/').at(-1) ?? ''
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const link = path.startsWith('/hub-') ? `<a rel="me" href="/linked-${path.slice(5)}">shop</a>` : ''
  response.end(`<!doctype html><title>${name}</title><h1>${name}</h1><p>${name} paints harbours.</p>${link}`)
}
