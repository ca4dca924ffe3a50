import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { startEmbeddedPostgres } from '../../src/db/server/embedded-postgres.ts'
import { postmasterPid } from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { PROGRAM } from '../support/program.ts'
import { isAlive, type Started, startOnFolder, toGroup } from '../support/start-on-folder.ts'
import { until } from '../support/until.ts'

describe('the embedded PostgreSQL under a running service', () => {
  let folder: string
  let service: Started | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-guarded-'))
    chmodSync(folder, 0o755)
  })
  afterEach(async () => {
    if (service) toGroup(service, 'SIGKILL')
    await service?.ended
    service = undefined
    const left = postmasterPid(folder)
    if (left !== null && isAlive(left)) process.kill(left, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('is started again when it is killed, and scans end; killed three times within a minute, it ends the service with 1', async () => {
    const running = await startOnFolder(process.execPath, [PROGRAM, 'serve'], folder)
    service = running
    assert.equal(await submit(running), 200)
    await until('the workers run', async () => (await countEnded(running)) === 1)
    const killed = killPostmaster(folder)
    const since = performance.now()
    await until('there is another server', () => ![null, killed].includes(postmasterPid(folder)), 15)
    const left = 15 - (performance.now() - since) / 1000
    await until('it answers again', async () => (await submit(running)) === 200, left)
    await until('all scans have ended', async () => (await countEnded(running)) >= 2)

    // The first of the minute is one of these, or the one above where that was less than a minute ago.
    const { child } = running
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    const orSay = (cause: Error) => {
      throw new Error(`${cause.message}. It said: ${running.output()}`, { cause })
    }
    let last = killed
    for (let kill = 1; kill <= 3 && !isOver(); kill++) {
      last = killPostmaster(folder)
      const others = () => ![null, last].includes(postmasterPid(folder))
      await until('there is another server, or the service ends', () => isOver() || others()).catch(orSay)
    }
    await until('the service ends', isOver).catch(orSay)
    assert.equal(child.exitCode, 1, `${child.signalCode} ${running.output()}`)
    assert.match(
      running.output(),
      /toscan: The embedded PostgreSQL is given up: it ended three times within a minute\. See \S+server\.log\./,
    )
    await until('no server is left', () => !isAlive(last), 5)
  })

  it('is not kept by a process whose id another has by now', async () => {
    const server = await startEmbeddedPostgres(folder)
    const postmaster = postmasterPid(folder)
    assert.ok(postmaster)
    // As a killed process leaves it; the id is that of somebody who is alive.
    writeFileSync(join(folder, 'postgres', 'users', String(process.ppid)), `${process.ppid} 1`)
    await server.stop()
    assert.ok(!isAlive(postmaster))
  })
})

function killPostmaster(folder: string): number {
  const pid = postmasterPid(folder)
  assert.ok(pid && isAlive(pid))
  process.kill(pid, 'SIGKILL')
  return pid
}

async function submit({ baseUrl, key }: Started): Promise<number> {
  const body = { profile_url: 'https://creators.invalid/alice' }
  return (await send(baseUrl, 'POST', '/api/v2/scan/quick', { token: key, body })).status
}

/** Of a name that does not exist a scan ends as failed; that it ends is what counts. */
async function countEnded({ baseUrl, key }: Started): Promise<number> {
  const { text } = await send(baseUrl, 'GET', '/api/v2/org/scans?limit=50', { token: key })
  return text.split('"status":"failed"').length - 1
}
