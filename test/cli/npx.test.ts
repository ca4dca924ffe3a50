import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createTestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'toscan.js')

describe('a service that npx has started', () => {
  it('stops with the shell that npx starts it in, which alone is told to', async (context) => {
    const database = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'toscan-npx-'))
    let pid = 0
    context.after(async () => {
      if (pid > 0 && !ended) process.kill(pid, 'SIGKILL')
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" serve & echo pid $!; wait`], {
      env: {
        PATH: process.env.PATH,
        npm_command: 'exec',
        DATABASE_URL: database.url,
        TOSCAN_SECRET_KEY: randomBytes(32).toString('hex'),
        TOSCAN_DATA_DIR: dataDir,
        TOSCAN_BROWSER: 'off',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    let ended = false
    // When nobody holds it any more: whoever has lost its parent is waited for by others.
    const closed = once(shell.stdout, 'close').then(() => {
      ended = true
    })
    shell.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    await until('it listens', () => /Toscan is listening/.test(output))
    pid = Number(/^pid (\d+)/m.exec(output)?.[1])
    shell.kill('SIGTERM')
    await until('it has ended', () => ended)
    await closed
    assert.ok(ended)
  })
})
