import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createNetServer, isIP } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApiContext } from '../api/http/endpoint.ts'
import { type Check, databaseCheck, pollCheck } from '../api/readiness.ts'
import { createServer } from '../api/server.ts'
import { createApiKey } from '../auth/create-api-key.ts'
import { createKeyUsage } from '../auth/key-usage.ts'
import { createPeople } from '../auth/people.ts'
import { createVault } from '../auth/vault.ts'
import type { Config } from '../config.ts'
import { serverHome } from '../db/embedded-postgres.ts'
import { heldSince } from '../db/held.ts'
import { listen } from '../db/listen.ts'
import { openPool } from '../db/open-pool.ts'
import { listOrgs } from '../db/orgs.ts'
import { setScanConcurrency } from '../db/queue.ts'
import { checkEmbedder } from '../embeddings/open-embedder.ts'
import { watchStore } from '../evidence/watch-store.ts'
import { countErasable, eraseScans } from '../jobs/erase-scans.ts'
import { DELIVERY_CHANNEL, startJobQueue } from '../jobs/queue.ts'
import { runScan } from '../jobs/run-scan.ts'
import { startScanWorker } from '../jobs/scan-worker.ts'
import { scheduleUpkeep } from '../jobs/upkeep.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { bareHost, portOf } from '../net/guard/address-guard.ts'
import { checkCallbackUrl } from '../net/guard/check-callback-url.ts'
import { allowsAddress, allowsHost, parseEgressAllow } from '../net/guard/egress-allow.ts'
import { createPostGuarded } from '../net/http/post.ts'
import { startJudging } from '../pipeline/start-judging.ts'
import type { RecordSpan } from '../trace.ts'
import { deliverWebhook } from '../webhooks/deliver.ts'
import { createWebhookSender } from '../webhooks/webhook-sender.ts'
import { baseUrlOf } from './base-url.ts'
import { createScanContext, evidenceStoreOf, loadConfiguredPolicies, sharedPagesOf } from './collection.ts'
import { addOrg } from './orgs.ts'
import { embedderOf, factsOf } from './sense.ts'
import { createLog, type Opened, openConfigured, ROOT } from './start.ts'
import { stopSignal } from './stop-signal.ts'
import { addUser } from './users.ts'
import { startOperations, telemetryOf, versionOf, watchOpened } from './watching.ts'

const WEBHOOK_USER_AGENT = 'Toscan-Webhooks/0.1'

/** Beside the time that a balancer is given. */
const END_MS = 8500

/**
 * Runs until SIGTERM, SIGINT or SIGHUP; then it is no longer ready, takes no more work, hands running scans back, finishes
 * what it is answering, and ends.
 */
export async function serve(config: Config, role: 'all' | 'api' | 'worker') {
  const asked = stopSignal()
  const log = createLog(config)
  asked.came.then((signal) => log.info({ signal }, 'stopping'))
  if (config.egressAllow) warnOfAllowedEgress(config.egressAllow)
  const embedder = role === 'api' ? null : embedderOf(config)
  if (embedder) checkEmbedder(embedder)
  const giveUp = (sentence: string) => {
    console.error(`toscan: ${sentence}`)
    process.exit(1)
  }
  const metrics = createMetrics({ version: versionOf(), role })
  const starting = () => 'The service is starting.'
  const checks: Check[] = [starting]
  asked.came.then(() => checks.unshift(() => 'The service is stopping.'))
  const operations = await startOperations(config, { log, metrics, checks })
  const opened = await openConfigured(config, { signal: asked.signal, giveUp }).catch(async (error) => {
    await operations?.stop()
    if (asked.signal.aborted) process.exit(0)
    throw error
  })
  if (opened.embedded) console.log(`The database lies in ${serverHome(config.dataDir)}.`)
  if (config.scanConcurrency !== undefined) await setScanConcurrency(opened.db, config.scanConcurrency)

  const telemetry = telemetryOf(config)
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((each) => each()))
    await telemetry?.stop()
    await operations?.stop()
    await opened.close()
  }
  const drainMs = config.drainSeconds * 1000
  const working: Check[] = [databaseCheck(opened.db)]
  try {
    if (role !== 'worker') {
      const api = await startApi(config, opened, log, metrics, telemetry?.record)
      let stopped: Promise<void> | undefined
      const stopApi = () => {
        stopped ??= api.stop(drainMs)
        return stopped
      }
      stops.push(stopApi)
      // Also while the work is still starting, which takes seconds; what comes of it is heard below.
      asked.came.then(stopApi).catch(() => {})
      console.log(`Toscan is listening on ${api.baseUrl} (documentation: ${api.baseUrl}/docs)`)
      if ((await listOrgs(opened.db)).length === 0) await welcome(config, opened)
    }
    if (role !== 'api') {
      const work = await startWork(config, opened, log, metrics, telemetry?.record)
      stops.push(work.stop)
      working.push(...work.checks)
    }
    checks.splice(checks.indexOf(starting), 1, ...working)
  } catch (error) {
    await stop()
    throw error
  }
  if (role === 'worker') console.log('Toscan worker is running.')
  if ((await heldSince(opened.db)) !== null)
    console.error('This is a restored copy: it scans and sends nothing until `toscan release`.')

  await asked.came
  // Answers and scans at the same time; what does not end is left: the process ends either way.
  await Promise.race([stop(), pause(drainMs + END_MS)])
  process.exit(0)
}

