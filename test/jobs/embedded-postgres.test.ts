import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../src/db/server/embedded-postgres.ts'
import { installedBinaries } from '../../src/db/server/installed-binaries.ts'
import { serverAccount } from '../../src/db/server/server-home.ts'
import { withStartLock } from '../../src/db/server/start-lock.ts'
import { postmasterPid, until } from './service.ts'

describe('the embedded PostgreSQL', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-embedded-'))
    chmodSync(folder, 0o755)
  })
  afterEach(() => {
    const left = postmasterPid(folder)
    if (left !== null && isAlive(left)) process.kill(left, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('is one server for two processes; the last to leave stops it', async () => {
    const other = await anotherProcess(folder)
    const ours = await startEmbeddedPostgres(folder)
    const pid = postmasterPid(folder)
    assert.equal(await answer(ours.url), 1)
    await ours.stop()
    assert.ok(pid !== null && isAlive(pid), 'the other process still uses it')
    await other.leave()
    assert.ok(!isAlive(pid))
  })

  it('is joined as it is after its starter was killed', async () => {
    const other = await anotherProcess(folder)
    const pid = postmasterPid(folder)
    await other.kill()
    const ours = await startEmbeddedPostgres(folder)
    assert.equal(postmasterPid(folder), pid)
    assert.equal(await answer(ours.url), 1)
    await ours.stop()
    assert.ok(pid !== null && !isAlive(pid))
  })

  it('starts again after it was killed itself', async () => {
    const first = await startEmbeddedPostgres(folder)
    const pid = postmasterPid(folder)
    assert.ok(pid)
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    const second = await startEmbeddedPostgres(folder)
    assert.notEqual(postmasterPid(folder), pid)
    assert.equal(await answer(second.url), 1)
    await second.stop()
    await first.stop()
  })

  it('is started again where its socket was removed, while it is used and by the next start', async () => {
    const other = await anotherProcess(folder)
    const socket = join(folder, 'postgres', 'socket', '.s.PGSQL.5432')
    const first = postmasterPid(folder)
    rmSync(socket)
    await until(() => existsSync(socket))
    const second = postmasterPid(folder)
    assert.notEqual(second, first)
    await other.kill()
    rmSync(socket)
    const ours = await startEmbeddedPostgres(folder)
    assert.equal(await answer(ours.url), 1)
    assert.ok(second !== null && !isAlive(second))
    await ours.stop()
  })

  it('waits for what a killed server left running', async () => {
    const other = await anotherProcess(folder)
    const pid = postmasterPid(folder)
    assert.ok(pid)
    await other.kill()
    const left = childrenOf(pid).find((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('checkpointer'),
    )
    assert.ok(left)
    // As a machine that is busy keeps it from noticing.
    process.kill(left, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    const starting = startEmbeddedPostgres(folder)
    const log = join(folder, 'postgres', 'server.log')
    await until(() => readFileSync(log, 'utf8').includes('is still in use'))
    process.kill(left, 'SIGCONT')
    const ours = await starting
    assert.equal(await answer(ours.url), 1)
    await ours.stop()
  })

  it('starts although postmaster.pid names a process that is another program by now', async () => {
    const first = await startEmbeddedPostgres(folder)
    await first.stop()
    const file = join(folder, 'postgres', 'cluster', 'postmaster.pid')
    writeFileSync(file, `${process.pid}\n`)
    const second = await startEmbeddedPostgres(folder)
    assert.equal(await answer(second.url), 1)
    await second.stop()
  })

  it('takes a very long data folder', async () => {
    const long = join(folder, 'x'.repeat(100), 'y'.repeat(100))
    const server = await startEmbeddedPostgres(long)
    assert.equal(await answer(server.url), 1)
    await server.stop()
  })

  it('runs below a closed folder under root', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    const closed = join(folder, 'home')
    mkdirSync(closed, { mode: 0o700 })
    const server = await startEmbeddedPostgres(join(closed, 'data'))
    assert.equal(await answer(server.url), 1)
    await server.stop()
    assert.equal(existsSync(join(closed, 'data', 'postgres')), false)
    // Opened later, the folder still has the database that it had.
    chmodSync(closed, 0o755)
    const again = await startEmbeddedPostgres(join(closed, 'data'))
    assert.equal(again.url, server.url)
    await again.stop()
    const copied = join(folder, 'copied')
    cpSync(join(closed, 'data'), copied, { recursive: true })
    await assert.rejects(
      startEmbeddedPostgres(copied),
      /was copied or moved from a folder whose database lies in/,
    )
    const place = new URL(server.url).searchParams.get('host') ?? ''
    if (place.startsWith('/var/lib/toscan/')) rmSync(place.split('/postgres')[0] ?? '', { recursive: true })
  })
})

describe('the embedded PostgreSQL of an account that closes what it makes', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-umask-'))
    chmodSync(folder, 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('comes up with umask 077', async () => {
    const before = process.umask(0o077)
    const server = await startEmbeddedPostgres(join(folder, 'data')).finally(() => process.umask(before))
    assert.equal(await answer(server.url), 1)
    await server.stop()
    const place = new URL(server.url).searchParams.get('host') ?? ''
    assert.match(place, /^\/var\/lib\/toscan\//)
    rmSync(place.split('/postgres')[0] ?? '', { recursive: true })
  })

  it('runs binaries that were installed with umask 077, from a whole copy of that version', () => {
    const account = serverAccount()
    const packaged = join(folder, 'package', 'native')
    cpSync(installedBinaries(folder, null), packaged, { recursive: true, verbatimSymlinks: true })
    const ofVersion = (version: string) =>
      writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ version }))
    ofVersion('18.1.0')
    spawnSync('chmod', ['-R', 'go-rwx', join(folder, 'package')])
    const home = join(folder, 'postgres')
    mkdirSync(home)
    const asServer = (native: string) =>
      spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...account, encoding: 'utf8' }).status
    const first = installedBinaries(home, account, packaged)
    assert.equal(asServer(first), 0)
    assert.equal(installedBinaries(home, account, packaged), first)

    // Cut short, as a copy is by a kill or a full disk, and of before copies had a version.
    for (const left of ['binaries-18.2.0-in-making-1', ''])
      cpSync(join(packaged, 'bin'), join(home, left, 'native', 'bin'), { recursive: true })
    ofVersion('18.2.0')
    const second = installedBinaries(home, account, packaged)
    assert.equal(asServer(second), 0)
    assert.deepEqual(readdirSync(home), ['binaries-18.2.0'])
  })
})

