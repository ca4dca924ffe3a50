import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { request } from 'undici'
import { hostKeyOf } from '../src/webhooks/receiver-host.ts'
import { sign, signingKey } from '../src/webhooks/sign.ts'
import { rows, type Service, startService, until } from '../test/jobs/service.ts'
import type { Figure, Measured } from './figure.ts'
import { cpuSeconds, quantile, type Row, round, serverCpuSeconds, timed } from './measure.ts'
import { postmasterOf } from './server.ts'
import { sized } from './sized.ts'

const DELIVERIES = sized(3000, 20)
const RECEIVERS = sized(20, 2)
const ROUNDS = sized(3, 1)
const AT_ONCE = 48

const BODY = JSON.stringify({ type: 'scan.completed', filler: 'x'.repeat(4000) })
const KEYS = [signingKey(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)]

/**
 * Deliveries of one worker with all their bookkeeping, until the last is written down, of scans that have their rows. The floors sign and post the
 * same bodies: one records nothing, the other writes down each with one UPDATE. All three in turns, after a turn that does not count.
 */
export async function webhooks(): Promise<Measured> {
  const receivers = fork(join(import.meta.dirname, 'receivers.ts'), [String(RECEIVERS)])
  const { ports } = await said<{ ports: number[] }>(receivers)
  const service = await startService()
  try {
    return await compare(
      service,
      receivers,
      ports.map((port) => `http://127.0.0.1:${port}/hook`),
    )
  } finally {
    await service.stop()
    receivers.kill()
  }
}

async function compare(service: Service, receivers: ChildProcess, urls: string[]): Promise<Measured> {
  const { orgId } = await service.org()
  const worker = await service.worker()

  const times = { only: [] as number[], update: [] as number[], ours: [] as number[] }
  const cpu: number[] = []
  const serverCpu: number[] = []
  const postmaster = await postmasterOf(service.opened.pool)
  const server = () => serverCpuSeconds(postmaster)
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const only = await timed(() => postAll(urls, async () => {}))
    await seed(service, orgId, `u${turn}`, urls)
    const update = await timed(() =>
      postAll(urls, (n) => rows(service, UPDATE, [`dlv_u${turn}_${n}`]).then(() => {})),
    )
    await seed(service, orgId, `o${turn}`, urls)
    const cpuBefore = cpuSeconds(worker.child.pid)
    const serverBefore = server()
    const ours = await deliverAll(service, receivers, `o${turn}`, urls)
    if (turn === 0) continue
    cpu.push(cpuSeconds(worker.child.pid) - cpuBefore)
    serverCpu.push(server() - serverBefore)
    times.only.push(only.ms)
    times.update.push(update.ms)
    times.ours.push(ours)
  }
  const [only, update, ours] = [times.only, times.update, times.ours].map((ms) => quantile(ms, 0.5))
  const row = (what: string, ms = 0): Row => ({
    what,
    'per second': round(DELIVERIES / (ms / 1000), 0),
    'ratio to floor': round((only ?? 0) / ms),
    'to one UPDATE each': round((update ?? 0) / ms),
  })
  const table = [
    row('sign and post only (floor)', only),
    row('the same and one UPDATE each', update),
    {
      ...row(`deliveries to ${RECEIVERS} receivers, one worker`, ours),
      'CPU ms of the worker each': round((1000 * quantile(cpu, 0.5)) / DELIVERIES),
      'of PostgreSQL': round((1000 * quantile(serverCpu, 0.5)) / DELIVERIES),
    },
  ]
  const perSecond = (ms = 0) => `${round(DELIVERIES / (ms / 1000), 0)}/s`
  const figure = (floor: string, ms = 0, least = 0): Figure => ({
    work: `webhooks to ${RECEIVERS} receivers, one worker`,
    floor: `${floor} ${perSecond(ms)}`,
    measured: perSecond(ours),
    value: round(ms / (ours ?? 0)),
    reach: { least },
  })
  return {
    table,
    figures: [figure('signed and posted only', only, 0.6), figure('plus one UPDATE each', update, 1.2)],
  }
}

const UPDATE = `update webhook_deliveries set status = 'delivered', attempt_count = 1, delivered_at = clock_timestamp() where delivery_id = $1`

async function postAll(urls: string[], record: (n: number) => Promise<void>) {
  let next = 0
  const post = async () => {
    for (let n = next++; n < DELIVERIES; n = next++) {
      const headers = { ...sign({ id: `msg_${n}`, body: BODY, keys: KEYS, at: new Date() }) }
      const answer = await request(urls[n % urls.length] ?? '', { method: 'POST', headers, body: BODY })
      await answer.body.dump()
      await record(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, post))
}

/** Scans that have ended, each with its delivery. */
async function seed({ opened }: Service, orgId: string, name: string, urls: string[]) {
  await opened.pool.query(
    `with scanned as (
       insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, metadata, created_at)
       select gen_random_uuid(), $1, 'https://example.com/' || n, 'https://example.com/' || n, 'quick', 'completed', '{}', clock_timestamp() from generate_series(0, $4 - 1) n order by random()
       returning scan_id, substring(profile_url from '[0-9]+$')::integer as n)
     insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body)
     select format('dlv_%s_%s', $5::text, n), format('msg_%s_%s', $5::text, n), $1, scan_id, 'scan.completed', ($2::text[])[1 + n % $6], $3
       from scanned`,
    [orgId, urls, BODY, DELIVERIES, name, urls.length],
  )
  await opened.pool.query('vacuum analyze webhook_deliveries')
}

/** Queued and committed at once, until all of them have arrived and are written down. */
async function deliverAll(service: Service, receivers: ChildProcess, name: string, urls: string[]) {
  const client = await service.opened.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
     select format('dlv_%s_%s', $1::text, n), 1, 'scheduled', ($2::text[])[1 + n % $3], 'deliver-webhook', now() from generate_series(0, $4 - 1) n`,
    [name, urls.map(hostKeyOf), urls.length, DELIVERIES],
  )
  await client.query('notify toscan_deliveries')
  const before = await arrivedAt(receivers)
  const left = () =>
    rows(service, `select from webhook_deliveries where status = 'pending' and delivery_id like $1`, [
      `dlv\\_${name}\\_%`,
    ])
  const { ms } = await timed(async () => {
    await client.query('commit')
    await until(async () => (await arrivedAt(receivers)) >= before + DELIVERIES, undefined, 120_000)
    await until(async () => (await left()).length === 0)
  })
  client.release()
  const arrived = (await arrivedAt(receivers)) - before
  if (arrived !== DELIVERIES) throw new Error(`${arrived} requests for ${DELIVERIES} deliveries`)
  return ms
}

async function arrivedAt(receivers: ChildProcess): Promise<number> {
  const answer = said<{ arrived: number }>(receivers)
  receivers.send('how many?')
  return (await answer).arrived
}

async function said<Message>(receivers: ChildProcess): Promise<Message> {
  const [message] = await once(receivers, 'message')
  return message
}
