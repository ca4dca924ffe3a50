import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, newWebhookSecret } from './client.ts'
import { loadCreators, sitesOf } from './creators.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { demoEnvironment, openAccount, startService } from './service.ts'
import { drawTable, lineOf, type Row } from './table.ts'
import { startDemoWeb } from './web/start.ts'

/**
 * `npm run demo` or `toscan demo`: the real service, scanning a made-up web. Everything goes by the public interface, as an integrator
 * does it. With `--exit` it ends when all scans have ended.
 */

const LATENCY_MS = 40
const POLL_MS = 300
const WEBHOOK_WAIT_MS = 15_000

type Running = Row & { id: string }

const exitWhenDone = process.argv.includes('--exit')
const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))

try {
  await demo()
} catch (error) {
  if (stopping === null) {
    console.error(`The demo could not run: ${error instanceof Error ? error.message : error}`)
    await end(1)
  }
}

async function demo() {
  const creators = await loadCreators()
  const web = await startDemoWeb(sitesOf(creators), { latencyMs: LATENCY_MS })
  stops.unshift(web.close)
  let secret = ''
  const receiver = await startReceiver(() => secret)
  stops.unshift(receiver.close)

  const environment = await demoEnvironment(web)
  const service = await startService(environment, receiver.host)
  stops.unshift(service.stop)
  const { key, session, email, password } = await openAccount()
  console.log(
    [
      `Open ${service.baseUrl} and sign in as ${email} with the password ${password}`,
      `${creators.length} made-up creators on a web of our own are being scanned; nothing leaves this machine. Interface: ${service.baseUrl}/docs\n`,
    ].join('\n'),
  )
  secret = await newWebhookSecret(service.baseUrl, session)
  const client = createClient(service.baseUrl, key)

  const orders = creators.flatMap((creator) => [
    { ...creator, mode: 'deep' as const },
    ...(creator.alsoQuick ? [{ ...creator, mode: 'quick' as const }] : []),
  ])
  const rows = await Promise.all(
    orders.map(async ({ name, special, mode, url }): Promise<Running> => {
      return { name, special, mode, record: null, id: await client.submit(mode, url, receiver.url) }
    }),
  )
  await watch(client, rows)
  await webhooks(receiver, rows)
  if (exitWhenDone) await end(0)
  else explain(rows, { baseUrl: service.baseUrl, key, email, password }, environment)
}

/** Polls what still runs, and shows it: a living table in a terminal, else a line for each scan that has ended. */
async function watch(client: Client, rows: Running[]) {
  let drawn = 0
  for (;;) {
    const open = rows.filter((row) => row.record === null || row.record.status === 'processing')
    await Promise.all(
      open.map(async (row) => {
        row.record = await client.read(row.id)
        if (!process.stdout.isTTY && row.record.status !== 'processing') console.log(lineOf(row))
      }),
    )
    if (process.stdout.isTTY) drawn = drawTable(rows, drawn)
    if (rows.every((row) => row.record && row.record.status !== 'processing')) return
    await sleep(POLL_MS)
  }
}

async function webhooks(receiver: Receiver, rows: Running[]) {
  const until = Date.now() + WEBHOOK_WAIT_MS
  while (rows.some((row) => !receiver.received.has(row.id)) && Date.now() < until) await sleep(POLL_MS)
  const came = rows.filter((row) => receiver.received.has(row.id)).length
  const refused = receiver.refused > 0 ? `, ${receiver.refused} refused` : ''
  console.log(
    `\nWebhooks: ${came} of ${rows.length} scans were delivered, each signature verified${refused}.`,
  )
  if (came < rows.length) process.exitCode = 1
}

interface Access {
  baseUrl: string
  key: string
  email: string
  password: string
}

function explain(
  rows: Running[],
  { baseUrl, key, email, password }: Access,
  environment: Record<string, string>,
) {
  const shown = rows.find((row) => row.record?.triage_report?.recommendation === 'review_high') ?? rows[0]
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`)
  console.log(
    [
      '',
      `All scans are at ${baseUrl}/history: sign in as ${email} with the password ${password}`,
      `The service keeps running. In another terminal, one report (${shown?.name}) by the interface:`,
      `  curl -s -H 'Authorization: Bearer ${key}' ${baseUrl}/api/v2/scans/${shown?.id}`,
      'and the same scan without a server, printed for reading:',
      `  ${settings.join(' ')} npx toscan scan ${shown?.record?.url}`,
      '',
      'End it with Ctrl-C.',
    ].join('\n'),
  )
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text}'`
}

/** Last started, first ended. A second signal does not hurry it. */
async function end(code: number) {
  stopping ??= (async () => {
    for (const stop of stops) await stop()
    process.exit(process.exitCode ?? code)
  })()
  await stopping
}
