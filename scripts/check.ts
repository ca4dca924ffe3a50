import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type RunOptions, run as runFiles } from 'node:test'
import { spec } from 'node:test/reporters'
import { POSTGRES_15 } from '../test/support/test-server.ts'
import { until } from '../test/support/until.ts'
import { areTablesStale, isServiceStale } from './built-service.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { makeGroups, suiteName, writeGroups } from './test-groups.ts'

/**
 * `npm test`: format and lint, types, the dashboard, a browser, every test on the embedded PostgreSQL, and the tests of SQL again on PostgreSQL 15
 * where there is one. `npm test -- <file>…` runs these test files only, `--times` says which took longest. Stops at the first failure.
 */

/** Ends a file that hangs; the longest take two minutes where three share two cores, and five on a machine that has other work. */
const FILE_TIMEOUT_MS = 600_000
/** Fewer than these are somebody at work on them, who wants to see each file by itself. */
const GROUPED_FROM = 10
const ROOT = join(import.meta.dirname, '..')
const TESTS = ['src/**/*.test.ts', 'sdk/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts']
/** Where statements are met that versions of PostgreSQL may plan or refuse in their own ways: these must hold on PostgreSQL 15 as well. */
const DATABASE_TESTS = {
  'test/api':
    'captures chosen-ids creators daily-limit list-batches list-scans org-stats review-queue reviews submission wellbeing',
  'test/jobs':
    'claim-order deep-pages ends-by-key facts-of-ends fairness flow-heads leases list-naively list-search share-pages',
  'test/watches': 'run-watches',
  'test/webhooks': 'attempts-by-index claimed-deliveries deliveries',
  'test/audit': 'chain expire',
}

/** Every test file is a process of its own, and loads the same modules: what they were compiled to is kept between them. */
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled')

const memory = makeMemoryFolder()
if (memory) process.env.TMPDIR = memory.path
process.on('exit', () => memory?.remove())

const times = process.argv.includes('--times')
const named = process.argv
  .slice(2)
  .filter((word) => word !== '--times')
  .map((path) => relative(ROOT, resolve(path)))
if (named.length > 0) {
  await buildService()
  if (named.some((path) => path.includes('test/dashboard'))) await buildDashboard()
  if (named.some((path) => /guide|test\/dashboard/.test(path))) await buildGuide()
  await runTests('Tests named on the command line', named)
} else {
  const failing = new AbortController()
  // Takes three times as long as what tests need built, with one core: they begin meanwhile, and end where it fails.
  const checked = checkSources()
  checked.then((failed) => failed && failing.abort())
  await buildAll()
  const second = process.env.TEST_DATABASE_URL ?? (existsSync(POSTGRES_15) ? POSTGRES_15 : null)
  // Beside the others, and not behind them: what runs last runs alone, and cores wait.
  if (second) process.env.TEST_SECOND_SERVER = second
  const heading = second ? 'Tests, and those that speak SQL again on PostgreSQL 15' : 'Tests'
  if (!failing.signal.aborted)
    await runTests(heading, files(TESTS), second ? databaseTests() : [], failing.signal)
  const failed = await checked
  if (failed) fail(failed)
}

/** A file that was given another name would be left out without a word. */
function databaseTests(): string[] {
  const paths = Object.entries(DATABASE_TESTS).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `${folder}/${name}.test.ts`),
  )
  const missing = paths.filter((path) => !existsSync(join(ROOT, path)))
  if (missing.length > 0) throw new Error(`DATABASE_TESTS of scripts/check.ts names ${missing.join(', ')}`)
  return paths
}

function files(patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort()
}

