import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { POSTGRES_15 } from '../test/support/test-server.ts'

/**
 * `npm test`: format and lint, types, every test on the embedded PostgreSQL, and the tests of SQL on PostgreSQL 15 where
 * there is one. `npm test -- <file>…` runs these test files only. Stops at the first failure.
 */

const ROOT = join(import.meta.dirname, '..')
const TESTS = ['src/**/*.test.ts', 'sdk/**/*.test.ts', 'test/**/*.test.ts']
/** What speaks SQL; this must hold on PostgreSQL 15 as well. */
const DATABASE_TESTS = ['test/api/**/*.test.ts', 'test/jobs/**/*.test.ts']

const wanted = process.argv.slice(2)
if (wanted.length > 0) {
  runTests('Tests named on the command line', wanted, {})
} else {
  run('Format and lint', tool('biome'), ['check', '.'])
  run('Types', tool('tsc'), ['--noEmit'])
  runTests('Tests', files(TESTS), {})
  const fifteen = process.env.TEST_DATABASE_URL
    ? { TEST_SERVER: process.env.TEST_DATABASE_URL }
    : existsSync(POSTGRES_15)
      ? { TEST_SERVER: POSTGRES_15 }
      : null
  if (fifteen) runTests('Tests that speak SQL, on PostgreSQL 15', files(DATABASE_TESTS), fifteen)
}

function files(patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort()
}

function runTests(heading: string, paths: string[], env: Record<string, string>) {
  const options = [
    '--test',
    '--test-reporter=spec',
    '--test-global-setup=test/support/global-setup.ts',
    `--test-concurrency=${Math.min(4, availableParallelism())}`,
    '--test-timeout=180000',
  ]
  run(heading, process.execPath, [...options, ...paths], env)
}

function tool(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

function run(heading: string, command: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n── ${heading} ──`)
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) {
    console.error(`\nFAILED: ${heading}${error ? ` (${error.message})` : ''}`)
    process.exit(1)
  }
}