describe('a data folder whose parent is closed after its first start', () => {
  it('says that its database cannot be reached, and starts no other', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-closed-'))
    chmodSync(folder, 0o755)
    const data = join(folder, 'data')
    const first = await startEmbeddedPostgres(data)
    await first.stop()
    chmodSync(folder, 0o700)
    await assert.rejects(
      startEmbeddedPostgres(data),
      /lies in \S+postgres, and the account that runs it cannot get there/,
    )
    chmodSync(folder, 0o755)
    const again = await startEmbeddedPostgres(data)
    assert.equal(again.url, first.url)
    await again.stop()
    rmSync(folder, { recursive: true })
  })
})

describe('the start lock', () => {
  let file: string
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'toscan-lock-')), 'lock')
  })
  afterEach(() => rmSync(file, { force: true }))

  it('lets one in at a time', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
    }
    await Promise.all(Array.from({ length: 5 }, () => withStartLock(file, work)))
    assert.equal(most, 1)
  })

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    writeFileSync(file, String(child.pid))
    assert.equal(await withStartLock(file, async () => 'in'), 'in')
  })

  it('is taken over from a process whose id another has by now', async () => {
    writeFileSync(file, `${process.pid} 1`)
    assert.equal(await withStartLock(file, async () => 'in'), 'in')
  })

  it('is given back when the work fails', async () => {
    await assert.rejects(
      withStartLock(file, async () => {
        throw new Error('no')
      }),
    )
    assert.equal(existsSync(file), false)
  })
})

/** A process that starts or joins the server of `folder` and stays. */
async function anotherProcess(folder: string) {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('../../src/db/server/embedded-postgres.ts', import.meta.url).href)})
    const server = await startEmbeddedPostgres(${JSON.stringify(folder)})
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return { leave: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

async function answer(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 1 as one')
  await client.end()
  return rows[0]?.one
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Zombies of a killed child count as gone. */
function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    return (
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && process.platform !== 'linux'
    )
  }
}
