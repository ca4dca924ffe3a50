import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { changingCreator } from '../demo/changing-creator.ts'
import { loadCreators, sitesOf } from '../demo/creators.ts'
import { demoEnvironment, endTheDay, openAccount, startService } from '../demo/service.ts'
import { startDemoWeb } from '../demo/web/start.ts'
import { Toscan } from '../sdk/client.ts'
import { shortened } from './shortened-example.ts'

/**
 * `npm run examples`: the examples of `/openapi.json`, `src/api/document/examples.json`. The real service scans some of the demo's creators, all of them
 * invented, is asked everything once, and what it answers is written down, shortened.
 */

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'src', 'api', 'document', 'examples.json')
const SHOWN = 'escort-chain'
const API = '/api/v2'

type Operation = { responses: Record<string, { content?: Record<string, unknown> }> }

/** Where a read needs more than ids. Of the audit trail only what this script did, and not what commands of this machine did. */
const QUERIES: Record<string, (shown: string) => string> = {
  'GET /org/creators': (shown) => `?profile_url=${encodeURIComponent(shown)}`,
  'GET /org/creators/scans': (shown) => `?profile_url=${encodeURIComponent(shown)}`,
  'GET /org/creators/sharers': (shown) => `?profile_url=${encodeURIComponent(shown)}`,
  'GET /org/audit': () => '?action=view.create',
  'GET /org/scans': () => '?sort_by=risk_score&limit=2',
}

type Example = { request?: unknown; answer?: unknown }
const examples: Record<string, Example> = {}
const stops: (() => Promise<unknown>)[] = []
try {
  await takeExamples()
} finally {
  for (const stop of stops) await stop()
}
process.exit(process.exitCode ?? 0)

