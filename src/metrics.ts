import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Longer nobody who asks for metrics is kept waiting, whatever does not answer. */
const PATIENCE_MS = 1000
/** Said of numbers that come out of the database, so that nobody adds them up. */
const SAME = 'Of the whole deployment: every process shows the same.'

/** A pool of connections as it is now, and what it has met so far. */
export interface PoolState {
  totalCount: number
  idleCount: number
  waitingCount: number
  /** How often nobody got a connection in time, and how many connections were ended because they had fallen silent. */
  met: { timeouts: number; silent: number }
}

/** Everything that `/metrics` shows. */
export function createMetrics({ version = 'unknown', role = 'none' } = {}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => {
    const made = new Gauge({ name, help, labelNames, registers })
    // Shown when it is set, and not as a 0 that nobody has measured.
    if (labelNames.length === 0) made.remove()
    return made
  }
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers })

  const sources = new Map<string, Source>()
  const pools = new Map<string, PoolState>()
  const connections = gauge('toscan_pool_connections', 'Connections to the database by pool and state.', [
    'pool',
    'state',
  ])
  const waiting = gauge('toscan_pool_waiting', 'Who waits for a connection of the pool.', ['pool'])
  const timeouts = counter(
    'toscan_pool_timeouts_total',
    'Times that nobody got a connection of the pool within 5 s.',
    ['pool'],
  )
  const silent = counter(
    'toscan_pool_silent_connections_total',
    'Connections that were ended because the database had fallen silent on them.',
    ['pool'],
  )
  const showPools = () => {
    timeouts.reset()
    silent.reset()
    for (const [pool, { totalCount, idleCount, waitingCount, met }] of pools) {
      connections.set({ pool, state: 'idle' }, idleCount)
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      waiting.set({ pool }, waitingCount)
      timeouts.inc({ pool }, met.timeouts)
      silent.inc({ pool }, met.silent)
    }
  }
  gauge('toscan_build_info', '1, with the version of this process, of its Node.js and its role.', [
    'version',
    'node',
    'role',
  ]).set({ version, node: process.versions.node, role }, 1)

  const capturesLost = counter(
    'toscan_captures_lost_total',
    'Pages that were read and not stored, by what did not take them: store or database.',
    ['cause'],
  )
  // A rise from nothing is no rise to whoever draws rates.
  for (const cause of ['store', 'database']) capturesLost.inc({ cause }, 0)

  return {
    registry,
    /**
     * Has something looked up before metrics are shown. Of one name the last one counts.
     * @param unknown what is shown where nothing came in time; without it, what it last was
     */
    watch(name: string, look: Source['look'], unknown?: Source['unknown']) {
      sources.set(name, { look, ...(unknown && { unknown }) })
    },
    watchPool(name: string, pool: PoolState) {
      pools.set(name, pool)
    },
    /** All of it as Prometheus reads it, within about a second. */
    async show(): Promise<string> {
      showPools()
      await Promise.all([...sources.values()].map(lookInTime))
      return registry.metrics()
    },
    requests: new Histogram({
      name: 'toscan_http_request_seconds',
      help: 'Requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    scans: new Histogram({
      name: 'toscan_scan_seconds',
      help: 'Runs of scans by mode and outcome, from slot to end: completed, failed, timed_out; or not ended here: faulted, lost, shutdown.',
      labelNames: ['mode', 'outcome'],
      buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600],
      registers,
    }),
    steps: new Histogram({
      name: 'toscan_step_seconds',
      help: 'Pipeline steps by name and outcome.',
      labelNames: ['step', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
    fetches: new Counter({
      name: 'toscan_fetches_total',
      help: 'Outgoing requests by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    renders: new Histogram({
      name: 'toscan_render_seconds',
      help: 'Visits of the browser by outcome, waiting for a place included.',
      labelNames: ['outcome'],
      buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'toscan_webhook_attempts_total',
      help: 'Delivery attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    mailAttempts: counter('toscan_mail_attempts_total', 'Attempts to send a mail, by outcome.', ['outcome']),
    notifications: counter(
      'toscan_notifications_total',
      'Notifications by kind (mail, slack, teams) and outcome: told, or not_taken.',
      ['kind', 'outcome'],
    ),
    watchRuns: counter('toscan_watch_runs_total', 'Runs of watches that this process began.'),
    watchScans: counter('toscan_watch_scans_total', 'Scans that this process submitted for watches.'),
    modelAnswers: new Counter({
      name: 'toscan_model_answers_total',
      help: 'Profiles that a model was to read, by what came of it.',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    modelTokens: new Counter({
      name: 'toscan_model_tokens_total',
      help: 'Tokens as providers count them; cached input is part of input.',
      labelNames: ['model', 'kind'],
      registers,
    }),
    modelCost: new Counter({
      name: 'toscan_model_cost_usd_total',
      help: 'US dollars, as far as prices are known.',
      labelNames: ['model'],
      registers,
    }),
    modelFindings: new Counter({
      name: 'toscan_model_findings_total',
      help: 'Findings that models proposed, by fate: kept, or why they were dropped.',
      labelNames: ['model', 'fate'],
      registers,
    }),
    scansEnded: counter(
      'toscan_scans_ended_total',
      'Scans that this process ended, by status, recommendation (none without a report) and platform of the profile (other: none of ours).',
      ['status', 'recommendation', 'platform'],
    ),
    scansResumed: counter(
      'toscan_scans_resumed_total',
      'Scans that this process took up after an attempt that had not ended.',
    ),
    claimsLost: counter(
      'toscan_claims_lost_total',
      'Running scans that this process lost to others, because it had not renewed their lease.',
    ),
    capturesLost,
    evidenceStoreUp: gauge(
      'toscan_evidence_store_up',
      '1 while the evidence store takes what it is given; 0: this worker takes no scans until it does again.',
    ),
    pollAge: gauge(
      'toscan_poll_age_seconds',
      'Seconds since this worker last looked for work, by what it looks for. They look every second.',
      ['queue'],
    ),
    running: gauge('toscan_worker_running_scans', 'Scans that this worker runs just now.'),
    listening: gauge(
      'toscan_listen_connected',
      '1 while this worker is woken by the database; without it work is found by looking every second.',
    ),
    embeddedUp: gauge('toscan_embedded_database_up', '1 while the process of the embedded PostgreSQL lives.'),
    databaseUp: gauge(
      'toscan_database_up',
      '1 when the database answered this process within a second; while it is 0, what comes out of it is not shown.',
    ),
    clockSkew: gauge(
      'toscan_clock_skew_seconds',
      "This machine's clock minus the database's; positive: ours is ahead.",
    ),
    numbersAge: gauge(
      'toscan_deployment_numbers_age_seconds',
      'How old the numbers of the whole deployment are that are shown here.',
    ),
    queue: gauge('toscan_scans', `Scans in processing, by mode and by whether they wait or run. ${SAME}`, [
      'mode',
      'state',
    ]),
    scanConcurrency: gauge('toscan_scan_concurrency', `Scans that may run at once. ${SAME}`),
    oldestWaiting: gauge(
      'toscan_oldest_waiting_scan_seconds',
      `Age of the scan that has waited longest, by mode; 0 where none waits. ${SAME}`,
      ['mode'],
    ),
    deliveries: gauge(
      'toscan_webhook_deliveries',
      `Webhook deliveries that have not ended: due now, or waiting for their next attempt. ${SAME}`,
      ['state'],
    ),
    oldestDue: gauge(
      'toscan_oldest_due_delivery_seconds',
      `How long ago the delivery that is due longest was due; 0 where none is. Without what waits for hosts that give no answer. ${SAME}`,
    ),
    mails: gauge(
      'toscan_mails',
      `Mails that have not been sent: due now, waiting for their next attempt, or given up within a day. ${SAME}`,
      ['state'],
    ),
    oldestDueMail: gauge(
      'toscan_oldest_due_mail_seconds',
      `How long ago the mail that is due longest was due; 0 where none is. ${SAME}`,
    ),
    watches: gauge('toscan_watches', `Watches: active, or with nothing more to do. ${SAME}`, ['state']),
    watchedDue: gauge(
      'toscan_watched_profiles_due',
      `Profiles of watches that are due now and not submitted yet. ${SAME}`,
    ),
    oldestDueWatch: gauge(
      'toscan_oldest_due_watch_seconds',
      `How long ago the run or the profile of a watch that is due longest was due; 0 where none is. ${SAME}`,
    ),
    copyHeld: gauge(
      'toscan_copy_held_seconds',
      `For how long this has been a restored copy that scans, sends and removes nothing; 0: it is none. ${SAME}`,
    ),
    failingChannels: gauge(
      'toscan_notification_channels_failing',
      `Channels of notifications that did not take what they were sent last. ${SAME}`,
    ),
    endpoints: gauge(
      'toscan_webhook_endpoints',
      `Addresses of webhooks that fail, or are disabled because they failed for days or asked for it. ${SAME}`,
      ['state'],
    ),
    silentHosts: gauge(
      'toscan_webhook_silent_hosts',
      `Hosts of receivers that gave no answer to three attempts in a row, and are held back. ${SAME}`,
    ),
    jobs: gauge(
      'toscan_jobs',
      `Attempts of webhooks that wait (created) or are made (active), and jobs of pg-boss that have not ended well, by queue and state: created, retry, active, failed. ${SAME}`,
      ['queue', 'state'],
    ),
  }
}

interface Source {
  look: () => void | Promise<void>
  unknown?: () => void
}

/** A machine with too much to do comes to each clock at its own time: this one alone says what was in time. */
async function lookInTime({ look, unknown }: Source) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      unknown?.()
      resolve()
    }, PATIENCE_MS)
  })
  await Promise.race([look(), late])
  clearTimeout(timer)
}

export type Metrics = ReturnType<typeof createMetrics>
