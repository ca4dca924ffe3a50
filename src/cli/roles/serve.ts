import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Check, heldCheck } from '../../api/readiness.ts'
import type { Config } from '../../config.ts'
import { startStep } from '../../db/connect/outage.ts'
import { heldSentence } from '../../db/deployment/held.ts'
import { setScanConcurrency } from '../../db/scans/queue.ts'
import { serverHome } from '../../db/server/server-home.ts'
import { checkEmbedder } from '../../embeddings/open-embedder.ts'
import { createMetrics } from '../../metrics.ts'
import { tooFewFiles } from '../start/open-files.ts'
import { embedderOf } from '../start/sense.ts'
import { createLog, openConfigured } from '../start/start.ts'
import { stopSignal } from '../start/stop-signal.ts'
import { versionOf } from '../start/version.ts'
import { databaseChecks, startOperations, telemetryOf } from '../start/watching.ts'
import { boundHeaps } from './bound-heaps.ts'
import { giveMemoryBack } from './give-memory-back.ts'

/** Beside the time that a balancer is given. */
const END_MS = 8000

/**
 * Runs until SIGTERM, SIGINT or SIGHUP; then it is no longer ready, takes no more work, hands running scans back, finishes
 * what it is answering, and ends.
 */
export async function serve(configured: Config, role: 'all' | 'api' | 'worker') {
  boundHeaps()
  let config = configured
  const asked = stopSignal()
  const log = createLog(config)
  asked.came.then((signal) => log.info({ signal }, 'stopping'))
  warnOfAllowedEgress(config.egressAllow)
  const tooFew = tooFewFiles()
  if (tooFew) console.error(`WARNING: ${tooFew}.`)
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
  /** What is said by a process that is ready. */
  const notes: Check[] = []
  const operations = await startOperations(config, { log, metrics, checks, notes })
  // Ports that were picked are no less our own.
  if (operations) config = { ...config, metricsPort: Number(new URL(operations.url).port) }
  const opened = await openConfigured(config, { signal: asked.signal, giveUp, pooled: true }).catch(
    async (error) => {
      await operations?.stop()
      if (asked.signal.aborted) process.exit(0)
      throw error
    },
  )
  notes.push(heldCheck(opened.db))
  if (opened.embedded) console.log(`The database lies in ${serverHome(config.dataDir)}.`)
  const { scanConcurrency } = config
  if (scanConcurrency !== undefined)
    await startStep(() => setScanConcurrency(opened.db, scanConcurrency), asked.signal)

  const telemetry = telemetryOf(config)
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((each) => each()))
    await telemetry?.stop()
    await operations?.stop()
    await opened.close()
  }
  const drainMs = config.drainSeconds * 1000
  const serving = databaseChecks(config, opened)
  /** What a worker in the same process says of itself. */
  const working: Check[] = []
  try {
    if (role !== 'worker') {
      const [{ startApi }, { welcome }] = await Promise.all([
        import('./start-api.ts'),
        import('./welcome.ts'),
      ])
      const ready = { serving, working }
      const api = await startApi(config, opened, log, metrics, ready, telemetry?.record)
      config = { ...config, port: api.port }
      let stopped: Promise<void> | undefined
      const stopApi = () => {
        stopped ??= api.stop(drainMs)
        return stopped
      }
      stops.push(stopApi)
      // Also while the work is still starting, which takes seconds; what comes of it is heard below.
      asked.came.then(stopApi).catch(() => {})
      console.log(`Toscan is listening on ${api.baseUrl} (documentation: ${api.baseUrl}/docs)`)
      await startStep(() => welcome(config, opened), asked.signal)
    }
    if (role !== 'api') {
      const { startWork } = await import('./start-work.ts')
      const work = await startWork(config, opened, log, metrics, telemetry?.record)
      stops.push(work.stop)
      working.push(...work.checks)
    }
    checks.splice(checks.indexOf(starting), 1, ...serving, ...working)
  } catch (error) {
    await stop()
    throw error
  }
  if (role === 'worker') console.log('Toscan worker is running.')
  // Node writes down what it compiled when a process ends by itself: whoever came after one that was killed would compile it again.
  flushCompileCache()
  giveMemoryBack(log)
  const held = await startStep(() => heldSentence(opened.db), asked.signal)
  if (held !== null) console.error(held)

  await asked.came
  // Answers and scans at the same time; what does not end is left: the process ends either way.
  await Promise.race([stop(), pause(drainMs + END_MS)])
  process.exit(0)
}

function warnOfAllowedEgress({ collection, ...others }: Config['egressAllow']) {
  if (collection)
    console.error(
      `WARNING: scans reach private addresses, and whoever has an API key reads what stands there: ${collection}`,
    )
  for (const [door, allowed] of Object.entries(others))
    if (allowed) console.error(`WARNING: private addresses are open to ${door}: ${allowed}`)
}