async function takeExamples() {
  const creators = await loadCreators()
  const changing = changingCreator()
  const web = await startDemoWeb([...sitesOf(creators), changing.site], { latencyMs: 5 })
  stops.unshift(web.close)
  const receiver = await startRecorder()
  stops.unshift(receiver.close)
  const service = await startService(await demoEnvironment(web), receiver.host)
  stops.unshift(service.stop)
  const {
    key,
    people: [{ session }],
  } = await openAccount()
  const client = new Toscan({ baseUrl: service.baseUrl, apiKey: key })
  const person = new Toscan({ baseUrl: service.baseUrl, apiKey: session })

  const ask = async (operation: string, body?: unknown, ids: Record<string, string> = {}, query = '') => {
    const [method = '', path = ''] = operation.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(ids[name] ?? ''))
    const answer = await fetch(`${service.baseUrl}${API}${filled}${query}`, {
      method,
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${text}`)
    const json = JSON.parse(text)
    examples[operation] = { ...(body !== undefined && { request: shortened(body) }), answer: shortened(json) }
    return json
  }

  await ask('POST /org/webhook-secret/rotate', { grace_period_seconds: 3600 })
  await ask('PATCH /org/settings', { default_callback_url: receiver.url })
  const shown = creators.find(({ name }) => name === SHOWN)?.url ?? ''
  const [first = '', second = ''] = creators.map(({ url }) => url).filter((url) => url !== shown)
  const metadata = { case: 4711 }
  const ids: Record<string, string> = { ref: 'E1' }
  const scan = await ask('POST /scan/deep', { profile_url: shown, metadata })
  ids.scan_id = scan.scan_id
  await ask('POST /scan/quick', { profile_url: first })
  const own = { scan_id: crypto.randomUUID(), batch_id: crypto.randomUUID() }
  await ask('PUT /scans/{scan_id}', { profile_url: second, scan_mode: 'quick', metadata }, own)
  const missing = await client.scans.create({
    profile_url: 'https://nowhere.example/gone',
    scan_mode: 'quick',
  })
  const profile_urls = [first, second]
  const batch = await ask('POST /batch/quick', { profile_urls })
  ids.batch_id = batch.batch_id
  await ask('POST /batch/deep', { profile_urls: [first] })
  await ask('PUT /batches/{batch_id}', { profile_urls, scan_mode: 'deep' }, own)
  await ask('POST /batches/{batch_id}/cancel', undefined, own)
  const unwanted = await client.scans.create({ profile_url: first })
  await ask('POST /scans/{scan_id}/cancel', undefined, { scan_id: unwanted.scan_id })
  await client.scans.wait(scan.scan_id, { timeoutMs: 180_000 })
  await client.scans.wait(missing.scan_id).catch(() => {})
  await client.batches.wait(batch.batch_id)
  await ask('POST /org/webhook-test')
  await receiver.until(['scan.completed', 'scan.failed', 'test'])

  const decision = {
    decision: 'escalated',
    reason: 'Prohibited service',
    note: 'Offered on the linked page.',
  }
  await ask('PUT /scans/{scan_id}/review', { decision }, ids)
  await ask('POST /scans/{scan_id}/comments', { body: 'Seen before under another name.' }, ids)
  const claimed = await ask('POST /org/review-queue/claim', {})
  const open = { scan_id: claimed.case.scan_id }
  await ask('POST /org/review-queue/{scan_id}/release', undefined, open)
  await ask('POST /org/review-queue/{scan_id}/decide', { decision: { decision: 'cleared' } }, open)
  await ask('POST /org/review-queue/{scan_id}/undo', undefined, open)
  const scan_ids = [open.scan_id]
  await ask('POST /org/review-queue/assign', { scan_ids, user_id: null })
  await ask('POST /org/review-queue/decide', { scan_ids, decision: { decision: 'cleared' } })
  const definition = {
    name: 'Raffles',
    family: 'scam',
    severity: 'medium',
    phrases: { en: ['join my raffle'] },
  }
  const draft = await ask('POST /org/criteria', { code: 'own_draft', definition })
  await ask('DELETE /org/criteria/{code}', undefined, draft)
  const criterion = await ask('POST /org/criteria', { code: 'own_raffles', definition })
  ids.code = criterion.code
  await ask('PATCH /org/criteria/{code}', { definition: { ...definition, severity: 'low' } }, ids)
  await ask('PUT /org/criteria/{code}/state', { state: 'shadow' }, ids)
  await ask('POST /org/criteria/try', { definition, text: 'Join my raffle on Friday!' })
  await ask('POST /org/criteria/try-scans', { definition })
  await ask('PATCH /org/policy', { codes: { escort_offer: 'critical' } })
  await ask('PATCH /org/review-settings', { reason_required: true })
  await ask('PATCH /org/retention', { evidence_days: 30, dry_run: true })
  const named = await ask('POST /org/api-keys', { name: 'Nightly import' })
  const invited = await ask('POST /org/invitations', { email: 'newcomer@demo.example', role: 'member' })
  const filter = { recommendation: 'review_high', sort_by: 'risk_score' }
  const view = await ask('POST /org/views', { name: 'Gravest first', filter })
  const schedule = { every: 'week', weekdays: ['mon', 'thu'] }
  const watch = await ask('POST /org/watches', {
    profile_urls: [shown],
    schedule,
    since_scan_id: scan.scan_id,
  })
  ids.watch_id = watch.watch_id
  const known = await client.scans.createAndWait({ profile_url: changing.url })
  const watched = await person.watches.create({
    profile_urls: [changing.url],
    schedule: { every: 'day' },
    since_scan_id: known.profile_id,
  })
  changing.change()
  await endTheDay(watched.watch_id)
  await receiver.until(['scan.changed'], 180)
  const [delivery] = (await client.webhookDeliveries.list({ scan_id: scan.scan_id }).firstPage()).deliveries
  ids.delivery_id = delivery?.delivery_id ?? ''
  await ask('POST /org/webhook-deliveries/{delivery_id}/resend', undefined, ids)
  await ask('POST /org/webhook-deliveries/recover', { since: '2026-01-01T00:00:00Z', dry_run: true })
  await ask('POST /org/erasures', { before: '2026-01-01T00:00:00Z', dry_run: true })

  const told = { changes: true, high_risk: true, pace: 'daily' }
  await ask('PUT /org/notifications/mine', told)
  const channel = await ask('POST /org/notifications/channels', {
    kind: 'slack',
    name: 'Trust and safety',
    url: receiver.url,
    ...told,
  })
  await ask('PATCH /org/notifications/channels/{channel_id}', { queue_hours: 48 }, channel)
  await ask('POST /org/notifications/channels/{channel_id}/test', undefined, channel)

  const document: { paths: object } = JSON.parse(
    await (await fetch(`${service.baseUrl}/openapi.json`)).text(),
  )
  for (const [path, methods] of Object.entries<Record<string, Operation>>({ ...document.paths })) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const isJson = methods.get?.responses['200']?.content?.['application/json'] !== undefined
    if (!isJson || names.some((name) => !ids[name])) continue
    const operation = `GET ${path.replace(API, '')}`
    await ask(operation, undefined, ids, QUERIES[operation]?.(shown) ?? '')
  }
  const { notices }: { notices: { notice_id: string }[] } = await ask('GET /org/notices')
  await ask('POST /org/notices/seen', { notice_ids: notices.slice(0, 2).map(({ notice_id }) => notice_id) })
  const { members }: { members: { user_id: string; role: string }[] } = await ask('GET /org/members')
  const member = { user_id: members.find(({ role }) => role === 'member')?.user_id ?? '' }
  await ask('PATCH /org/members/{user_id}', { minor_safety: true }, member)
  await ask('DELETE /org/members/{user_id}', undefined, member)
  await ask('DELETE /org/notifications/channels/{channel_id}', undefined, channel)
  await ask('PATCH /org/views/{view_id}', { name: 'Gravest of all' }, view)
  await ask('DELETE /org/views/{view_id}', undefined, view)
  await ask('PATCH /org/watches/{watch_id}', { muted: true }, ids)
  await ask('DELETE /org/watches/{watch_id}', undefined, ids)
  await ask('DELETE /org/invitations/{invitation_id}', undefined, invited)
  await ask('PATCH /org/api-keys/{key_id}', { requests_per_minute: 600 }, { key_id: named.key_id })
  await ask('DELETE /org/api-keys/{key_id}', undefined, { key_id: named.key_id })
  await ask('DELETE /scans/{scan_id}', undefined, { scan_id: unwanted.scan_id })
  for (const [type, event] of receiver.events) examples[`webhook ${type}`] = { request: shortened(event) }
  await write()
  console.log(`${Object.keys(examples).length} examples in ${FILE}`)
}

/** Takes webhooks, and keeps the longest of each type. */
async function startRecorder() {
  const events = new Map<string, unknown>()
  const lengths = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const event: { type?: string } = JSON.parse(text)
    // A message for a channel is none of ours to describe.
    if (event.type !== undefined && text.length > (lengths.get(event.type) ?? 0)) {
      events.set(event.type, event)
      lengths.set(event.type, text.length)
    }
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    events,
    host,
    url: `http://${host}/webhook`,
    async until(types: string[], seconds = 60) {
      for (let tries = 0; types.some((type) => !events.has(type)); tries++) {
        if (tries > seconds * 10) throw new Error(`No webhook of ${types}: ${[...events.keys()]}`)
        await sleep(100)
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function write() {
  const sorted = Object.fromEntries(Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(FILE, JSON.stringify(sorted))
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const { status } = spawnSync(process.execPath, [biome, 'check', '--write', FILE], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
