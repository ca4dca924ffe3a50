import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildOnce } from './build-once.ts'
import { isStale } from './is-stale.ts'

/**
 * Before `npm start` and `npm run demo`: builds the dashboard and the guide where their builds are missing or older than what they are made
 * of. What a build prints is shown only where it fails, so that the first line is the one that matters. A failed one stops
 * nothing: the interface works without either.
 */

const ROOT = join(import.meta.dirname, '..')

await buildIfStale('dashboard', ['dashboard/**/*', 'sdk/*.ts', 'package-lock.json'])
await buildIfStale('guide', ['guide/**/*', 'docs/**/*', '*.md', 'sdk/README.md', 'clients/python/README.md'])

async function buildIfStale(workspace: string, sources: string[]) {
  const built = join(ROOT, workspace, 'dist', 'index.html')
  if (!existsSync(join(ROOT, workspace, 'package.json'))) return
  await buildOnce(
    workspace,
    () => isStale(built, sources),
    () => build(workspace),
  ).catch((error) => failed(workspace, error))
}

function build(workspace: string) {
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
  if (status !== 0) failed(workspace, `${stdout}${stderr}`)
}

function failed(workspace: string, why: unknown) {
  console.error(`${`${why}`.trimEnd()}\nThe ${workspace} could not be built; the service starts without it.`)
}
