import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { ServerContext } from '../src/api/http/server-context.ts'
import { createServer } from '../src/api/server.ts'
import { readConfig } from '../src/config.ts'
import { createMetrics } from '../src/metrics.ts'

/**
 * The interface as the service serves it, in a process of its own, where what a single submission asks of the database is answered at once: whose the
 * key is, and whether the scan fits the day. Nothing else can be asked. Prints its origin.
 */
const [port] = process.argv.slice(2)
const config = readConfig({ PORT: port })
let used = 0
const asked: Partial<ServerContext> = {
  config,
  log: pino({ level: 'silent' }),
  metrics: createMetrics({ version: 'bench', role: 'api' }),
  keyByHash: async () => ({ key_id: 'key_bench', org_id: 'org_bench', requests_per_minute: null }),
  keyUsage: { record() {}, flush: async () => {}, stop: async () => {} },
  isAllowedPrivately: () => false,
  submitSingle: async () => ({
    granted: 1,
    daily_limit: 10_000_000,
    used: used++,
    scan_id: randomUUID(),
    submitted_at: `${new Date().toISOString().slice(0, -1)}000+00:00`,
    scan_concurrency: 4,
  }),
  whyNotReady: async () => null,
  dashboardFolder: null,
  guideFolder: null,
  // Pages are refused to other sites by it.
  people: { options: { baseURL: `http://127.0.0.1:${port}` } } as ServerContext['people'],
}
const server = await createServer(asked as ServerContext)
await server.listen({ host: '127.0.0.1', port: config.port })
console.log(`http://127.0.0.1:${port}`)
