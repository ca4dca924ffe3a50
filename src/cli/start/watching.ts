import { join } from 'node:path'
import type { Logger } from 'pino'
import { startOperationsServer } from '../../api/operations-server.ts'
import { type Check, databaseCheck, databaseRoomCheck, diskCheck, firstTrouble } from '../../api/readiness.ts'
import type { Config } from '../../config.ts'
import { watchDatabase } from '../../db/deployment/watch-database.ts'
import { serverHome } from '../../db/server/server-home.ts'
import { isDiskFull } from '../../evidence/disk-room.ts'
import { countJobs } from '../../jobs/queue.ts'
import type { Metrics } from '../../metrics.ts'
import { startTelemetry } from './open-telemetry.ts'
import { type Opened, ROOT } from './start.ts'
import { versionOf } from './version.ts'

/** Health, readiness and metrics on a port of their own, from the very start; null where there is none. */
export async function startOperations(
  config: Config,
  {
    checks,
    notes,
    ...ctx
  }: { log: Logger; metrics: Metrics; checks: readonly Check[]; notes: readonly Check[] },
) {
  if (config.metricsPort === undefined) return null
  const server = await startOperationsServer(
    {
      ...ctx,
      config,
      whyNotReady: () => firstTrouble(checks),
      whyNotWorking: () => firstTrouble(notes),
    },
    { host: config.host, port: config.metricsPort },
  )
  console.log(`Health, readiness and metrics: ${server.url}`)
  return server
}

/** What of the database keeps requests from being served. */
export function databaseChecks({ dataDir }: Config, { db, pool, embedded }: Opened): Check[] {
  const checks = [databaseCheck(db), databaseRoomCheck(db, () => pool.met.fullAt)]
  if (embedded === null) return checks
  const home = serverHome(dataDir)
  return [...checks, diskCheck(() => isDiskFull(home))]
}

/** What any process on the database shows of it. */
export function watchOpened({ db, pool, embedded }: Opened, metrics: Metrics) {
  watchDatabase(db, metrics, countJobs)
  metrics.watchPool('main', pool)
  if (embedded) metrics.watch('embedded', () => metrics.embeddedUp.set(embedded.isUp() ? 1 : 0))
}

/** Null where nobody asked for traces, or the packages that send them are not there, which is said. */
export function telemetryOf({ otlpEndpoint }: Config) {
  if (otlpEndpoint === undefined) return null
  const telemetry = startTelemetry(join(ROOT, 'extras', 'opentelemetry'), versionOf())
  if (telemetry === null)
    console.error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are not installed: npm run opentelemetry',
    )
  return telemetry
}
