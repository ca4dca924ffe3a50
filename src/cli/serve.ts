import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createNetServer, isIP } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { ApiContext } from '../api/http/endpoint.ts'
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
import { deliverWebhook } from '../webhooks/deliver.ts'
import { createWebhookSender } from '../webhooks/webhook-sender.ts'
import { baseUrlOf } from './base-url.ts'
import { createScanContext, evidenceStoreOf, loadConfiguredPolicies, sharedPagesOf } from './collection.ts'
import { addOrg } from './orgs.ts'
import { createLog, type Opened, openConfigured, ROOT } from './start.ts'
import { stopSignal } from './stop-signal.ts'
import { addUser } from './users.ts'

const WEBHOOK_USER_AGENT = 'Toscan-Webhooks/0.1'

/** Runs until SIGTERM, SIGINT or SIGHUP; then takes no more work, hands running scans back and ends. */
export async function serve(config: Config, role: 'all' | 'api' | 'worker') {
  const asked = stopSignal()
  const log = createLog(config)
  if (config.egressAllow) warnOfAllowedEgress(config.egressAllow)
  const giveUp = (sentence: string) => {
    console.error(`toscan: ${sentence}`)
    process.exit(1)
  }
  const opened = await openConfigured(config, { signal: asked.signal, giveUp }).catch((error) => {
    if (asked.signal.aborted) process.exit(0)
    throw error
  })
  if (opened.isEmbedded) console.log(`The database lies in ${serverHome(config.dataDir)}.`)
  const metrics = createMetrics()
  if (config.scanConcurrency !== undefined) await setScanConcurrency(opened.db, config.scanConcurrency)

  const stops: (() => Promise<unknown>)[] = [opened.close]
  try {
    if (role !== 'worker') {
      const api = await startApi(config, opened, log, metrics)
      stops.unshift(api.stop)
      console.log(`Toscan is listening on ${api.baseUrl} (documentation: ${api.baseUrl}/docs)`)
      if ((await listOrgs(opened.db)).length === 0) await welcome(config, opened)
    }
    if (role !== 'api') stops.unshift(await startWork(config, opened, log, metrics))
  } catch (error) {
    for (const stop of stops) await stop()
    throw error
  }
  if (role === 'worker') console.log('Toscan worker is running.')
  if ((await heldSince(opened.db)) !== null)
    console.error('This is a restored copy: it scans and sends nothing until `toscan release`.')

  log.info({ signal: await asked.came }, 'stopping')
  for (const stop of stops) await stop()
  process.exit(0)
}

/** The HTTP server alone; whoever starts it closes the database after it. */
export async function startApi(config: Config, opened: Opened, log: Logger, metrics: Metrics) {
  const allow = parseEgressAllow(config.egressAllow)
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const baseUrl = baseUrlOf({ ...config, port })
  const signInPool = openPool({ url: opened.url, max: 3, name: 'toscan-sign-in' })
  const post = createPostGuarded({ allow })
  const queue = startedWhenNeeded(() => startJobQueue({ url: opened.url, log, work: false }))
  const vault = createVault(opened.secretKey)
  const ctx: ApiContext = {
    config,
    log,
    db: opened.db,
    vault,
    keyUsage: createKeyUsage(opened.db),
    evidence: evidenceStoreOf(config),
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
  const app = await createServer({ ...ctx, metrics, dashboardFolder: dashboardFolderOf(config) })
  await app.listen({ host: config.host, port })
  const stop = async () => {
    await app.close()
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

async function startWork(config: Config, opened: Opened, log: Logger, metrics: Metrics) {
  const evidence = evidenceStoreOf(config)
  await evidence.check()
  const scanContext = await createScanContext(config, metrics, log, opened.db)
  const queue = await startJobQueue({ url: opened.url, log, work: true })
  const judging = startJudging(scanContext.policies)
  // Now rather than under the first scan.
  await judging.ready()
  const post = createPostGuarded({ allow: parseEgressAllow(config.egressAllow) })
  const shared = { db: opened.db, log, metrics, queue, schedule: config.webhookRetrySchedule }

  const sharedPages = sharedPagesOf(config, { ...shared, ...scanContext, evidence })
  const workerId = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const worker = startScanWorker(
    {
      ...shared,
      databaseUrl: opened.url,
      runScan: (scan, id, signal) =>
        runScan({ ...shared, ...scanContext, judging, evidence, ...sharedPages }, scan, id, signal),
    },
    workerId,
  )
  const delivery = {
    ...shared,
    vault: createVault(opened.secretKey),
    post: post.postGuarded,
    userAgent: WEBHOOK_USER_AGENT,
  }
  queue.workDeliveries(opened.db, (job, signal, heard) => deliverWebhook(delivery, job, signal, heard))
  await scheduleUpkeep({ ...shared, evidence, evidenceRetentionDays: config.evidenceRetentionDays })
  const listening = listen({
    url: opened.url,
    log,
    wake: { toscan_scans: worker.wake, [DELIVERY_CHANNEL]: queue.wake },
  })

  return async () => {
    await Promise.all([listening.stop(), worker.stop(), queue.stop()])
    await Promise.all([scanContext.close(), judging.close(), post.close()])
  }
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
