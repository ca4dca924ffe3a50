import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive, isCutOff, isPostgres, postmasterPid, shutDown } from './postmaster.ts'
import type { Account } from './server-home.ts'
import { didNotStart } from './start-failures.ts'

/** For an answer, and for what a killed server left running. */
const PATIENCE_MS = 30_000

/**
 * Starts the server of a cluster and waits for its answer; joins one that runs already. One that was killed may leave processes for a moment, on a busy
 * machine for seconds, beside which none starts: those are waited for.
 * @throws Unavailable when it ends, or does not answer within half a minute
 */
export async function launchServer(
  native: string,
  place: { cluster: string; log: string },
  socketDir: string,
  account: Account | null,
  url: string,
) {
  if (await joinsRunningServer(place.cluster, socketDir, url)) return
  for (const began = performance.now(); ; await sleep(250)) {
    const said = existsSync(place.log) ? statSync(place.log).size : 0
    const ended = await launch(native, place, socketDir, account, url)
    if (ended === null) return
    const left = readFileSync(place.log).subarray(said).includes('pre-existing shared memory block')
    if (!left || performance.now() - began > PATIENCE_MS) throw didNotStart(ended.how, place.log)
  }
}

/** Null: it answers. */
async function launch(
  native: string,
  place: { cluster: string; log: string },
  socketDir: string,
  account: Account | null,
  url: string,
): Promise<{ how: string | null } | null> {
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
  closeSync(log)
  for (let waited = 0; waited < PATIENCE_MS; waited += 25) {
    if (await accepts(url)) return null
    if (exited) break
    await sleep(25)
  }
  return { how: exited }
}

/**
 * A server that recovers from a crash refuses connections for a while; a second one would refuse to start beside it. A
 * postmaster.pid without its server goes: PostgreSQL would honour it when the pid has been taken by another program. A server that
 * nobody can reach any more is ended.
 */
async function joinsRunningServer(cluster: string, socketDir: string, url: string): Promise<boolean> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const pid = postmasterPid(cluster)
    if (pid === null) return false
    if (!isAlive(pid) || !isPostgres(pid)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return false
    }
    if (await accepts(url)) return true
    if (isCutOff(cluster, socketDir)) await shutDown(cluster)
    await sleep(100)
  }
  return false
}

/** True when the server answers; creates our database on a new cluster. */
export async function accepts(url: string): Promise<boolean> {
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
