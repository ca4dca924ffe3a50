import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

/** Where Debian and others install it; it is no part of ours. */
const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)

export const noPooler = PGBOUNCER === undefined && 'needs PgBouncer (apt-get install pgbouncer)'

export interface Pooler {
  /** The same database, through the pooler. */
  url: string
  /** Of its process that runs now. */
  pid(): number | undefined
  start(): Promise<void>
  /** As the kernel kills it. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * A real PgBouncer in transaction mode in front of a database of the test server, with the configuration that docs/scale.md shows.
 * @param connections to the server, for all that come
 */
export async function transactionPooler(url: string, connections: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  const server = new URL(url)
  const host = server.searchParams.get('host') ?? server.hostname
  const password = server.password && ` password=${decodeURIComponent(server.password)}`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${host} port=${server.port || 5432} user=${server.username}${password}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 300
`,
  )
  const account = ownerOf(host)
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)

  const through = new URL(url)
  through.port = '6432'
  through.searchParams.set('host', folder)
  let child = run()
  const pooler: Pooler = {
    url: through.href,
    pid: () => child.pid,
    async start() {
      child = run()
      await until('the pooler answers', () => existsSync(join(folder, '.s.PGSQL.6432')))
    },
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(join(folder, '.s.PGSQL.6432'), { force: true })
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) await pooler.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await until('the pooler answers', () => existsSync(join(folder, '.s.PGSQL.6432')))
  return pooler

  function run() {
    return spawn(PGBOUNCER ?? '', ['-q', file], { stdio: 'ignore', ...account })
  }
}

/** PgBouncer refuses to run as root; whoever owns the socket of the server gets to it. */
function ownerOf(host: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = existsSync(host) ? statSync(host) : { uid: 0, gid: 0 }
  return { uid: uid || 65534, gid: gid || 65534 }
}
