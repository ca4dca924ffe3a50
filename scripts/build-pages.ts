import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStale } from './is-stale.ts'

/**
 * Before `npm start` and `npm run demo`: builds the dashboard where its build is missing or older than what it is made
 * of. What a build prints is shown only where it fails, so that the first line is the one that matters. A failed one stops
 * nothing: the interface works without a dashboard.
 */

const ROOT = join(import.meta.dirname, '..')
const BUILT = join(ROOT, 'dashboard', 'dist', 'index.html')
const SOURCES = ['dashboard/**/*', 'sdk/*.ts', 'package-lock.json']

if (existsSync(join(ROOT, 'dashboard', 'package.json')) && isStale(BUILT, SOURCES)) {
  console.error('Building the dashboard …')
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'build', '--workspace', 'dashboard'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    console.error(`${stdout}${stderr}The dashboard could not be built; the service starts without it.`)
}