/** The last thing that a run prints is the runner's own summary; one that `stop` ends says nothing more. */
async function runTests(heading: string, paths: string[], again: string[] = [], stop?: AbortSignal) {
  console.log(`\n── ${heading} ──`)
  const groups =
    paths.length >= GROUPED_FROM
      ? makeGroups(paths, again)
      : paths.map((path) => ({ files: [path], isAgain: false }))
  const options: RunOptions & { globalSetupPath: string } = {
    files: writeGroups(groups, ROOT, FILE_TIMEOUT_MS),
    cwd: ROOT,
    globalSetupPath: join(ROOT, 'test', 'support', 'global-setup.ts'),
    // Two more than there are cores: many files wait for a browser, a database or a clock. With six on two cores the run took longer than with four.
    concurrency: Math.min(4, availableParallelism() + 2),
    // What a test makes is soon garbage: with more room for it a test's own process computes a twenty-fifth less.
    execArgv: ['--max-semi-space-size=64'],
    signal: stop,
  }
  const stream = runFiles(options)
  let failed = false
  const ended: string[] = []
  stream.on('test:fail', (event) => {
    if (event.todo === undefined || event.todo === false) failed = true
    // The runner says "test failed" of a process that ended, and not what ended it.
    const { exitCode, signal } = event.details.error as { exitCode?: number | null; signal?: string | null }
    if (exitCode !== undefined) ended.push(`${event.name}: ${signal ?? `exit code ${exitCode}`}`)
  })
  const wanted = new Set([
    ...paths.map((path) => suiteName(path, false)),
    ...again.map((path) => suiteName(path, true)),
  ])
  const took = new Map<string, number>()
  stream.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && wanted.has(name)) took.set(name, (took.get(name) ?? 0) + details.duration_ms)
  })
  const said = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) if (!stop?.aborted) yield part
  }
  await pipeline(stream.compose(new spec()), said, process.stdout, { end: false })
  await until('the test server has stopped', () => process.env.TEST_SERVER_URL === undefined)
  if (stop?.aborted) return
  if (times) printSlowest(took)
  for (const each of ended) console.log(each)
  if (failed) fail(heading)
  const unheard = [...wanted].filter((name) => !took.has(name))
  if (unheard.length > 0) fail(`nothing was heard of ${unheard.join(', ')}`)
}

/** Where the time went. */
function printSlowest(took: ReadonlyMap<string, number>) {
  const slowest = [...took].sort((a, b) => b[1] - a[1]).slice(0, 30)
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

/** Gives what failed first: whoever runs beside it has processes to end. */
async function checkSources(): Promise<string | null> {
  // By one thread: each further one reads most of the libraries' types again, and three times as much is computed.
  const types = ['--noEmit', '--checkers', '1']
  const checks: [heading: string, command: string, args: string[]][] = [
    ['Format and lint', tool('biome'), ['check', '.']],
    ['Types', tool('tsc'), types],
    ['Types of the dashboard', tool('tsc'), [...types, '-p', 'dashboard']],
  ]
  for (const [heading, command, args] of checks) if (!(await succeeds(heading, command, args))) return heading
  return null
}

async function buildAll() {
  await run('A browser for the tests', process.execPath, [join(ROOT, 'scripts', 'ensure-browser.ts')])
  await buildDashboard()
  await buildGuide()
  await buildService()
}

/** What its tests open in a browser. */
function buildDashboard(): Promise<void> {
  return run('The dashboard', process.execPath, [join(ROOT, 'dashboard', 'build.ts')])
}

/** What its tests read, and open in a browser too. */
function buildGuide(): Promise<void> {
  return run('The guide', process.execPath, [join(ROOT, 'guide', 'build.ts')])
}

/** What its tests start as a process. */
async function buildService() {
  await run('The service', process.execPath, [join(ROOT, 'scripts', 'build-service.ts')])
  if (isServiceStale() || areTablesStale()) fail('The service')
}

function tool(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

async function run(heading: string, command: string, args: string[]) {
  if (!(await succeeds(heading, command, args))) fail(heading)
}

/** Tells what it said once it has ended: others run beside it. */
async function succeeds(heading: string, command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [status] = await once(child, 'close')
  console.log(`\n── ${heading} ──`)
  process.stdout.write(Buffer.concat(said))
  return status === 0
}

function fail(heading: string): never {
  console.error(`\nFAILED: ${heading}`)
  process.exit(1)
}
