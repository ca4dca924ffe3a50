import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { wasMoved } from './start-failures.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Where the database of a data folder lies: where its first start put it, which the folder remembers. Under root a folder below a
 * closed home (0700) cannot be entered by the server's account, and the database gets one of its own.
 * @throws Unavailable when the folder was copied or moved and its database was not
 */
export function serverHome(dataDir: string, account: Account | null = serverAccount()): string {
  const within = join(dataDir, 'postgres')
  const elsewhere = join('/var/lib/toscan', shortHash(dataDir), 'postgres')
  const note = join(dataDir, 'postgres.place')
  const placed = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  // Empty where an older version was killed while it wrote.
  if (placed !== '') {
    if (placed === 'postgres') return within
    if (placed === elsewhere) return elsewhere
    throw wasMoved(dataDir, placed)
  }
  // Folders of before it was noted.
  const known = [within, elsewhere].find((home) => existsSync(join(home, 'cluster', 'PG_VERSION')))
  const home = known ?? (!account || reachableByOthers(dataDir) ? within : elsewhere)
  writeWhole(note, home === within ? 'postgres' : home)
  return home
}

/** Whose account the server runs as, where it is not ours. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: drop to `postgres`, else to `nobody`. Null: run as we are. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  accountUnderRoot ??= findServerAccount()
  return accountUnderRoot
}

let accountUnderRoot: Account | undefined

function findServerAccount(): Account {
  const found = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  const group = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' })
  if (found.status === 0 && group.status === 0)
    return { uid: Number(found.stdout), gid: Number(group.stdout) }
  return { uid: 65534, gid: 65534 }
}

/** Whether accounts that are not the owner's may pass every folder down to `path`. */
export function reachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    // What is still to be made will be open.
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** A Unix socket path may have 107 bytes; a deep data folder gets one in the temporary folder. */
export function socketDirectory(home: string): string {
  const inside = join(home, 'socket')
  return Buffer.byteLength(join(inside, '.s.PGSQL.5432.lock')) <= 100
    ? inside
    : join(tmpdir(), `toscan-${shortHash(home)}`)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
