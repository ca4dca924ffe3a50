import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { analysis } from './analysis.ts'
import { analysisFigures } from './analysis-figures.ts'
import { batch } from './batch.ts'
import { bodies } from './bodies.ts'
import { chaos } from './chaos.ts'
import { claims } from './claims.ts'
import { collect } from './collect.ts'
import { compare } from './compare.ts'
import { dashboard } from './dashboard.ts'
import { deep } from './deep.ts'
import { checkFigure, type Figure, type Measured, shownFigure } from './figure.ts'
import { keepResults } from './keep-results.ts'
import { largeLists } from './large-lists.ts'
import { lists } from './lists.ts'
import type { Row } from './measure.ts'
import { pooler } from './pooler.ts'
import { retention } from './retention.ts'
import { scans } from './scans.ts'
import { postgresVersion, startBenchServer } from './server.ts'
import { silentReceivers } from './silent-receivers.ts'
import { isSmoke } from './sized.ts'
import { slowSites } from './slow-sites.ts'
import { start } from './start.ts'
import { submit } from './submit.ts'
import { webhooks } from './webhooks.ts'

/**
 * `npm run bench [-- name…] [--keep] [--smoke]` or `-- --against <checkout>`: prints tables; times are set against a floor measured in the same run,
 * and never asserted. `--keep` writes the last one to RESULTS.md. `--smoke` runs everything on little, and throws where a number is none.
 */

interface Bench {
  run(): Promise<Measured | Row[]>
  /** Seconds that it may take on two quiet cores; all that run without being named have 15 minutes. */
  budget: number
  /** By its name alone: too long, or no measurement of time. */
  isByName?: boolean
}

const BENCHES: Record<string, Bench> = {
  analysis: { run: async () => analysisFigures(await analysis()), budget: 40 },
  collect: { run: collect, budget: 100 },
  scans: { run: scans, budget: 90 },
  deep: { run: deep, budget: 60 },
  'slow-sites': { run: slowSites, budget: 60 },
  submit: { run: submit, budget: 60 },
  batch: { run: batch, budget: 120 },
  bodies: { run: async () => bodies(), budget: 10 },
  claims: { run: claims, budget: 120 },
  'large-lists': { run: largeLists, budget: 120 },
  webhooks: { run: webhooks, budget: 60 },
  'silent-receivers': { run: silentReceivers, budget: 60 },
  start: { run: start, budget: 60 },
  lists: { run: lists, budget: 60, isByName: true },
  retention: { run: retention, budget: 120, isByName: true },
  // Needs a PgBouncer, which is no part of ours.
  pooler: { run: pooler, budget: 120, isByName: true },
  // Chromium and a built dashboard: test/dashboard opens the same pages.
  dashboard: { run: dashboard, budget: 300, isByName: true },
  // test/jobs/crash.test.ts is the same storm.
  chaos: { run: chaos, budget: 300, isByName: true },
}

const { argv } = process
const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim()}, Node ${process.version}`
const load = () => loadavg()[0]?.toFixed(1) ?? ''
const started = new Date().toISOString().slice(0, 16)
console.log(`${started}Z, ${machine}`)
const against = argv.indexOf('--against')
if (against > 0) {
  console.table(await compare(resolve(argv[against + 1] ?? '')))
  process.exit(0)
}
const stopServer = await startBenchServer()
const wanted = argv.slice(2).filter((argument) => argument in BENCHES)
const loadBefore = load()
const figures: Figure[] = []
for (const [name, { run, budget, isByName }] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : isByName) continue
  console.log(`\n${name}, at load ${load()}`)
  const began = performance.now()
  const given = await run()
  const measured = Array.isArray(given) ? { table: given, figures: [] } : given
  if (measured.table.length === 0) throw new Error(`${name} measured nothing`)
  console.table(measured.table)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${seconds} s${seconds > budget ? `, more than its ${budget} s: the machine is busy` : ''}`)
  figures.push(...measured.figures)
}
console.log(`\nLoad ${loadBefore} before, ${load()} after`)
console.table(figures.map(shownFigure))
if (isSmoke) for (const figure of figures) checkFigure(figure)
if (argv.includes('--keep')) {
  const on = `${machine}, PostgreSQL ${await postgresVersion()}`
  keepResults({ at: `${started}Z`, on, load: `${loadBefore} before, ${load()} after`, figures })
}
await stopServer()
process.exit(0)
