import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Account } from './server-home.ts'
import { wasNotMade } from './start-failures.ts'

/** How the name of a cluster begins that is not whole yet. */
const MAKING = 'cluster-in-making-'

/** Made beside its place and put there when it is whole: what was cut short is nobody's cluster, and goes. */
export function makeCluster(native: string, cluster: string, account: Account | null) {
  const home = dirname(cluster)
  for (const name of readdirSync(home))
    if (name.startsWith(MAKING)) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  // Of a killed process initdb may still be at work: each has a name of its own.
  const making = join(home, MAKING + randomUUID())
  const args = [
    '-D',
    making,
    '-U',
    'toscan',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  const made = spawnSync(join(native, 'bin', 'initdb'), args, { encoding: 'utf8', cwd: home, ...account })
  if (made.status !== 0) {
    rmSync(making, { recursive: true, force: true })
    throw wasNotMade(made)
  }
  rmSync(cluster, { recursive: true, force: true })
  renameSync(making, cluster)
}
