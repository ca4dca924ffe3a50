import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Client } from 'pg'
import { instanceKey } from '../../src/auth/vault.ts'
import { ROOT } from '../../src/cli/start/start.ts'
import { startEmbeddedPostgres } from '../../src/db/server/embedded-postgres.ts'
import { PROGRAM } from '../support/program.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

describe('a start', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-folder-'))
    chmodSync(folder, 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('whose data folder cannot be written says so in a sentence, and ends with 1', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, err } = await serve({ TOSCAN_DATA_DIR: join(file, 'data') })
    assert.equal(code, 1)
    assert.equal(
      err,
      `toscan: Nothing can be written into the data folder ${file}/data (ENOTDIR). Set TOSCAN_DATA_DIR to a folder that the account which runs Toscan may write into.\n`,
    )
  })

  it('that cannot listen where it is told says why in a sentence, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const database = await createTestDatabase()
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const of = { DATABASE_URL: database.url, TOSCAN_SECRET_KEY: '0'.repeat(64) }
    const taken = await serve({ ...of, PORT: String(port) })
    assert.deepEqual([taken.code, taken.err], [1, `toscan: PORT: port ${port} of 127.0.0.1 is taken.\n`])
    // Of documents: nobody has it.
    const elsewhere = await serve({ ...of, PORT: '0', HOST: '192.0.2.1' })
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.err, /^toscan: HOST: 192\.0\.2\.1 is no address of this machine\..*\n$/)
    other.close()
    await database.drop()
  })

  it('comes up on what one left that was killed while it made the database', async () => {
    const source = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(join(ROOT, 'src/db/server/embedded-postgres.ts'))})
      await startEmbeddedPostgres(${JSON.stringify(folder)})`
    const killed = spawn(process.execPath, ['--input-type=module', '-e', source], {
      detached: true,
      stdio: 'ignore',
    })
    await until('initdb is at work', () => globSync(join(folder, 'postgres', '*', 'PG_VERSION')).length === 1)
    assert.ok(killed.pid)
    process.kill(-killed.pid, 'SIGKILL')
    await once(killed, 'exit')
    const server = await startEmbeddedPostgres(folder)
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.end()
    await server.stop()
  })

  it('takes files that were begun and never written for none', async () => {
    for (const name of ['instance.key', 'postgres.place']) writeFileSync(join(folder, name), '')
    const server = await startEmbeddedPostgres(folder)
    assert.match(instanceKey(folder, null), /^[0-9a-f]{64}$/)
    assert.match(readFileSync(join(folder, 'postgres.place'), 'utf8'), /^(postgres|\/var\/lib\/.+)$/)
    await server.stop()
    // Once something is sealed with a key, no other takes its place.
    writeFileSync(join(folder, 'instance.key'), '')
    assert.equal(instanceKey(folder, '0'.repeat(32)), '')
  })

  async function serve(env: Record<string, string>) {
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', 'api'], {
      env: { PATH: process.env.PATH, PORT: '0', TOSCAN_DATA_DIR: folder, TOSCAN_LOG_LEVEL: 'fatal', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { code, err }
  }
})
