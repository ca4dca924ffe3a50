import { setTimeout as sleep } from 'node:timers/promises'
import { Toscan } from '../sdk/client.ts'
import { type ChangingCreator, changingCreator } from './changing-creator.ts'
import { type Client, createClient, newWebhookSecret } from './client.ts'
import { loadCreators, sitesOf } from './creators.ts'
import { type Desk, startDesk } from './desk.ts'
import { startMailServer } from './mail-server.ts'
import type { DemoPerson } from './people.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { demoEnvironment, endTheDay, openAccount, startService } from './service.ts'
import { drawTable, lineOf, type Row } from './table.ts'
import { startDemoWeb } from './web/start.ts'

/**
 * `npm run demo` or `toscan demo`: the real service, scanning a made-up web. Everything goes by the public interface, as an integrator
 * does it. With `--exit` it ends when all scans have ended.
 */

const LATENCY_MS = 40
const POLL_MS = 300
const WEBHOOK_WAIT_MS = 15_000
/** Watches are looked at each minute. */
const CHANGE_WAIT_MS = 180_000
const WATCH_POLL_MS = 2000

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
  const changing = changingCreator()
  const web = await startDemoWeb([...sitesOf(creators), changing.site], { latencyMs: LATENCY_MS })
  stops.unshift(web.close)
  let secret = ''
  const receiver = await startReceiver(() => secret)
  stops.unshift(receiver.close)

  const mail = await startMailServer()
  stops.unshift(mail.close)
  const environment = await demoEnvironment(web)
  const mailSettings = { TOSCAN_SMTP_URL: mail.url, TOSCAN_MAIL_FROM: 'Toscan <toscan@demo.example>' }
  const service = await startService({ ...environment, ...mailSettings }, receiver.host)
  stops.unshift(service.stop)
  const { orgId, key, people } = await openAccount()
  const [{ session }] = people
  const desk = await startDesk({ serviceUrl: service.baseUrl, orgId, people, mails: mail.got })
  stops.unshift(desk.close)
  console.log(
    [
      ...doorsOf(desk),
      `${creators.length} made-up creators on a web of our own are being scanned; nothing leaves this machine. Interface: ${service.baseUrl}/docs\n`,
    ].join('\n'),
  )
  await chooseNotifications(service.baseUrl, people)
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
  if (exitWhenDone) return end(0)
  explain(rows, { baseUrl: service.baseUrl, key, desk }, environment)
  await showChange(changing, { client, toscan: new Toscan({ baseUrl: service.baseUrl, apiKey: session }) })
}

/** Each with a link that signs them in. */
function doorsOf(desk: Desk): string[] {
  return [
    ...desk.links.map(
      ({ person: { email, says, password }, url }) =>
        `Open ${url} – signed in as ${email} (${says}; password ${password})`,
    ),
    'In a private window for each you are two of them at once.',
    `Mail that the service sends: ${desk.mailUrl}`,
  ]
}

/** The administrator is told of everything at once, the first reviewer of what changes. */
async function chooseNotifications(baseUrl: string, people: readonly DemoPerson[]) {
  for (const [index, { session }] of people.slice(0, 2).entries())
    await new Toscan({ baseUrl, apiKey: session }).notifications.setMine({
      changes: true,
      high_risk: index === 0,
    })
}

/** Scans somebody, has them watched, and changes them: what a watch would see the next day. */
async function showChange(changing: ChangingCreator, { client, toscan }: { client: Client; toscan: Toscan }) {
  const id = await client.submit('deep', changing.url, '')
  while ((await client.read(id)).status === 'processing') await sleep(POLL_MS)
  const { watch_id } = await toscan.watches.create({
    profile_urls: [changing.url],
    name: 'The demo: who changes',
    schedule: { every: 'day' },
    since_scan_id: id,
  })
  changing.change()
  await endTheDay(watch_id)
  console.log(`\nWatched: ${changing.url} has just changed; the watch sees it within two minutes.`)
  const until = Date.now() + CHANGE_WAIT_MS
  while (Date.now() < until) {
    const { changes } = await toscan.watches.changes({ watch_id }).firstPage()
    const [change] = changes
    if (change) {
      console.log(['It has seen:', ...change.changes.map(({ text }) => `  ${text}`)].join('\n'))
      console.log('It stands among the notices on Home, and comes as mail.')
      return
    }
    await sleep(WATCH_POLL_MS)
  }
  console.log('The watch has not run in time; see service.log.')
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
  desk: Desk
}

function explain(rows: Running[], { baseUrl, key, desk }: Access, environment: Record<string, string>) {
  const shown = rows.find((row) => row.record?.triage_report?.recommendation === 'review_high') ?? rows[0]
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`)
  console.log(
    [
      '',
      `All scans are in the dashboard at ${baseUrl}, and what calls for review waits in its queue.`,
      ...doorsOf(desk),
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
