import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { EvidenceSigner } from '../../src/context.ts'
import type { ScanEnd } from '../../src/db/scans/finish-scan.ts'
import { type EndContext, endScan, failure } from '../../src/jobs/end-scan.ts'
import { type JobQueue, startJobQueue } from '../../src/jobs/queue.ts'
import { rows, type Service, startService } from './service.ts'

const CALLBACK = 'https://receiver.example/hook'

describe('scans that end at the same time', () => {
  let service: Service
  let queue: JobQueue
  let ctx: EndContext & { db: Service['opened']['db'] }
  before(async () => {
    service = await startService()
    queue = await startJobQueue({ url: service.opened.url, log: pino({ level: 'silent' }), work: false })
    ctx = { db: service.opened.db, queue, schedule: [0] }
  })
  after(async () => {
    await queue?.stop()
    await service?.stop()
  })

  /** Four running scans, in the order in which they are ended. */
  async function claimed() {
    const { orgId } = await service.org()
    const urls = ['ada', 'bob', 'cleo', 'dan'].map((name) => `https://creator.example/${name}`)
    await service.submit(orgId, urls, { callback: CALLBACK })
    const scans = await rows<{ scan_id: string }>(
      service,
      `update scans set worker_id = 'w', attempt = 1, processing_started_at = clock_timestamp(), lease_until = clock_timestamp() + interval '1 hour'
        where org_id = $1 returning scan_id`,
      [orgId],
    )
    return { orgId, ids: scans.map(({ scan_id }) => scan_id) }
  }
  const stateOf = (orgId: string) =>
    rows<{ scan_id: string; status: string; transaction: string; told: number }>(
      service,
      `select s.scan_id, s.status, s.xmin::text as transaction, count(d.delivery_id)::integer as told
         from scans s left join webhook_deliveries d using (scan_id)
        where s.org_id = $1 group by s.scan_id, s.status, s.xmin`,
      [orgId],
    )
  const endOf = (scanId: string): ScanEnd => ({
    ...failure(scanId, { workerId: 'w', attempt: 1 }, 'Scan timed out'),
  })
  /** Ends all in one turn, one of them otherwise. */
  async function endAll(ids: string[], odd: Partial<ScanEnd>, signer: EvidenceSigner | null = null) {
    const ends = await Promise.allSettled(
      ids.map((id, i) =>
        i === 1 ? endScan(ctx, { ...endOf(id), ...odd }, signer) : endScan(ctx, endOf(id), null),
      ),
    )
    return ends.map((end) => (end.status === 'fulfilled' ? end.value : 'rejected'))
  }

  it('share a transaction, each with a webhook of its own', async () => {
    const { orgId, ids } = await claimed()
    assert.deepEqual(await endAll(ids, {}), [true, true, true, true])
    const found = await stateOf(orgId)
    assert.deepEqual(
      found.map(({ status, told }) => `${status} ${told}`),
      Array(4).fill('failed 1'),
    )
    assert.equal(new Set(found.map(({ transaction }) => transaction)).size, 1)
  })

  it('end without the one that is no longer its worker’s', async () => {
    const { orgId, ids } = await claimed()
    assert.deepEqual(await endAll(ids, { claim: { workerId: 'w', attempt: 2 } }), [true, false, true, true])
    await onlyOneRuns(orgId, ids)
  })

  it('end without the one that the database refuses', async () => {
    const { orgId, ids } = await claimed()
    const refused = { status: 'completed', report: '{', riskScore: 101 } as const
    assert.deepEqual(await endAll(ids, refused), [true, 'rejected', true, true])
    await onlyOneRuns(orgId, ids)
  })

  it('end without the one that a fault of ours keeps from ending', async () => {
    const { orgId, ids } = await claimed()
    const signer: EvidenceSigner = {
      keyId: 'none',
      sign() {
        throw new Error('a fault of ours')
      },
      verify: () => false,
      publicKey: {},
    }
    assert.deepEqual(await endAll(ids, { status: 'completed', report: '{}', coverage: '{}' }, signer), [
      true,
      'rejected',
      true,
      true,
    ])
    await onlyOneRuns(orgId, ids)
  })

  it('end without the one that a wrong statement of ours keeps from ending', async () => {
    const { orgId, ids } = await claimed()
    await service.opened.db.transaction().execute(async (tx) => {
      await sql`create function meets_nothing() returns trigger language plpgsql as 'begin perform no_such_function(); return new; end'`.execute(
        tx,
      )
      await sql`create trigger meets_nothing before update on scans for each row when (new.error = 'met') execute function meets_nothing()`.execute(
        tx,
      )
    })
    try {
      assert.deepEqual(await endAll(ids, { error: 'met' }), [true, 'rejected', true, true])
      await onlyOneRuns(orgId, ids)
    } finally {
      await sql`drop function meets_nothing cascade`.execute(service.opened.db)
    }
  })

  async function onlyOneRuns(orgId: string, ids: string[]) {
    const found = await stateOf(orgId)
    const running = found.filter(({ status }) => status === 'processing')
    assert.deepEqual(
      running.map(({ scan_id, told }) => [scan_id, told]),
      [[ids[1], 0]],
    )
    assert.ok(found.every(({ status, told }) => status === 'processing' || told === 1))
  }
})