/** The HTTP server alone; whoever starts it closes the database after it. */
export async function startApi(
  config: Config,
  opened: Opened,
  log: Logger,
  metrics: Metrics,
  recordSpan?: RecordSpan,
) {
  const allow = parseEgressAllow(config.egressAllow)
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const baseUrl = baseUrlOf({ ...config, port })
  const signInPool = openPool({ url: opened.url, max: 3, name: 'toscan-sign-in' })
  watchOpened(opened, metrics)
  metrics.watchPool('sign-in', signInPool)
  const post = createPostGuarded({ allow })
  const queue = startedWhenNeeded(() => startJobQueue({ url: opened.url, log, work: false }))
  const vault = createVault(opened.secretKey)
  const evidence = evidenceStoreOf(config)
  const ctx: ApiContext = {
    config,
    log,
    db: opened.db,
    vault,
    keyUsage: createKeyUsage(opened.db),
    evidence,
    erasing: {
      count: (order) => countErasable(opened.db, order),
      erase: async (order) => (await eraseScans({ db: opened.db, evidence }, order)).scans,
    },
    policies: loadConfiguredPolicies(config),
    checkCallbackUrl: (url, options) => checkCallbackUrl(url, allow, options),
    isAllowedPrivately: (text) => {
      const url = URL.parse(text)
      if (url === null) return false
      const host = bareHost(url.hostname)
      return (
        allowsHost(allow, host, portOf(url)) || (isIP(host) !== 0 && allowsAddress(allow, host, portOf(url)))
      )
    },
    people: createPeople({
      pool: signInPool,
      secret: opened.secretKey,
      baseUrl,
      secureCookies: baseUrl.startsWith('https:'),
      log,
    }),
    webhooks: createWebhookSender({
      db: opened.db,
      vault,
      post: post.postGuarded,
      userAgent: WEBHOOK_USER_AGENT,
      queue: queue.get,
    }),
  }
  const app = await createServer({
    ...ctx,
    metrics,
    recordSpan,
    whyNotReady: databaseCheck(opened.db),
    dashboardFolder: dashboardFolderOf(config),
  })
  await app.listen({ host: config.host, port })
  const stop = async (graceMs = 0) => {
    await app.stop(graceMs)
    await queue.stop()
    await post.close()
    await ctx.keyUsage.stop()
    await signInPool.end()
  }
  return { baseUrl, port, stop }
}

function dashboardFolderOf({ dashboard }: Config): string | null {
  if (dashboard === 'off') return null
  return dashboard === 'auto' ? join(ROOT, 'dashboard', 'dist') : resolve(dashboard)
}

/** A start that fails is tried again with the next use. */
function startedWhenNeeded<T extends { stop(): Promise<void> }>(start: () => Promise<T>) {
  let started: Promise<T> | undefined
  return {
    get: () => {
      started ??= start().catch((error) => {
        started = undefined
        throw error
      })
      return started
    },
    stop: async () => (await started?.catch(() => undefined))?.stop(),
  }
}

