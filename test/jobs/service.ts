import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey } from '../../src/auth/create-api-key.ts'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { type Opened, openConfigured } from '../../src/cli/start/start.ts'
import { readConfig } from '../../src/config.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { AS_STARTED, PROGRAM } from '../support/program.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** The real service as child processes, with its own database and folder, and a web on loopback to scan. */

export interface Proc {
  child: ChildProcess
  output: () => string
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>
  kill(signal: NodeJS.Signals): void
}

export type Api = Proc & { url: string }

export interface Service {
  dataDir: string
  opened: Opened
  worker(env?: Record<string, string>): Promise<Proc>
  api(env?: Record<string, string>): Promise<Api>
  /** API and worker in one process, as soon as it listens. */
  serve(env?: Record<string, string>): Promise<Api>
  /** An organization, its API key, and whose scans it submits. */
  org(name?: string): Promise<{ orgId: string; key: string }>
  submit(orgId: string, urls: string[], options?: SubmitOptions): Promise<string>
  /** `toscan evidence verify`, as an operator runs it. */
  verifyEvidence(
    env?: Record<string, string>,
  ): Promise<{ captures: number; missing: number; corrupt: number }>
  /** Kills every process that still runs, but for one that is spared. */
  halt(spared?: Proc): Promise<void>
  /** Kills what still runs, and takes the database away. */
  stop(): Promise<void>
}

export interface SubmitOptions {
  mode?: 'quick' | 'deep'
  callback?: string | null
  metadata?: string
  single?: boolean
}

/**
 * On a new database of the test server. Whoever stops or moves its database asks for `ownPostgres`: the embedded one, in the service's
 * own folder; so does a run without a test server. `template` names a database to copy in the place of the empty one.
 */
