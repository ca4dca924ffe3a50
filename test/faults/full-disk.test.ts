import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isDiskFull } from '../../src/evidence/disk-room.ts'
import { allEnded, rows, type Service, startService, startWeb, type Web } from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { databaseUrl, onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'
import { fill, mountDisk } from './disk.ts'

const disk = mountDisk(96)
const server = process.env.TEST_SERVER_URL ?? ''
/** As an operator has it: one process, asked at the port that people use, and at one of its own. */
describe('a full disk', { skip: disk === null && 'no file system can be mounted here' }, () => {
  const folder = join(disk?.dataDir ?? '', 'evidence')
  const filler = join(folder, 'filler')
  const name = `full_${randomBytes(6).toString('hex')}`
  let service: Service
  let web: Web
  let url: string
  let own: string
  before(async () => {
    await onServer(server, async (client) => {
      const { rows } = await client.query('show data_directory')
      const { uid, gid } = statSync(rows[0].data_directory)
      const space = join(folder, 'database')
      chmodSync(folder, 0o755)
      mkdirSync(space)
      chownSync(space, uid, gid)
      await client.query(`create tablespace ${name} location '${space}'`)
      await client.query(`create database ${name} template ${process.env.TEST_TEMPLATE} tablespace ${name}`)
    })
    web = await startWeb()
    service = await startService({
      ...{ DATABASE_URL: databaseUrl(server, name), TOSCAN_SECRET_KEY: 'ab'.repeat(32) },
      ...{ TOSCAN_DATA_DIR: disk?.dataDir ?? '', TOSCAN_METRICS_PORT: '0' },
      ...{ TOSCAN_HOST_DELAY_MS: '0', TOSCAN_BROWSER: 'off' },
    })
    const all = await service.serve()
    url = all.url
    own = /Health, readiness and metrics: (\S+)/.exec(all.output())?.[1] ?? ''
  })
  after(async () => {
    await service?.stop()
    await onServer(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop tablespace if exists ${name}`)
    }).catch(() => {})
    await web?.close()
    disk?.unmount()
  })

  it('is seen before a page is lost, and scans wait for room', async () => {
    const { orgId } = await service.org()
    assert.equal(await isDiskFull(folder), false)
    await until('it is ready', async () => (await ready(own)).status === 200)
    fill(filler)
    const red = await until('its own port says so', async () => {
      const answer = await ready(own)
      return answer.status === 503 && answer
    })
    assert.match(red.text, /The evidence store does not take pages \(ENOSPC\)\./)
    // People go on reading.
    const served = await ready(url)
    assert.equal(served.status, 200)
    assert.match(served.text, /"status":"ready","detail":"The evidence store does not take pages/)
    rmSync(filler)
    await until('it is ready again', async () => (await ready(own)).status === 200)
    assert.equal((await ready(url)).text, '{"status":"ready"}')
    const scanId = await service.submit(orgId, [`${web.origin}/ida`], { single: true })
    await allEnded(service, orgId)
    const [scan] = await rows<{ coverage: string }>(
      service,
      'select coverage from scans where scan_id = $1',
      [scanId],
    )
    assert.equal(JSON.parse(scan?.coverage ?? '{}').evidence, undefined)
    assert.match((await send(own, 'GET', '/metrics')).text, /^toscan_evidence_store_up 1$/m)
  })

  it('of the database takes nothing more, and it is not ready until there is room, whether anybody writes or not', async () => {
    const { key } = await service.org()
    let turn = 0
    const submit = () => {
      turn++
      return send(url, 'POST', '/api/v2/batch/quick', {
        token: key,
        body: {
          profile_urls: Array.from({ length: 5000 }, (_, n) => `https://ida${n}.example/${turn}`),
        },
      })
    }
    await service.opened.pool.query('update org_settings set daily_scan_limit = 1000000')
    fill(filler)
    const refused = await until('a batch finds no room', async () => {
      const answer = await submit()
      return answer.status === 503 && answer
    })
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const unready = await ready(url)
    assert.equal(unready.status, 503)
    assert.equal(unready.text, '{"status":"unavailable","detail":"The disk of the database is full."}')
    assert.equal((await send(url, 'GET', '/api/v2/org/usage', { token: key })).status, 200)
    rmSync(filler)
    await until('it is ready again', async () => (await ready(url)).status === 200)
    assert.equal((await submit()).status, 200)
  })

  const ready = (of: string) => send(of, 'GET', '/readyz')
})