async function startWork(
  config: Config,
  opened: Opened,
  log: Logger,
  metrics: Metrics,
  recordSpan: RecordSpan | undefined,
) {
  const evidence = watchStore(evidenceStoreOf(config), ({ trouble, cause }) => {
    if (trouble) log.error({ err: cause, trouble }, 'no scans are taken: the evidence store is in trouble')
    else log.info('scans are taken again: the evidence store works')
  })
  await evidence.check()
  const scanContext = await createScanContext(config, metrics, log, opened.db)
  const judging = startJudging(scanContext.policies, { embedder: embedderOf(config) })
  // Now rather than under the first scan.
  const sense = await judging.ready().catch(async (error) => {
    await Promise.all([scanContext.close(), judging.close()])
    throw error
  })
  if (sense) log.info(factsOf(sense), 'an embedding model is heard beside the classifier')
  const queue = await startJobQueue({ url: opened.url, log, work: true })
  const post = createPostGuarded({ allow: parseEgressAllow(config.egressAllow) })
  const shared = { db: opened.db, log, metrics, queue, schedule: config.webhookRetrySchedule, recordSpan }

  const sharedPages = sharedPagesOf(config, { ...shared, ...scanContext, evidence })
  const workerId = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const worker = startScanWorker(
    {
      ...shared,
      databaseUrl: opened.url,
      runScan: (scan, id, signal, within) =>
        runScan(
          { ...shared, ...scanContext, judging, evidence, ...sharedPages, ...within },
          scan,
          id,
          signal,
        ),
      platformOf: (url) => scanContext.platforms.hostKind(url)?.platform ?? null,
      whyPaused: evidence.trouble,
    },
    workerId,
  )
  const delivery = {
    ...shared,
    vault: createVault(opened.secretKey),
    post: post.postGuarded,
    userAgent: WEBHOOK_USER_AGENT,
  }
  queue.workDeliveries((job, signal) => deliverWebhook(delivery, job, signal))
  const { evidenceRetentionDays, scanRetentionDays } = config
  await scheduleUpkeep({ ...shared, evidence, evidenceRetentionDays, scanRetentionDays })
  const listening = listen({
    url: opened.url,
    log,
    wake: { toscan_scans: worker.wake, [DELIVERY_CHANNEL]: queue.wake },
  })

  watchOpened(opened, metrics)
  metrics.watchPool('jobs', queue.pool)
  metrics.watch('worker', () => {
    metrics.pollAge.set({ queue: 'scans' }, worker.pollAge())
    for (const [lane, age] of Object.entries(queue.pollAges())) metrics.pollAge.set({ queue: lane }, age)
    metrics.running.set(worker.running())
    metrics.listening.set(listening.isConnected() ? 1 : 0)
    metrics.evidenceStoreUp.set(evidence.trouble() === null ? 1 : 0)
  })
  const checks: Check[] = [
    pollCheck('scans', () => [worker.pollAge()]),
    pollCheck('webhooks', () => Object.values(queue.pollAges())),
    evidence.trouble,
  ]
  const stop = async () => {
    await Promise.all([listening.stop(), worker.stop(), queue.stop()])
    evidence.stop()
    await Promise.all([scanContext.close(), judging.close(), post.close()])
  }
  return { checks, stop }
}

/** A first organization, so that a newcomer can sign in and call the API at once. Shown here and never again. */
async function welcome(config: Config, opened: Opened) {
  const email = 'admin@toscan.local'
  const password = randomBytes(12).toString('base64url')
  const orgId = await addOrg(opened, 'First organization', config.dailyScanLimit ?? null)
  await addUser(opened, { org: orgId, email, password, role: 'admin' })
  const { key } = await createApiKey(opened.db, { orgId, name: 'First key', person: null })
  console.log(
    [
      '',
      'First start: an organization was made. Keep these, they are not shown again.',
      `  organization  ${orgId}`,
      `  sign-in       ${email}  ${password}`,
      `  API key       ${key}`,
      '',
    ].join('\n'),
  )
}

function warnOfAllowedEgress(allowed: string) {
  console.error(`WARNING: TOSCAN_EGRESS_ALLOW lets scans and webhooks reach private addresses: ${allowed}`)
}

async function freePort(host: string): Promise<number> {
  const probe = createNetServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
