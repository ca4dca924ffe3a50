import { hostKeyOf } from '../src/webhooks/receiver-host.ts'
import { startReceiver, startService, until } from '../test/jobs/service.ts'
import { quantile, type Row, round, timed } from './measure.ts'
import { sized } from './sized.ts'

const WELL = 14
const SILENT = 6
const EACH = sized(60, 2)
const ROUNDS = sized(3, 1)

/** What 14 receivers lose by 6 others that take their deliveries and never answer: the same work with and without them, in turns. */
export async function silentReceivers(): Promise<Row[]> {
  const well = await Promise.all(Array.from({ length: WELL }, () => startReceiver()))
  const service = await startService()
  const { orgId } = await service.org()
  await service.worker()
  const { pool } = service.opened
  let batch = 0

  /** Milliseconds until all that goes to `well` has arrived; receivers take turns in the queue. */
  const timeOf = async (silent: { url: string }[]) => {
    const name = `b${++batch}`
    const urls = [...silent, ...well].map((receiver) => `${receiver.url}/${name}`)
    await pool.query(
      `insert into webhook_deliveries (delivery_id, webhook_id, org_id, event_type, url, body)
       select format('dlv_%s_%s_%s', $4::text, n, u.at), format('msg_%s_%s_%s', $4::text, n, u.at), $1, 'scan.completed', u.url, $3
         from generate_series(1, ${EACH}) n, unnest($2::text[]) with ordinality u (url, at)`,
      [orgId, urls, JSON.stringify({ type: 'scan.completed', filler: 'x'.repeat(4000) }), name],
    )
    for (const receiver of well) receiver.got.length = 0
    const arrived = () => well.reduce((sum, receiver) => sum + receiver.got.length, 0)
    const { ms } = await timed(async () => {
      await pool.query(
        `insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
         select format('dlv_%s_%s_%s', $2::text, n, k.at), 1, 'scheduled', k.key, 'deliver-webhook', now()
           from generate_series(1, ${EACH}) n, unnest($1::text[]) with ordinality k (key, at) order by n, k.at`,
        [urls.map(hostKeyOf), name],
      )
      await pool.query('notify toscan_deliveries')
      await until(() => arrived() >= WELL * EACH, arrived, 120_000)
    })
    return ms
  }

  await timeOf([])
  const without: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await timeOf([]))
    const silent = await Promise.all(Array.from({ length: SILENT }, () => startReceiver(() => {})))
    beside.push(await timeOf(silent))
    await Promise.all(silent.map((receiver) => receiver.close()))
    // What is left of them is no part of the next round.
    await pool.query('delete from webhook_queue')
  }
  await service.stop()
  await Promise.all(well.map((receiver) => receiver.close()))
  const [alone, together] = [quantile(without, 0.5), quantile(beside, 0.5)]
  const perSecond = (ms: number) => round((WELL * EACH) / (ms / 1000), 0)
  return [
    { what: `${WELL} receivers alone (floor)`, 'per second': perSecond(alone), 'ratio to floor': 1 },
    {
      what: `the same beside ${SILENT} that never answer`,
      'per second': perSecond(together),
      'ratio to floor': round(alone / together),
    },
  ]
}
