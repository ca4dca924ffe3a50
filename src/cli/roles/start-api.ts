import { createServer as createNetServer, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { cannotListen } from '../../api/cannot-listen.ts'
import type { ApiContext } from '../../api/http/endpoint.ts'
import { type Check, firstTrouble, heldCheck } from '../../api/readiness.ts'
import { createFollowing } from '../../api/scans/follow-scans.ts'
import { createServer } from '../../api/server.ts'
import { createAttempts } from '../../auth/attempts.ts'
import { openEvidenceSigner } from '../../auth/evidence-key.ts'
import { createKeyUsage } from '../../auth/key-usage.ts'
import { createPeople } from '../../auth/people.ts'
import { createVault } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import { openPool } from '../../db/connect/open-pool.ts'
import type { Db } from '../../db/database.ts'
import { orgName } from '../../db/organization/orgs.ts'
import { createKeyByHash } from '../../db/people/credentials.ts'
import { createSingles } from '../../db/scans/submissions.ts'
import { InvalidInput } from '../../errors.ts'
import { cancelBatch, cancelScan } from '../../jobs/cancel-scans.ts'
import { deliveriesWait } from '../../jobs/deliveries-wait.ts'
import { countErasable, eraseScans } from '../../jobs/erase-scans.ts'
import { createTrials } from '../../jobs/try-criteria.ts'
import { createQueueMail } from '../../mail/mail.ts'
import type { Metrics } from '../../metrics.ts'
import { bareHost, portOf } from '../../net/guard/address-guard.ts'
import { checkCallbackUrl } from '../../net/guard/check-callback-url.ts'
import { allowsAddress, allowsHost } from '../../net/guard/egress-allow.ts'
import { createPostGuarded } from '../../net/http/post.ts'
import { createServiceFetch } from '../../net/http/service-fetch.ts'
import { testMessage } from '../../notifications/notice.ts'
import { postMessage } from '../../notifications/post-message.ts'
import type { RecordSpan } from '../../trace.ts'
import { createWebhookSender } from '../../webhooks/webhook-sender.ts'
import { baseUrlOf } from '../start/base-url.ts'
import { evidenceStoreOf, loadConfiguredPolicies } from '../start/collection.ts'
import { egressAllowOf } from '../start/egress-allow-of.ts'
import { type Opened, ROOT } from '../start/start.ts'
import { watchOpened } from '../start/watching.ts'
import { WEBHOOK_USER_AGENT } from '../start/webhook-user-agent.ts'

/** The HTTP server alone; whoever starts it closes the database after it. */
export async function startApi(
  config: Config,
  opened: Opened,
  log: Logger,
  metrics: Metrics,
  ready: { serving: readonly Check[]; working: readonly Check[] },
  recordSpan?: RecordSpan,
) {
  await refuseUnknownOrg(opened.db, config)
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const allow = egressAllowOf({ ...config, port }, 'webhooks')
  const baseUrl = baseUrlOf({ ...config, port })
  const signInPool = openPool({ url: opened.url, max: 3, name: 'toscan-sign-in' })
  watchOpened(opened, metrics)
  metrics.watchPool('sign-in', signInPool)
  const post = createPostGuarded({ allow })
  const issuer = issuerDoorOf({ ...config, port })
  const following = createFollowing({ db: opened.db, log })
  const cancelling = { db: opened.db, queue: deliveriesWait, schedule: config.webhookRetrySchedule }
  const vault = createVault(opened.secretKey)
  const evidence = evidenceStoreOf({ ...config, port })
  const attempts = createAttempts(opened.db)
  const policies = loadConfiguredPolicies(config)
  const trials = createTrials(policies)
  const ctx: ApiContext = {
    config,
    log,
    db: opened.db,
    vault,
    keyUsage: createKeyUsage(opened.db),
    keyByHash: createKeyByHash(opened.db),
    submitSingle: createSingles(opened.db),
    evidence,
    evidenceSigner: madeOnce(() => openEvidenceSigner(opened.db, vault)),
    cancelling: {
      scan: (order) => cancelScan(cancelling, order),
      batch: (order, most) => cancelBatch(cancelling, order, most),
    },
    following,
    erasing: {
      count: (order) => countErasable(opened.db, order),
      erase: async (order, most) => (await eraseScans({ db: opened.db, evidence }, order, most)).scans,
    },
    policies,
    trials: {
      onText: async (tried, on) => (await trials.try({ tried, on }))?.[0] ?? null,
      onScans: (tried, analyses) => trials.try({ tried, on: { analyses } }),
    },
    checkCallbackUrl: (url, options) => checkCallbackUrl(url, allow, options),
    isAllowedPrivately: (text) => {
      const url = URL.parse(text)
      if (url === null) return false
      const host = bareHost(url.hostname)
      return (
        allowsHost(allow, host, portOf(url)) || (isIP(host) !== 0 && allowsAddress(allow, host, portOf(url)))
      )
    },
    queueMail: config.mail ? createQueueMail(vault) : null,
    testChannel: (channel, told) =>
      postMessage(
        { vault, post: post.postGuarded, userAgent: WEBHOOK_USER_AGENT },
        channel,
        testMessage(told, baseUrl),
      ),
    attempts,
    people: createPeople({
      attempts,
      company: config.company,
      askIssuer: issuer?.fetch ?? null,
      db: opened.db,
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
      queue: deliveriesWait,
    }),
  }
  const app = await createServer({
    ...ctx,
    metrics,
    recordSpan,
    whyNotReady: () => firstTrouble(ready.serving),
    whyNotWorking: () => firstTrouble([...ready.working, heldCheck(opened.db)]),
    dashboardFolder: dashboardFolderOf(config),
    guideFolder: join(ROOT, 'guide', 'dist'),
  })
  const stop = async (graceMs = 0) => {
    following.stop()
    await app.stop(graceMs)
    await trials.close()
    await Promise.all([post.close(), issuer?.close()])
    await ctx.keyUsage.stop()
    await signInPool.end()
  }
  await app.listen({ host: config.host, port }).catch(async (error) => {
    await stop()
    throw cannotListen(error, { setting: 'PORT', host: config.host, port })
  })
  return { baseUrl, port, stop }
}

/** The issuer names its other addresses itself, and they may lie on other hosts. */
function issuerDoorOf(config: Config) {
  const { company } = config
  if (company === null) return null
  const { issuer: baseUrl, proxy } = company
  return createServiceFetch({ baseUrl, reach: 'public', allow: egressAllowOf(config, 'oidc'), proxy })
}

/** Better now than when somebody signs in for the first time. */
async function refuseUnknownOrg(db: Db, { company }: Config) {
  if (!company?.orgId || (await orgName(db, company.orgId))) return
  throw new InvalidInput(`TOSCAN_OIDC_ORG: there is no organization ${company.orgId}. See: toscan org list`)
}

function dashboardFolderOf({ dashboard }: Config): string | null {
  if (dashboard === 'off') return null
  return dashboard === 'auto' ? join(ROOT, 'dashboard', 'dist') : resolve(dashboard)
}

/** Made with the first use; one that fails is tried again with the next. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

async function freePort(host: string): Promise<number> {
  const probe = createNetServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve)).catch(
    (error) => {
      throw cannotListen(error, { setting: 'PORT', host, port: 0 })
    },
  )
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
