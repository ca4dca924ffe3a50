import type { Metrics } from '../../metrics.ts'
import { inTime, oneAtATime } from '../connect/in-time.ts'
import type { Db } from '../database.ts'
import { databaseTime } from '../scans/scan-reads.ts'
import { type DeploymentNumbers, deploymentNumbers } from './deployment-numbers.ts'

/** Below the second that whoever shows metrics waits. */
const PATIENCE_MS = 900
/** Older numbers of the deployment say nothing of now. */
const STALE_MS = 60_000
/** What is looked up faster is looked up each time. */
const QUICK_MS = 250
/** Of a long queue the look at it is not to be what keeps the database busy: at most a tenth of the time. */
const REST = 9

export interface JobCount {
  queue: string
  state: string
  jobs: number
}

/**
 * Shows whether the database answers, how far our clock is off its own, and the numbers of the deployment. Nothing of it
 * fails or waits: a database that is away is a 0, and its numbers are left out. Numbers that take long are looked up the less often.
 */
export function watchDatabase(
  db: Db,
  metrics: Metrics,
  countJobs: (db: Db) => Promise<JobCount[]> = async () => [],
) {
  const askTime = oneAtATime(() => skewOf(db))
  let last: { asked: number; tookMs: number; numbers: DeploymentNumbers; jobs: JobCount[] } | null = null
  const lookUp = oneAtATime(async () => {
    const asked = performance.now()
    const [numbers, jobs] = [await deploymentNumbers(db), await countJobs(db)]
    last = { numbers, jobs, asked, tookMs: performance.now() - asked }
  })
  /** From one question to the next. */
  const restMs = () => (last !== null && last.tookMs > QUICK_MS ? (1 + REST) * last.tookMs : 0)
  const askNumbers = async () => {
    if (last === null || performance.now() - last.asked >= restMs()) await lookUp()
  }

  const isAway = () => {
    forget(metrics)
    metrics.databaseUp.set(0)
  }
  const look = async () => {
    const [skew] = await Promise.all([inTime(askTime(), PATIENCE_MS), inTime(askNumbers(), PATIENCE_MS)])
    if (skew === undefined) return isAway()
    forget(metrics)
    metrics.databaseUp.set(1)
    metrics.clockSkew.set(skew)
    const ageMs = last ? performance.now() - last.asked : Number.POSITIVE_INFINITY
    if (last === null || ageMs > STALE_MS + restMs()) return
    metrics.numbersAge.set(ageMs / 1000)
    show(metrics, last.numbers, last.jobs)
  }
  metrics.watch('database', look, isAway)
}

/** Seconds by which our clock is ahead. What the question took is taken to be the same in both directions. */
async function skewOf(db: Db): Promise<number> {
  const sent = Date.now()
  const theirs = Date.parse(await databaseTime(db))
  return ((sent + Date.now()) / 2 - theirs) / 1000
}

function forget(metrics: Metrics) {
  for (const each of [
    metrics.clockSkew,
    metrics.numbersAge,
    metrics.scanConcurrency,
    metrics.oldestDue,
    metrics.silentHosts,
    metrics.oldestDueMail,
    metrics.watchedDue,
    metrics.oldestDueWatch,
    metrics.failingChannels,
    metrics.copyHeld,
  ])
    each.remove()
  metrics.queue.reset()
  metrics.oldestWaiting.reset()
  metrics.deliveries.reset()
  metrics.endpoints.reset()
  metrics.mails.reset()
  metrics.watches.reset()
  metrics.jobs.reset()
}

function show(metrics: Metrics, numbers: DeploymentNumbers, jobs: JobCount[]) {
  metrics.scanConcurrency.set(numbers.scanConcurrency)
  for (const { mode, waiting, running, oldestSeconds } of numbers.scans) {
    metrics.queue.set({ mode, state: 'waiting' }, waiting)
    metrics.queue.set({ mode, state: 'running' }, running)
    metrics.oldestWaiting.set({ mode }, oldestSeconds)
  }
  metrics.deliveries.set({ state: 'due' }, numbers.deliveries.due)
  metrics.deliveries.set({ state: 'scheduled' }, numbers.deliveries.scheduled)
  metrics.oldestDue.set(numbers.deliveries.oldestDueSeconds)
  metrics.endpoints.set({ state: 'failing' }, numbers.endpoints.failing)
  metrics.endpoints.set({ state: 'disabled' }, numbers.endpoints.disabled)
  metrics.silentHosts.set(numbers.silentHosts)
  const { mails, watches } = numbers
  metrics.mails.set({ state: 'due' }, mails.due)
  metrics.mails.set({ state: 'scheduled' }, mails.scheduled)
  metrics.mails.set({ state: 'failed' }, mails.failed)
  metrics.oldestDueMail.set(mails.oldestDueSeconds)
  metrics.watches.set({ state: 'active' }, watches.active)
  metrics.watches.set({ state: 'ended' }, watches.ended)
  metrics.watchedDue.set(watches.profilesDue)
  metrics.oldestDueWatch.set(watches.oldestDueSeconds)
  metrics.failingChannels.set(numbers.failingChannels)
  metrics.copyHeld.set(numbers.heldSeconds)
  for (const { queue, state, jobs: count } of jobs) metrics.jobs.set({ queue, state }, count)
}
