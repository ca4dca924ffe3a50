import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  allEnded,
  type Proc,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { type SilentDoor, silentDoor } from '../support/silent-door.ts'
import { until } from '../support/until.ts'

/** Workers as an operator sees them: by their own port alone. */
describe('a worker with a port of its own', () => {
  let service: Service
  let web: Web
  let door: SilentDoor
  let worker: Proc
  let url: string
  before(async () => {
    ;[service, web] = await Promise.all([
      startService({ TOSCAN_HOST_DELAY_MS: '0', TOSCAN_BROWSER: 'off', TOSCAN_METRICS_PORT: '0' }),
      startWeb(),
    ])
    door = await silentDoor(service.opened.url)
    worker = await service.worker({
      DATABASE_URL: door.url,
      TOSCAN_SECRET_KEY: service.opened.secretKey,
    })
    url = /Health, readiness and metrics: (\S+)/.exec(worker.output())?.[1] ?? ''
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), door?.close()])
  })

  it('is ready, shows what it does, and turns red within 10 s when the database is silent; metrics go on', async () => {
    const { orgId } = await service.org()
    await until('it is ready', async () => (await ready()).status === 200)
    const receiver = await startReceiver()
    await service.submit(orgId, [`${web.origin}/a`, `${web.origin}/b`], { callback: receiver.url })
    await allEnded(service, orgId)
    await until('the webhooks have come', () => receiver.got.length === 2)
    await receiver.close()

    const shown = await metrics()
    for (const line of [
      /^toscan_build_info\{version="\d+\.\d+\.\d+",node="24\.[\d.]+",role="worker"\} 1$/m,
      /^toscan_scan_seconds_count\{mode="quick",outcome="completed"\} 2$/m,
      /^toscan_scans_ended_total\{status="completed",recommendation="no_flags",platform="other"\} 2$/m,
      /^toscan_scans_resumed_total 0$/m,
      /^toscan_claims_lost_total 0$/m,
      /^toscan_evidence_store_up 1$/m,
      /^toscan_listen_connected 1$/m,
      /^toscan_database_up 1$/m,
      /^toscan_clock_skew_seconds -?[\d.e-]+$/m,
      /^toscan_poll_age_seconds\{queue="scans"\} [\d.e-]+$/m,
      /^toscan_poll_age_seconds\{queue="deliver-webhook"\} [\d.e-]+$/m,
      /^toscan_pool_connections\{pool="main",state="idle"\} \d+$/m,
      /^toscan_pool_connections\{pool="jobs",state="busy"\} \d+$/m,
      /^toscan_oldest_waiting_scan_seconds\{mode="quick"\} 0$/m,
      /^toscan_scan_concurrency 10$/m,
      /^nodejs_eventloop_lag_seconds /m,
    ])
      assert.match(shown, line)
    assert.doesNotMatch(shown, /toscan_embedded_database_up \d/)

    door.swallow()
    await until('it is not ready', async () => (await ready()).status === 503, 10)
    assert.equal((await send(url, 'GET', '/healthz')).status, 200)
    const asked = performance.now()
    const dark = await metrics()
    assert.ok(performance.now() - asked < 5000, 'metrics do not wait for the database')
    assert.match(dark, /^toscan_database_up 0$/m)
    assert.doesNotMatch(dark, /^toscan_scan_concurrency /m)
    await until('it says that it does not look for scans', async () => {
      const age = Number(/^toscan_poll_age_seconds\{queue="scans"\} (\S+)$/m.exec(await metrics())?.[1])
      return age > 2
    })
    door.mend()
    await until('it is ready again', async () => (await ready()).status === 200)
  })

  it('takes no scans while the evidence store refuses, says so, and goes on when it takes pages again', async () => {
    const { orgId } = await service.org()
    const folder = join(service.dataDir, 'evidence')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder any more')
    await service.submit(
      orgId,
      ['x', 'y', 'z'].map((name) => `${web.origin}/${name}`),
    )
    const red = await until('it is not ready', async () => {
      const answer = await ready()
      return answer.status === 503 && answer
    })
    assert.equal(
      red.text,
      '{"status":"unavailable","detail":"The evidence store does not take pages (ENOTDIR)."}',
    )
    const shown = await metrics()
    assert.match(shown, /^toscan_evidence_store_up 0$/m)
    assert.match(shown, /^toscan_captures_lost_total\{cause="store"\} 3$/m)
    await allEnded(service, orgId)
    const [lost] = await rows<{ coverage: string }>(
      service,
      `select coverage from scans where org_id = $1 limit 1`,
      [orgId],
    )
    assert.equal(JSON.parse(lost?.coverage ?? '{}').evidence, 'not_stored')
    assert.equal(worker.output().match(/no scans are taken/g)?.length, 1)

    const scanId = await service.submit(orgId, [`${web.origin}/later`], { single: true })
    // A notice wakes it, and it looks: so an age that begins anew says that it has seen the scan and let it be.
    await looksAgain()
    assert.equal(web.counts.get('/later') ?? 0, 0)
    rmSync(folder)
    await until('it is ready again', async () => (await ready()).status === 200)
    await allEnded(service, orgId)
    const [kept] = await rows<{ report: string; coverage: string }>(
      service,
      `select report, coverage from scans where scan_id = $1`,
      [scanId],
    )
    assert.match(JSON.parse(kept?.report ?? '{}').evidence_index[0].sha256, /^[0-9a-f]{64}$/)
    assert.equal(JSON.parse(kept?.coverage ?? '{}').evidence, undefined)
  })

  it('that may open no more connections says what to do, takes no scans, and holds nothing against anybody', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { orgId } = await service.org()
    const receiver = await startReceiver()
    const pid = String(worker.child.pid)
    const limit = (most: string) => execFileSync('prlimit', ['--pid', pid, `--nofile=${most}:`])
    const [, before = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
    await until('it is ready', async () => (await ready()).status === 200)
    // Whatever is open stays so, as the connection by which it is asked.
    limit('3')
    const red = await until('it is not ready', async () => {
      const answer = await ready()
      return answer.status === 503 && answer
    })
    assert.match(red.text, /may have no more files and connections open \(EMFILE\)\. Raise its limit/)
    const callback = receiver.url
    const scanId = await service.submit(orgId, [`${web.origin}/unreached`], { single: true, callback })
    await until('it has looked for scans', () => /this process lacks room/.test(worker.output()))
    await looksAgain()
    limit(before)
    await until('it is ready again', async () => (await ready()).status === 200)
    await allEnded(service, orgId)
    await until('the webhook has come', () => receiver.got.length === 1)
    await receiver.close()
    const [scan] = await rows(service, 'select status, attempt from scans where scan_id = $1', [scanId])
    assert.deepEqual(scan, { status: 'completed', attempt: 1 })
    assert.equal(worker.output().match(/this process lacks room/g)?.length, 1)
    await until('it says that it goes on', () => /this process has room/.test(worker.output()))
  })

  /** An age that begins anew says that it has looked for scans. */
  const looksAgain = async () => {
    const read = async () =>
      Number(/^toscan_poll_age_seconds\{queue="scans"\} (\S+)$/m.exec(await metrics())?.[1])
    let before = await read()
    await until('it has looked again', async () => {
      const now = await read()
      const looked = now < before
      before = now
      return looked
    })
  }
  const ready = () => send(url, 'GET', '/readyz')
  /** The samples alone, so that a failure can be read. */
  const metrics = async () =>
    (await send(url, 'GET', '/metrics')).text
      .split('\n')
      .filter((line) => /^toscan_|^nodejs_eventloop_lag_seconds/.test(line) && !line.includes('_bucket'))
      .join('\n')
})
