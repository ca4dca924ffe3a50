import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../src/db/server/embedded-postgres.ts'
import { until } from './until.ts'

/** Where Debian and Ubuntu install the oldest PostgreSQL that the SQL must hold for. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'

export interface TestServer {
  /** A database of the server, for making others. */
  url: string
  stop(): Promise<void>
}

/**
 * The PostgreSQL that the tests use, named by `TEST_SERVER`: a connection string, a folder of server programs, or, when
 * unset, the embedded server. What is started lives in a temporary folder and does not outlive the tests.
 */
export async function startTestServer(named: string | undefined): Promise<TestServer> {
  if (named?.startsWith('postgres')) return { url: named, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'toscan-test-'))
  // Under root the server runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const server = named ? await startPrograms(named, folder) : await startEmbeddedPostgres(folder)
  await withoutDurability(server.url)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startPrograms(programs: string, folder: string): Promise<TestServer> {
  const account = serverAccount()
  const home = join(folder, 'server')
  mkdirSync(home)
  if (account) chownSync(home, account.uid, account.gid)
  const cluster = join(home, 'cluster')
  const options = { cwd: home, stdio: 'ignore' as const, ...account }

  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'toscan', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    { ...options, stdio: 'pipe', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, '-k', home, '-c', 'listen_addresses=', '-c', 'timezone=UTC', '-c', 'max_connections=300'],
    options,
  )
  const url = `postgresql://toscan@localhost/postgres?host=${encodeURIComponent(home)}`
  await until('the server answers', () => answers(url))
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root. */
function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return uid && gid ? { uid, gid } : { uid: 65534, gid: 65534 }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Nobody needs these data after a power cut. */
async function withoutDurability(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${name} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
