import { request } from 'undici'
import { sign } from '../src/webhooks/sign.ts'
import { startReceiver, startService, until } from '../test/jobs/service.ts'
import { cpuSeconds, type Row, round, timed } from './measure.ts'

const DELIVERIES = 2000
const RECEIVERS = 8

/** Deliveries of one worker with all their bookkeeping. The floor signs and posts the same bodies and records nothing. */
export async function webhooks(): Promise<Row[]> {
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => startReceiver()))
  const body = JSON.stringify({ type: 'scan.completed', filler: 'x'.repeat(4000) })
  const urlOf = (index: number) => `${receivers[index % RECEIVERS]?.url}/hook`
  const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`]

  const floor = await timed(async () => {
    let next = 0
    const post = async () => {
      for (let index = next++; index < DELIVERIES; index = next++) {
        const headers = { ...sign({ id: `msg_${index}`, body, secrets, at: new Date() }) }
        const answer = await request(urlOf(index), { method: 'POST', headers, body })
        await answer.body.dump()
      }
    }
    await Promise.all(Array.from({ length: 48 }, post))
  })
  for (const receiver of receivers) receiver.got.length = 0

  const service = await startService()
  const { orgId } = await service.org()
  const worker = await service.worker()
  const { pool } = service.opened
  await pool.query(
    `insert into webhook_deliveries (delivery_id, webhook_id, org_id, event_type, url, body)
     select 'dlv_' || n, 'msg_' || n, $1, 'scan.completed', ($2::text[])[1 + n % ${RECEIVERS}], $3 from generate_series(1, ${DELIVERIES}) n`,
    [orgId, receivers.map((receiver) => `${receiver.url}/hook`), body],
  )
  const arrived = () => receivers.reduce((sum, receiver) => sum + receiver.got.length, 0)
  const cpuBefore = cpuSeconds(worker.child.pid)
  const delivered = await timed(async () => {
    await pool.query(
      `insert into pgboss.job (name, data, group_id, retry_limit, expire_seconds, heartbeat_seconds)
       select 'deliver-webhook', jsonb_build_object('deliveryId', 'dlv_' || n, 'attempt', 1, 'trigger', 'scheduled'),
              'group' || n % ${RECEIVERS}, 10, 120, 10 from generate_series(1, ${DELIVERIES}) n`,
    )
    await pool.query(`notify toscan_deliveries`)
    await until(() => arrived() >= DELIVERIES, 60_000, arrived)
  })
  const cpu = cpuSeconds(worker.child.pid) - cpuBefore
  await service.stop()
  await Promise.all(receivers.map((receiver) => receiver.close()))
  return [
    {
      what: 'sign and post only (floor)',
      'per second': round(DELIVERIES / (floor.ms / 1000), 0),
      'ratio to floor': 1,
    },
    {
      what: 'deliveries, one worker',
      'per second': round(DELIVERIES / (delivered.ms / 1000), 0),
      'ratio to floor': round(floor.ms / delivered.ms),
      'per CPU second of the worker': round(DELIVERIES / cpu, 0),
    },
  ]
}
