import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Api,
  type Proc,
  type Receiver,
  rows,
  type Service,
  scansBy,
  startReceiver,
  startService,
  startWeb,
  until as untilMs,
  type Web,
} from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { type FaultDoor, faultDoor } from '../support/fault-door.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/until.ts'
import { type Audit, audit } from './audit.ts'

/** An API and two workers, or all in one process, and whoever they deal with: what faults are brought upon. */
export interface Stage {
  service: Service
  web: Web
  receiver: Receiver
  /** API and workers come to the database through it. */
  door: FaultDoor
  api(): Api
  workers(): Proc[]
  random: () => number
  /** Ends one of them with SIGKILL and puts another in its place. */
  replace(which: 'api' | 0 | 1): Promise<void>
  close(): Promise<void>
}

export interface Row extends Audit {
  fault: string
  rounds: number
  'seconds to healthy': number
}

/** Beyond this, a service that has not recovered is broken. */
const HEALTHY_SECONDS = 15

/**
 * @param env settings beside those of a quick test
 * @param roles one process of each kind of its own, or a single one that is both
 * @param page what the web shows at a path
 */
export async function openStage({
  seed = 1,
  env = {} as Record<string, string>,
  roles = 'split' as 'split' | 'all',
  page = (path: string) => `<!doctype html><title>${path}</title><p>${path} paints harbours.`,
} = {}): Promise<Stage> {
  const random = seeded(seed)
  const [service, web, receiver] = await Promise.all([
    startService(
      {
        TOSCAN_HOST_DELAY_MS: '0',
        TOSCAN_HOST_CONCURRENCY: '64',
        TOSCAN_BROWSER: 'off',
        TOSCAN_METRICS_PORT: '0',
        TOSCAN_SCAN_CONCURRENCY: '16',
        TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0,1,1,2,4,8,16',
        ...env,
      },
      { ownPostgres: true },
    ),
    startWeb((request, response) => {
      setTimeout(
        () => {
          response.setHeader('content-type', 'text/html')
          response.end(page(request.url ?? '/'))
        },
        20 + random() * 200,
      )
    }),
    startReceiver(),
  ])
  const door = await faultDoor(service.opened.url)
  const through = { DATABASE_URL: door.url, TOSCAN_SECRET_KEY: service.opened.secretKey }
  const close = async () => {
    await service.stop()
    await Promise.all([door.close(), web.close(), receiver.close()])
  }
  const startApi = () => (roles === 'all' ? service.serve(through) : service.api(through))
  const startWorkers = () => (roles === 'all' ? [] : [service.worker(through), service.worker(through)])
  const started = await Promise.all([startApi(), ...startWorkers()] as const).catch(async (error) => {
    await close()
    throw error
  })
  let api = started[0]
  const workers: Proc[] = started.slice(1)
  return {
    service,
    web,
    receiver,
    door,
    random,
    api: () => api,
    workers: () => workers,
    async replace(which) {
      const old = which === 'api' ? api : workers[which]
      old?.kill('SIGKILL')
      await old?.ended
      if (which === 'api') api = await startApi()
      else workers[which] = await service.worker(through)
    },
    close,
  }
}

/**
 * A batch is submitted, `bring` brings about a fault and ends it while scans run and others are submitted; then everything has to
 * be well again, to end, and to add up.
 * @throws what the audit found
 */
export async function underFault(
  stage: Stage,
  fault: string,
  { profiles, rounds = 1, bring }: { profiles: number; rounds?: number; bring: () => Promise<void> },
): Promise<Row> {
  const { service, web, receiver } = stage
  const { orgId, key } = await service.org()
  const callback = `${receiver.url}/${orgId}`
  const name = randomUUID().slice(0, 8)
  await service.submit(
    orgId,
    Array.from({ length: profiles }, (_, index) => `${web.origin}/${name}-${index}`),
    { callback },
  )
  const batch = await rows<{ scan_id: string }>(service, 'select scan_id from scans where org_id = $1', [
    orgId,
  ])
  await until('scans run', async () => ((await scansBy(service, orgId)).running ?? 0) > 0)

  const known = batch.map(({ scan_id }) => scan_id)
  let submitting = true
  const submitter = (async () => {
    for (let turn = 0; submitting; turn++) {
      const body = { profile_url: `${web.origin}/${name}-more-${turn}`, callback_url: callback }
      const answer = await send(stage.api().url, 'POST', '/api/v2/scan/quick', { token: key, body }).catch(
        () => null,
      )
      const told = answer?.status === 200 ? /"scan_id":"([^"]+)"/.exec(answer.text)?.[1] : undefined
      if (told) known.push(told)
      await pause(100)
    }
  })()
  let longest = 0
  for (let round = 0; round < rounds; round++) {
    await bring()
    longest = Math.max(longest, await secondsToHealthy(stage))
  }
  submitting = false
  await submitter
  await untilMs(
    async () => {
      const { waiting, running } = await scansBy(service, orgId)
      return waiting === 0 && running === 0
    },
    async () => `${fault}: ${JSON.stringify(await scansBy(service, orgId))}`,
    120_000 + profiles * 100,
  )
  const found = await audit(service, receiver, { orgId, known })
  if (longest > HEALTHY_SECONDS) throw new Error(`${fault}: healthy only after ${longest.toFixed(1)} s`)
  return { fault, rounds, ...found, 'seconds to healthy': Number(longest.toFixed(1)) }
}

/** Until every process says that it is ready, and accepts what is submitted. */
async function secondsToHealthy(stage: Stage): Promise<number> {
  const began = performance.now()
  const { key } = await stage.service.org().catch(() => ({ key: '' }))
  let answers: { status: number; text: string }[] = []
  const isEverybodyReady = async () => {
    answers = await Promise.all([stage.api(), ...stage.workers()].map(readiness))
    return answers.every(({ status }) => status === 200)
  }
  await untilMs(isEverybodyReady, async () => `ready: ${JSON.stringify(answers)}`)
  if (key)
    await until('reads are answered', async () => {
      const answer = await send(stage.api().url, 'GET', '/api/v2/org/usage', { token: key }).catch(() => null)
      return answer?.status === 200
    })
  return (performance.now() - began) / 1000
}

async function readiness(process: Proc): Promise<{ status: number; text: string }> {
  return send(portOf(process), 'GET', '/readyz').catch((error) => ({
    status: 0,
    text: `${error}; it said last: ${process.output().slice(-2000)}`,
  }))
}

export function portOf({ output }: Proc): string {
  return /Health, readiness and metrics: (\S+)/.exec(output())?.[1] ?? ''
}
