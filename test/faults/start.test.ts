import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { awaitDatabase } from '../../src/db/connect/await-database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { databaseDoor } from '../support/database-door.ts'
import { PROGRAM } from '../support/program.ts'
import { recoveringDoor } from '../support/recovering-door.ts'
import { silentDoor } from '../support/silent-door.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import { cutStarts } from './cut-starts.ts'

describe('a start while connections to the database break', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  it('becomes ready, whichever message is lost', async () => {
    await Array.fromAsync(cutStarts(api.databaseUrl, api.env, { step: 17 }))
  })
})

describe('a start while the database is not up', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  for (const role of ['api', 'worker']) {
    it(`waits, says so once, and ends in a running service: ${role}`, async () => {
      const door = await recoveringDoor(api.databaseUrl)
      const started = start(api, door.url, role)
      await until('it has asked several times', () => door.asked() >= 4)
      assert.equal(started.child.exitCode, null, started.output())
      door.recover()
      await until('it runs', () => /listening on|worker is running/.test(started.output()))
      const said =
        /The database "\w+" at 127\.0\.0\.1:\d+ does not answer yet \(the database system is starting up\)\. Waiting/g
      assert.equal(started.output().match(said)?.length, 1, started.output())
      started.child.kill('SIGTERM')
      assert.equal(await started.ended, 0, started.output())
      await door.close()
    })
  }

  it('ends with 0 when it is told to stop meanwhile', async () => {
    const door = await databaseDoor(api.databaseUrl)
    await door.close()
    const started = start(api, door.url, 'api')
    await until('it says that it waits', () => started.output().includes('Waiting'))
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0, started.output())
  })

  it('waits for a server that does not accept connections yet, and not for ever', async () => {
    const door = await recoveringDoor(api.databaseUrl)
    const { db, close } = openDatabase(door.url)
    const said: string[] = []
    await assert.rejects(
      awaitDatabase(db, { seconds: 2, say: (reason) => said.push(reason) }),
      /The database did not answer within 2 s: the database system is starting up/,
    )
    assert.deepEqual(said, ['the database system is starting up'])
    assert.ok(door.asked() > 2)
    await close()
    await door.close()
  })

  for (const [what, url, said] of [
    [
      'of a name that nobody knows',
      'postgres://app:s3cret@db.example.invalid/scans',
      /^The database "scans" at db\.example\.invalid:5432 does not answer yet \(getaddrinfo (ENOTFOUND|EAI_AGAIN) db\.example\.invalid\)\. Waiting for a minute at most; if it is not there, DATABASE_URL is wrong\.$/m,
    ],
    [
      'where nobody listens',
      'postgres://app:s3cret@127.0.0.1:1/scans',
      /^The database "scans" at 127\.0\.0\.1:1 does not answer yet \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Waiting/m,
    ],
  ] as const)
    it(`says at once what it tries, and never the password: a database ${what}`, async () => {
      const started = start(api, url, 'worker')
      await until('it says so', () => said.test(started.output()))
      assert.doesNotMatch(started.output(), /s3cret/)
      started.child.kill('SIGTERM')
      assert.equal(await started.ended, 0, started.output())
    })

  it('says within seconds that nothing has come, where connections are taken and not answered', async () => {
    const door = await silentDoor(api.databaseUrl)
    door.swallow()
    const { db, close } = openDatabase(door.url)
    const said: string[] = []
    const began = performance.now()
    const waiting = awaitDatabase(db, { seconds: 1, say: (reason) => said.push(reason) })
    waiting.catch(() => {})
    await until('it says so', () => said.length > 0)
    assert.ok(performance.now() - began < 4500, 'sooner than a connection is given up')
    assert.equal(said[0], 'nothing has come for 2 s')
    await assert.rejects(waiting, /did not answer within 1 s/)
    await close()
    await door.close()
  })

  it('warns where few files may be open', async () => {
    const command = `ulimit -n 300; exec "$0" "$1" serve`
    const child = spawn('bash', ['-c', command, process.execPath, PROGRAM], {
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://a:b#c@d/', TOSCAN_SECRET_KEY: '0'.repeat(64) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    assert.match(await text(child.stderr), /^WARNING: this process may have 300 files and connections open/m)
  })

  it('does not wait for what waiting does not mend', async () => {
    const address = new URL(api.databaseUrl)
    address.pathname = '/there_is_none'
    const { db, close } = openDatabase(address.href)
    await assert.rejects(
      awaitDatabase(db, { say: () => assert.fail('it waits') }),
      /The database cannot be used: database "there_is_none" does not exist/,
    )
    await close()
  })

  for (const [what, part, said] of [
    [
      'a certificate that is not there',
      '?sslmode=verify-full&sslrootcert=/there/is/none.pem',
      /cannot be used: ENOENT.*none\.pem/,
    ],
    [
      'a password that makes the address none',
      'signs',
      /cannot be used: Invalid URL\. Signs of a password .* # as %23/,
    ],
  ] as const)
    it(`does not wait for ${what}, and says so`, async () => {
      const url =
        part === 'signs' ? 'postgres://app:a#b/c@127.0.0.1:1/x' : `postgres://app:b@127.0.0.1:1/x${part}`
      const { db, close } = openDatabase(url)
      await assert.rejects(awaitDatabase(db, { say: () => assert.fail('it waits') }), said)
      await close()
    })
})

function start(api: TestApi, databaseUrl: string, role: string) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', role], {
    env: { PATH: process.env.PATH, ...api.env, PORT: '0', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return { child, output: () => output, ended: once(child, 'exit').then(([code, signal]) => code ?? signal) }
}
