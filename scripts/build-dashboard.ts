import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Before `npm start` and `npm run demo`: builds the dashboard where its build is missing or older than what it is made
 * of. What a build prints is shown only where it fails, so that the first line is the one that matters. A failed one stops
 * nothing: the interface works without a dashboard.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'dashboard')
const BUILT = join(FOLDER, 'dist', 'index.html')

if (existsSync(join(FOLDER, 'package.json')) && isStale()) {
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

function isStale(): boolean {
  if (!existsSync(BUILT)) return true
  const built = statSync(BUILT).mtimeMs
  return sources().some((file) => statSync(join(ROOT, file)).mtimeMs > built)
}

function sources(): string[] {
  return globSync(['dashboard/**/*', 'sdk/*.ts', 'package-lock.json'], {
    cwd: ROOT,
    exclude: (path) => /(^|[/\\])(dist|node_modules)([/\\]|$)/.test(path),
  }).filter((file) => statSync(join(ROOT, file)).isFile())
}
