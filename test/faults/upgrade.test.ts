import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { migrate, openDatabase } from '../../src/db/database.ts'
import { orgUsage } from '../../src/db/organization/orgs.ts'
import {
  allEnded,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { databaseUrl, MIGRATIONS, onServer } from '../support/test-database.ts'
import { audit } from './audit.ts'

const WAITING = 6

let web: Web
let receiver: Receiver
let service: Service | undefined
const name = `test_${randomBytes(8).toString('hex')}`
const server = String(process.env.TEST_SERVER_URL)
before(async () => {
  await onServer(server, (client) => client.query(`create database ${name}`))
  ;[web, receiver] = await Promise.all([startWeb(), startReceiver()])
})
after(async () => {
  await service?.stop()
  await Promise.all([web?.close(), receiver?.close()])
  await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`))
})

it('the data of the first release, with scans that wait and one that was running, is taken over; all end, are told and add up', async () => {
  const url = databaseUrl(server, name)
  const secretKey = randomBytes(32).toString('hex')
  const { db, pool, close } = openDatabase(url)
  await migrate(db, MIGRATIONS, '0003-webhooks')
  const orgId = await db
    .transaction()
    .execute((tx) => makeOrg(tx, { name: 'First release', dailyLimit: 100, secretKey }))
  const pages = Array.from({ length: WAITING }, (_, index) => `${web.origin}/creator-${index}`)
  await pool.query(`select submit_scans($1, $2, 'quick', $3, '{"kept": 1.0}', $4, $4)`, [
    orgId,
    randomUUID(),
    `${receiver.url}/${orgId}`,
    pages,
  ])
  // As it was when the old process was ended.
  await pool.query(`select claim_scans('of the first release', 1, '1 second')`)
  const { rows: scans } = await pool.query<{ scan_id: string; worker_id: string | null }>(
    'select scan_id, worker_id from scans',
  )
  assert.equal(scans.filter(({ worker_id }) => worker_id !== null).length, 1)
  await close()

  const env = {
    DATABASE_URL: url,
    TOSCAN_SECRET_KEY: secretKey,
    TOSCAN_BROWSER: 'off',
    TOSCAN_HOST_DELAY_MS: '0',
  }
  service = await startService(env)
  await service.worker()
  await allEnded(service, orgId)
  const known = scans.map(({ scan_id }) => scan_id)
  const { ended } = await audit(service, receiver, { orgId, known })
  assert.equal(ended, WAITING)
  assert.equal((await orgUsage(service.opened.db, orgId))?.used, WAITING)
  for (const { body } of receiver.got) assert.match(String(body), /"kept":\s?1\.0/)
})
