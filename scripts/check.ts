import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type RunOptions, run as runFiles } from 'node:test'
import { spec } from 'node:test/reporters'
import { POSTGRES_15 } from '../test/support/test-server.ts'
import { until } from '../test/support/until.ts'
import { isServiceStale } from './built-service.ts'
import { groupFiles, writeGroups } from './test-groups.ts'

/**
 * `npm test`: format and lint, types, the dashboard, a browser, every test on the embedded PostgreSQL, and the tests of SQL on PostgreSQL 15 where
 * there is one. `npm test -- <file>…` runs these test files only, `--times` says which took longest. Stops at the first failure.
 */

/** Ends a file that hangs; the longest take two minutes where three share two cores. */
const FILE_TIMEOUT_MS = 300_000
/** Fewer than these are somebody at work on them, who wants to see each file by itself. */
const GROUPED_FROM = 10
const ROOT = join(import.meta.dirname, '..')
const TESTS = ['src/**/*.test.ts', 'sdk/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts']
/** Where statements are met that versions of PostgreSQL may plan or refuse in their own ways: these must hold on PostgreSQL 15 as well. */
const DATABASE_TESTS = [
  'test/api/{captures,chosen-ids,creators,daily-limit,list-batches,list-scans,org-stats,review-queue,reviews,submission,wellbeing}.test.ts',
  'test/jobs/{fairness,leases,list-naively,list-search,share-pages}.test.ts',
  'test/watches/run-watches.test.ts',
  'test/webhooks/deliveries.test.ts',
  'test/audit/{chain,expire}.test.ts',
]

/** Every test file is a process of its own, and loads the same modules: what they were compiled to is kept between them. */
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled')

const times = process.argv.includes('--times')
const wanted = process.argv.slice(2).filter((word) => word !== '--times')
if (wanted.length > 0) {
  buildService()
  if (wanted.some((path) => path.includes('test/dashboard'))) buildDashboard()
  await runTests('Tests named on the command line', wanted)
} else {
  run('Format and lint', tool('biome'), ['check', '.'])
  run('Types', tool('tsc'), ['--noEmit'])
  run('Types of the dashboard', tool('tsc'), ['--noEmit', '-p', 'dashboard'])
  buildDashboard()
  buildService()
  run('A browser for the tests', process.execPath, [join(ROOT, 'scripts', 'ensure-browser.ts')])
  await runTests('Tests', files(TESTS))
  const fifteen = process.env.TEST_DATABASE_URL
    ? { TEST_SERVER: process.env.TEST_DATABASE_URL }
    : existsSync(POSTGRES_15)
      ? { TEST_SERVER: POSTGRES_15 }
      : null
  if (fifteen) {
    // A process of its own: one run's teardown must never meet the next one's server.
    const again = [import.meta.filename, ...files(DATABASE_TESTS), ...(times ? ['--times'] : [])]
    run('Tests that speak SQL, on PostgreSQL 15', process.execPath, again, fifteen)
  }
}

function files(patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort()
}

/** The last thing that a run prints is the runner's own summary. */
async function runTests(heading: string, paths: string[]) {
  console.log(`\n── ${heading} ──`)
  const grouped = paths.length >= GROUPED_FROM
  const options: RunOptions & { globalSetupPath: string } = {
    files: grouped
      ? writeGroups(groupFiles(paths), ROOT, FILE_TIMEOUT_MS)
      : paths.map((path) => resolve(ROOT, path)),
    cwd: ROOT,
    globalSetupPath: join(ROOT, 'test', 'support', 'global-setup.ts'),
    // Two more than there are cores: most files wait for a browser or a database most of the time.
    concurrency: Math.min(4, availableParallelism() + 2),
    // What a failed test leaves open must not hold its whole group.
    execArgv: ['--test-force-exit'],
    // Of a group each file has its own time.
    ...(!grouped && { timeout: FILE_TIMEOUT_MS }),
  }
  const stream = runFiles(options)
  let failed = false
  stream.on('test:fail', (event) => {
    if (event.todo === undefined || event.todo === false) failed = true
  })
  const took = new Map<string, number>()
  const told = new Set<string>()
  stream.on('test:complete', ({ name, nesting, file, details }) => {
    const of = grouped ? name : file
    if (nesting === 0 && of) told.add(resolve(ROOT, of))
    if (nesting === 0 && of) took.set(of, (took.get(of) ?? 0) + details.duration_ms)
  })
  await pipeline(stream.compose(new spec()), process.stdout, { end: false })
  if (times) printSlowest(took)
  await until('the test server has stopped', () => process.env.TEST_SERVER_URL === undefined)
  if (failed) fail(heading)
  // A process that is made to end may not have told all of it: who was not heard of is asked alone.
  const unheard = paths.filter((path) => !told.has(resolve(ROOT, path)))
  if (unheard.length === 0) return
  if (!grouped) fail(`nothing was heard of ${unheard.join(', ')}`)
  for (const few of chunksOf(unheard, GROUPED_FROM - 1)) await runTests('Tests that were not heard of', few)
}

function chunksOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  )
}

/** Where the time went. */
function printSlowest(took: ReadonlyMap<string, number>) {
  const slowest = [...took].sort((a, b) => b[1] - a[1]).slice(0, 30)
  for (const [file, ms] of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(ROOT, resolve(ROOT, file))}`)
}

/** What its tests open in a browser. */
function buildDashboard() {
  run('The dashboard', process.execPath, [join(ROOT, 'dashboard', 'build.ts')])
}

/** What its tests start as a process. */
function buildService() {
  run('The service', process.execPath, [join(ROOT, 'scripts', 'build-service.ts')])
  if (isServiceStale()) fail('The service')
}

function tool(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

function run(heading: string, command: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n── ${heading} ──`)
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) fail(heading)
}

function fail(heading: string): never {
  console.error(`\nFAILED: ${heading}`)
  process.exit(1)
}
