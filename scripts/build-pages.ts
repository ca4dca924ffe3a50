import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStale } from './is-stale.ts'

/**
 * Before `npm start` and `npm run demo`: builds the dashboard and the guide where their builds are missing or older than what they are made
 * of. What a build prints is shown only where it fails, so that the first line is the one that matters. A failed one stops
 * nothing: the interface works without either.
 */

const ROOT = join(import.meta.dirname, '..')

buildIfStale('dashboard', ['dashboard/**/*', 'sdk/*.ts', 'package-lock.json'])
buildIfStale('guide', ['guide/**/*', 'docs/**/*', '*.md', 'sdk/README.md', 'clients/python/README.md'])

function buildIfStale(workspace: string, sources: string[]) {
  const built = join(ROOT, workspace, 'dist', 'index.html')
  if (!existsSync(join(ROOT, workspace, 'package.json')) || !isStale(built, sources)) return
  console.error(`Building the ${workspace} …`)
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'build', '--workspace', workspace],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    console.error(`${stdout}${stderr}The ${workspace} could not be built; the service starts without it.`)
}
