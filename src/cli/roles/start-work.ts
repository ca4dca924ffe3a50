import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { type Check, pollCheck } from '../../api/readiness.ts'
import { readScanFilter } from '../../api/requests/scan-filter.ts'
import { openEvidenceSigner } from '../../auth/evidence-key.ts'
import { createVault } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import { listen } from '../../db/connect/listen.ts'
import { startStep } from '../../db/connect/outage.ts'
import { MAIL_CHANNEL } from '../../db/notifications/mails.ts'
import { watchStore } from '../../evidence/watch-store.ts'
import { DELIVERY_CHANNEL } from '../../jobs/deliveries-wait.ts'
import { startJobQueue } from '../../jobs/queue.ts'
import { runScan } from '../../jobs/run-scan.ts'
import { startScanWorker } from '../../jobs/scan-worker.ts'
import { MOST_STAMP_BYTES, type StampAuthority } from '../../jobs/stamp-manifests.ts'
import { scheduleUpkeep } from '../../jobs/upkeep.ts'
import { createQueueMail } from '../../mail/mail.ts'
import { startMailer } from '../../mail/send-mails.ts'
import { createSmtp } from '../../mail/smtp.ts'
import type { Metrics } from '../../metrics.ts'
import { whyLacking } from '../../net/guard/own-lack.ts'
import { fetchPracticePage, PRACTICE_PROFILE } from '../../net/html/practice-pages.ts'
import { createPostGuarded } from '../../net/http/post.ts'
import { createServiceFetch } from '../../net/http/service-fetch.ts'
import { tellAll } from '../../notifications/tell.ts'
import type { JudgeMatter } from '../../pipeline/judge/analyze.ts'
import { startJudging } from '../../pipeline/judge/start-judging.ts'
import { practiseScan } from '../../pipeline/practise-scan.ts'
import { NO_CHANGES } from '../../policy/pack/adapt-pack.ts'
import type { RecordSpan } from '../../trace.ts'
import { runWatches } from '../../watches/run-watches.ts'
import { createDeliver } from '../../webhooks/deliver.ts'
import { baseUrlOf } from '../start/base-url.ts'
import { createScanContext, evidenceStoreOf, sharedPagesOf } from '../start/collection.ts'
import { egressAllowOf } from '../start/egress-allow-of.ts'
import { followTime } from '../start/follow-time.ts'
import { watchOwnLack } from '../start/open-files.ts'
import { embedderOf, factsOf } from '../start/sense.ts'
import type { Opened } from '../start/start.ts'
import { watchOpened } from '../start/watching.ts'
import { WEBHOOK_USER_AGENT } from '../start/webhook-user-agent.ts'

/** Claims scans, delivers webhooks and keeps house; says by what it can be told to be at work. */
export async function startWork(
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
  const time = await startStep(() => followTime(opened.db))
  const scanContext = await createScanContext(config, metrics, log, opened.db)
  const judging = startJudging(scanContext.policies, { embedder: embedderOf(config) })
  // Pages are read while the thread gets ready, which then judges them.
  const judge: JudgeMatter = (matter) => judging.judge(NO_CHANGES, matter, new AbortController().signal)
  const practised = practiseScan({ ...scanContext, judge }, fetchPracticePage, PRACTICE_PROFILE)
  practised.catch((error) => log.warn({ err: error }, 'no scan was practised'))
  // Now rather than under the first scan.
  const sense = await judging.ready().catch(async (error) => {
    await Promise.all([scanContext.close(), judging.close()])
    throw error
  })
  await practised.catch(() => {})
  if (sense) log.info(factsOf(sense), 'an embedding model is heard beside the classifier')
  const vault = createVault(opened.secretKey)
  const signer = await startStep(() => openEvidenceSigner(opened.db, vault))
  const queue = await startJobQueue({ url: opened.url, log, work: true })
  const post = createPostGuarded({ allow: egressAllowOf(config, 'webhooks') })
  const shared = { db: opened.db, log, metrics, queue, schedule: config.webhookRetrySchedule, recordSpan }

  const sharedPages = sharedPagesOf(config, { ...shared, ...scanContext, evidence })
  const workerId = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const worker = startScanWorker(
    {
      ...shared,
      databaseUrl: opened.directUrl,
      async runScan(scan, id, signal, within) {
        const ended = judging.expect()
        const context = { ...shared, ...scanContext, judging, evidence, signer, ...sharedPages, ...within }
        return runScan(context, scan, id, signal).finally(ended)
      },
      platformOf: (url) => scanContext.platforms.hostKind(url)?.platform ?? null,
      // Each scan more would take of what others wait for.
      whyPaused: () => evidence.trouble() ?? whyLacking(),
    },
    workerId,
  )
  const delivery = {
    ...shared,
    vault,
    post: post.postGuarded,
    userAgent: WEBHOOK_USER_AGENT,
  }
  queue.workDeliveries(opened.db, createDeliver(delivery))
  const { evidenceRetentionDays, scanRetentionDays, auditRetentionDays } = config
  await scheduleUpkeep({
    ...shared,
    evidence,
    evidenceRetentionDays,
    scanRetentionDays,
    auditRetentionDays,
    stampAuthority: stampAuthorityOf(config),
  })
  await queue.every('run-watches', '* * * * *', () => runWatches({ ...shared, readFilter: readScanFilter }))
  const mailer =
    config.mail &&
    startMailer({ db: opened.db, log, metrics, vault: delivery.vault, transport: createSmtp(config.mail) })
  const telling = {
    ...delivery,
    queueMail: config.mail ? createQueueMail(delivery.vault) : null,
    baseUrl: baseUrlOf(config),
  }
  await queue.every('tell-people', '* * * * *', () => tellAll(telling))
  const listening = listen({
    url: opened.directUrl,
    log,
    wake: { toscan_scans: worker.wake, [DELIVERY_CHANNEL]: queue.wake, [MAIL_CHANNEL]: () => mailer?.wake() },
  })

  const lack = watchOwnLack(log)
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
    whyLacking,
  ]
  const stop = async () => {
    await Promise.all([listening.stop(), worker.stop(), queue.stop(), mailer?.stop()])
    evidence.stop()
    lack.stop()
    time.stop()
    await Promise.all([scanContext.close(), judging.close(), post.close()])
  }
  return { checks, stop }
}

/** Its door needs no closing: idle connections end by themselves. */
function stampAuthorityOf(config: Config): StampAuthority | null {
  if (config.timestamps === null) return null
  const { url, proxy } = config.timestamps
  const allow = egressAllowOf(config, 'store')
  const { fetch } = createServiceFetch({ baseUrl: url, allow, proxy, maxAnswerBytes: MOST_STAMP_BYTES })
  return { url, fetch }
}
