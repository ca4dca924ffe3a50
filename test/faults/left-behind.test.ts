import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { postmasterPid } from '../jobs/service.ts'
import { PROGRAM } from '../support/program.ts'
import { isAlive, type Started, startOnFolder, toGroup } from '../support/start-on-folder.ts'
import { until } from '../support/until.ts'

describe('the embedded PostgreSQL of a service that is ended', () => {
  // Its database is made by the first of them: what each leaves behind is asked of it.
  let folder: string
  let service: Started | undefined
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-guarded-'))
    chmodSync(folder, 0o755)
  })
  afterEach(async () => {
    if (service) toGroup(service, 'SIGKILL')
    await service?.ended
    service = undefined
    const left = postmasterPid(folder)
    if (left !== null && isAlive(left)) process.kill(left, 'SIGKILL')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`is not left behind when the whole group of npm start gets ${signal}, again and again`, async () => {
      const running = await startOnFolder('npm', ['start'], folder)
      service = running
      const postmaster = postmasterPid(folder)
      assert.ok(postmaster)
      toGroup(running, signal)
      await until('it stops', () => running.output().includes('"msg":"stopping"'), 10)
      for (let again = 0; again < 5; again++) toGroup(running, signal)
      await running.ended
      await until('the server is gone', () => !isAlive(postmaster), 15)
    })
  }

  it('is not left behind when the terminal is closed', {
    skip: !existsSync('/usr/bin/script') && 'needs script, which makes a terminal',
  }, async () => {
    const command = `exec ${process.execPath} ${PROGRAM} serve`
    const terminal = await startOnFolder('/usr/bin/script', ['-qfc', command, '/dev/null'], folder)
    const postmaster = postmasterPid(folder)
    const [served = ''] = readdirSync(join(folder, 'postgres', 'users'))
    assert.ok(postmaster && isAlive(Number(served)))
    terminal.child.kill('SIGKILL')
    await until('service and server have gone', () => !isAlive(postmaster) && !isAlive(Number(served)), 15)
  })
})
