import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whose process id stands in the cluster's own file: the server's, which may be dead. */
export function postmasterPid(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** The same; null unless it lives. */
export function livingPostmaster(cluster: string): number | null {
  const pid = postmasterPid(cluster)
  return pid !== null && isAlive(pid) ? pid : null
}

/** Somebody else's process counts too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Where the system does not tell, it is taken for one. */
export function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return true
  }
}

/**
 * Whether the server of this cluster listens at a socket that somebody has removed, as an older server of a folder that was deleted and made anew does
 * when it ends: nobody reaches it any more, and none starts beside it. False where the system does not tell whose server it is.
 */
export function isCutOff(cluster: string, socketDir: string): boolean {
  const pid = livingPostmaster(cluster)
  if (pid === null || existsSync(join(socketDir, '.s.PGSQL.5432'))) return false
  try {
    // Where it listens stands there from when it does.
    const place = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4]
    return place === socketDir && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

/** Waits for the end of the server for twenty seconds. */
export async function shutDown(cluster: string) {
  const pid = livingPostmaster(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT') // "fast": ends sessions, writes a checkpoint
  for (let waited = 0; waited < 20_000 && isAlive(pid); waited += 20) await sleep(20)
}