export async function startService(
  env: Record<string, string> = {},
  { ownPostgres = false, template }: { ownPostgres?: boolean; template?: string } = {},
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toscan-jobs-'))
  // PostgreSQL under root runs as another user, who has to get in.
  chmodSync(dataDir, 0o755)
  const external = ownPostgres || !process.env.TEST_SERVER_URL ? null : await createTestDatabase(template)
  const common = {
    ...withoutSettings(process.env),
    ...AS_STARTED,
    TOSCAN_DATA_DIR: dataDir,
    TOSCAN_EGRESS_ALLOW: '127.0.0.1',
    TOSCAN_EGRESS_ALLOW_COLLECTION: '127.0.0.1',
    TOSCAN_LOG_LEVEL: 'info',
    // No balancer looks.
    TOSCAN_DRAIN_SECONDS: '0',
    TOSCAN_WEBHOOK_RETRY_SCHEDULE: '0,1,1',
    PORT: '0',
    // Workers are started again and again.
    NODE_COMPILE_CACHE: join(tmpdir(), 'toscan-compile-cache'),
    ...(external && { DATABASE_URL: external.url, TOSCAN_SECRET_KEY: randomBytes(32).toString('hex') }),
    ...env,
  }
  const opened = await openConfigured(readConfig(common))
  const procs: Proc[] = []
  const run = (role: string, extra: Record<string, string>, ready: RegExp) =>
    startProcess(['serve', '--role', role], { ...common, ...extra }, ready, procs)

  const runApi = async (role: string, extra: Record<string, string>) => {
    const proc = await run(role, extra, /listening on \S+/)
    return { ...proc, url: /listening on (\S+)/.exec(proc.output())?.[1] ?? '' }
  }

  const halt = async (spared?: Proc) => {
    const halted = procs.splice(0).filter((proc) => proc !== spared)
    if (spared) procs.push(spared)
    for (const proc of halted) proc.kill('SIGKILL')
    await Promise.all(halted.map((proc) => proc.ended))
  }

  return {
    dataDir,
    opened,
    worker: (extra = {}) => run('worker', extra, /worker is running/),
    api: (extra = {}) => runApi('api', extra),
    serve: (extra = {}) => runApi('all', extra),
    async org(name = 'Test') {
      const orgId = await addOrg(opened, name, null)
      const { key } = await createApiKey(opened.db, { orgId, name, person: null })
      return { orgId, key }
    },
    async submit(orgId, urls, { mode = 'quick', callback = null, metadata = '{}', single = false } = {}) {
      const batchId = single ? null : randomUUID()
      const granted = await submitScans(opened.db, {
        orgId,
        batchId,
        scanMode: mode,
        callbackUrl: callback,
        metadata,
        profiles: urls.map((url) => ({ url, target: url })),
      })
      return single ? (granted.scan_id ?? '') : (batchId ?? '')
    },
    async verifyEvidence(extra = {}) {
      const child = spawn(process.execPath, [PROGRAM, 'evidence', 'verify', '--json'], {
        env: { ...common, ...extra },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const chunks: Buffer[] = []
      for await (const chunk of child.stdout) chunks.push(chunk)
      return JSON.parse(Buffer.concat(chunks).toString())
    },
    halt,
    async stop() {
      await halt()
      await opened.close()
      await external?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startProcess(
  args: string[],
  env: Record<string, string | undefined>,
  ready: RegExp,
  procs: Proc[],
): Promise<Proc> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const proc = {
    child,
    output: () => output,
    ended,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  }
  procs.push(proc)
  await until(
    () => ready.test(output) || child.exitCode !== null,
    () => `start: ${output}`,
    // Of a busy machine; how long it may take is not what is tested.
    90_000,
  )
  if (!ready.test(output)) throw new Error(`The service did not start:\n${output}`)
  return proc
}

/** Settings of the surroundings must not reach the service under test. */
function withoutSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !name.startsWith('TOSCAN_') && !name.startsWith('NODE_TEST') && name !== 'DATABASE_URL',
    ),
  )
}

/** Asks again until it is so. @throws with what was seen last when it does not become so in time. */
export async function until(
  check: () => unknown,
  describe: () => unknown = () => 'condition',
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    if (await check()) return
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${await describe()}`)
    await sleep(20)
  }
}

/** Every row of a query, on a pool. */
export async function rows<T>(service: Service, text: string, values: unknown[] = []): Promise<T[]> {
  const result = await service.opened.pool.query(text, values)
  return result.rows
}

export async function scansBy(service: Service, orgId: string) {
  const found = await rows<{ state: string; scans: number }>(
    service,
    `select case when status = 'processing' then case when worker_id is null then 'waiting' else 'running' end else status end as state,
            count(*) as scans from scans where org_id = $1 group by 1`,
    [orgId],
  )
  const counts: Record<string, number> = { waiting: 0, running: 0, completed: 0, failed: 0 }
  for (const row of found) counts[row.state] = Number(row.scans)
  return counts
}

export function allEnded(service: Service, orgId: string, deadlineMs = 60_000) {
  return until(
    async () => {
      const counts = await scansBy(service, orgId)
      return counts.waiting === 0 && counts.running === 0
    },
    async () => JSON.stringify(await scansBy(service, orgId)),
    deadlineMs,
  )
}

export interface Web {
  origin: string
  /** Arrived requests by path. */
  counts: Map<string, number>
  /** Requests that arrived and were not answered yet. */
  open: Set<ServerResponse>
  mostOpen: () => number
  /** From now on requests are kept waiting; `release` answers them. */
  hold(when?: (path: string) => boolean): void
  release(): void
  close(): Promise<void>
}

/** A web of small profile pages; `answer` may replace them. Requests can be held. */
export async function startWeb(answer: RequestListener = profilePage): Promise<Web> {
  const counts = new Map<string, number>()
  const open = new Set<ServerResponse>()
  let most = 0
  let held: { request: IncomingMessage; response: ServerResponse }[] = []
  let holds: (path: string) => boolean = () => false
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    counts.set(path, (counts.get(path) ?? 0) + 1)
    open.add(response)
    most = Math.max(most, open.size)
    response.on('close', () => open.delete(response))
    if (holds(path)) held.push({ request, response })
    else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const release = () => {
    holds = () => false
    for (const { request, response } of held.splice(0)) answer(request, response)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    open,
    mostOpen: () => most,
    hold(when = () => true) {
      holds = when
    },
    release,
    async close() {
      held = []
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a creator's page looks like, in short. */
export function profilePage(request: IncomingMessage, response: ServerResponse) {
  const name = (request.url ?? '/').split('/').at(-1) ?? 'creator'
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>${name}</title><meta property="og:title" content="${name}"><h1>${name}</h1><p>${name} paints harbours and sells prints.</p>`,
  )
}

export interface Receiver {
  url: string
  got: Delivered[]
  close(): Promise<void>
}

export interface Delivered {
  path: string
  headers: Record<string, string>
  body: Buffer
  at: number
}

/** A webhook receiver; `answer` decides by the request and how many came before it for the same path. */
export async function startReceiver(
  answer: (delivered: Delivered, response: ServerResponse, before: number) => void = (_d, response) => {
    response.writeHead(204).end()
  },
  port = 0,
): Promise<Receiver & { port: number }> {
  const got: Delivered[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const before = got.filter((each) => each.path === path).length
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const delivered = { path, headers, body: Buffer.concat(chunks), at: Date.now() }
    got.push(delivered)
    answer(delivered, response, before)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : 0
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    got,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The embedded server's process; null with another database. */
export function postmasterPid(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}
