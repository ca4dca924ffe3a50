import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault } from '../../src/auth/vault.ts'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { settleEnds } from '../../src/db/scans/finish-scan.ts'
import { manifestOfScan } from '../../src/db/scans/manifests.ts'
import { scanOfOrg } from '../../src/db/scans/scan-reads.ts'
import { deleteIdleStamps } from '../../src/db/scans/time-stamps.ts'
import { BadTimeStamp, readTimeStampReply, verifyTimeStamp } from '../../src/evidence/time-stamp.ts'
import { signScan } from '../../src/jobs/sign-scan.ts'
import { MOST_STAMP_BYTES, type StampAuthority, stampManifests } from '../../src/jobs/stamp-manifests.ts'
import { verifyScans } from '../../src/jobs/verify-scans.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import { startProxy } from '../net/tiny-proxy.ts'
import { seedScans } from '../support/seed-scans.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const hasOpenssl = spawnSync('openssl', ['ts', '-help']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'toscan-tsa-'))
const inFolder = (name: string) => join(folder, name)

/** As a worker asks it: through the guarded door. */
function authorityAt(url: string, proxy?: string): StampAuthority {
  const { fetch } = createServiceFetch({ baseUrl: url, proxy, maxAnswerBytes: MOST_STAMP_BYTES })
  return { url, fetch }
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const CONFIG = `
[tsa]
default_tsa = main
[main]
serial = ${inFolder('serial')}
crypto_device = builtin
signer_cert = ${inFolder('tsa.pem')}
signer_key = ${inFolder('tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[ext]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
basicConstraints = critical,CA:FALSE
`

/** An authority as OpenSSL brings it, with a certificate of its own. */
function makeAuthority() {
  writeFileSync(inFolder('tsa.cnf'), CONFIG)
  writeFileSync(inFolder('serial'), '01\n')
  const subject = ['-subj', '/CN=A time-stamping authority', '-days', '2', '-nodes']
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.pem',
  ]
  openssl('req', '-x509', '-config', 'tsa.cnf', '-extensions', 'ext', ...subject, ...key)
}

function reply(query: Buffer): Buffer {
  writeFileSync(inFolder('query.tsq'), query)
  openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr')
  return readFileSync(inFolder('reply.tsr'))
}

describe('the time stamp of manifests', { skip: hasOpenssl ? false : 'there is no openssl here' }, () => {
  let database: TestDatabase
  let opened: Database
  let authority: Server
  let url: string
  let answer: (query: Buffer) => Buffer
  let orgId: string
  const secretKey = randomBytes(32).toString('hex')
  before(async () => {
    makeAuthority()
    database = await createTestDatabase()
    opened = openDatabase(database.url)
    orgId = await addOrg(
      { ...opened, url: database.url, directUrl: database.url, secretKey, embedded: null },
      'Stamped',
      null,
    )
    authority = createServer(async (request, response) => {
      assert.equal(request.headers['content-type'], 'application/timestamp-query')
      const bytes = answer(await buffer(request))
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => authority.once('listening', resolve))
    url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/tsr`
  })
  after(async () => {
    authority.closeAllConnections()
    authority.close()
    await opened.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const signer = () => openEvidenceSigner(opened.db, createVault(secretKey))
  async function signScans(count: number): Promise<string[]> {
    const scans = await seedScans(
      opened.db,
      orgId,
      Array.from({ length: count }, () => ({})),
    )
    for (const { scan_id } of scans) {
      const scan = await scanOfOrg(opened.db, orgId, scan_id)
      if (!scan) continue
      const signed = signScan(await signer(), { scan, captured: [] })
      await settleEnds(opened.db, [{ scan, signed }])
    }
    return scans.map(({ scan_id }) => scan_id)
  }
  async function faultsOf(scanId: string) {
    const faults: string[] = []
    await verifyScans(opened.db, await signer(), (each) => {
      if (each.scan_id === scanId) faults.push(each.fault)
    })
    return faults
  }

  it('is asked of an authority once for all that came, and OpenSSL verifies it', async () => {
    answer = reply
    const [first = '', second = ''] = await signScans(2)
    const before = Date.now()
    assert.equal(await stampManifests({ db: opened.db, authority: authorityAt(url) }), 2)
    assert.equal(await stampManifests({ db: opened.db, authority: authorityAt(url) }), 0)
    const stamped = await manifestOfScan(opened.db, first)
    const other = await manifestOfScan(opened.db, second)
    assert.ok(stamped?.time_stamp && other)
    assert.deepEqual(other.time_stamp, stamped.time_stamp)
    const { hashes, token, stamped_at } = stamped.time_stamp
    for (const { manifest } of [stamped, other])
      assert.ok(hashes.includes(`${createHash('sha256').update(manifest).digest('hex')}\n`))
    assert.ok(Math.abs(Date.parse(stamped_at) - before) < 60_000)
    writeFileSync(inFolder('token.der'), Buffer.from(token, 'base64'))
    writeFileSync(inFolder('hashes.txt'), hashes)
    const verified = spawnSync(
      'openssl',
      ['ts', '-verify', '-token_in', '-in', 'token.der', '-data', 'hashes.txt', '-CAfile', 'tsa.pem'],
      { cwd: folder, encoding: 'utf8' },
    )
    assert.match(verified.stdout + verified.stderr, /Verification: OK/)
    const of = createHash('sha256').update(hashes).digest('hex')
    const { by } = verifyTimeStamp(Buffer.from(token, 'base64'), of)
    assert.equal(by, 'CN=A time-stamping authority')
    assert.deepEqual([await faultsOf(first), await faultsOf(second)], [[], []])
  })

  it('is refused when it answers another question, is of something else, was changed or is none', async () => {
    const sha256 = createHash('sha256').update('x').digest('hex')
    openssl('ts', '-query', '-digest', sha256, '-sha256', '-cert', '-out', 'own.tsq')
    const good = reply(readFileSync(inFolder('own.tsq')))
    const wrong = { sha256, nonce: randomBytes(8) }
    assert.throws(() => readTimeStampReply(good, wrong), /another question/)
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'own.tsq', '-token_out', '-out', 'own.der')
    const token = readFileSync(inFolder('own.der'))
    assert.equal(verifyTimeStamp(token, sha256).by, 'CN=A time-stamping authority')
    assert.throws(() => verifyTimeStamp(token, 'ab'.repeat(32)), /something else/)
    // Not one bit of what is stamped, of when, or of the signature can be another.
    const from = token.indexOf(Buffer.from(sha256, 'hex'))
    const places = [from, from + 40, token.length - 3]
    for (const place of places) {
      const changed = Buffer.from(token)
      changed[place] = (changed[place] ?? 0) ^ 1
      assert.throws(() => verifyTimeStamp(changed, sha256), BadTimeStamp, `at ${place}`)
    }
    for (let length = 0; length < token.length; length += 7)
      assert.throws(() => verifyTimeStamp(token.subarray(0, length), sha256), BadTimeStamp)
    const random = randomBytes(200)
    assert.throws(() => verifyTimeStamp(random, sha256), BadTimeStamp)
  })

  it('is tried again after an authority that refuses, and nothing is stamped meanwhile', async () => {
    const [scanId = ''] = await signScans(1)
    // Status 2, rejection.
    answer = () => Buffer.from('30053003020102', 'hex')
    await assert.rejects(
      stampManifests({ db: opened.db, authority: authorityAt(url) }),
      /refused with status 2/,
    )
    answer = () => Buffer.from('<html>')
    await assert.rejects(stampManifests({ db: opened.db, authority: authorityAt(url) }), BadTimeStamp)
    assert.equal((await manifestOfScan(opened.db, scanId))?.time_stamp, null)
    answer = reply
    assert.equal(await stampManifests({ db: opened.db, authority: authorityAt(url) }), 1)
  })

  it('is asked by the guarded door: through its proxy, never where clouds keep keys, and never for more than a stamp', async (t) => {
    answer = reply
    await signScans(1)
    const { db } = opened
    const private_ = authorityAt('http://169.254.169.254/tsa')
    await assert.rejects(stampManifests({ db, authority: private_ }), /169\.254\.169\.254 is linkLocal/)
    const proxy = await startProxy({ 'stamps.example': Number(new URL(url).port) })
    t.after(() => proxy.close())
    const there = authorityAt('http://stamps.example/tsa', proxy.origin)
    answer = () => Buffer.alloc(MOST_STAMP_BYTES + 1)
    await assert.rejects(stampManifests({ db, authority: there }), /passed 262144 bytes/)
    answer = reply
    assert.equal(await stampManifests({ db, authority: there }), 1)
    assert.deepEqual(proxy.arrivals, Array(2).fill('POST http://stamps.example/tsa'))
  })

  it('that was planted is named, and one without scans goes', async () => {
    answer = reply
    const [scanId = '', other = ''] = await signScans(2)
    await stampManifests({ db: opened.db, authority: authorityAt(url) })
    const { pool } = opened
    const ofIt = '(select stamp_id from scan_manifests where scan_id = $1)'
    await pool.query(
      `update time_stamps set stamped_at = stamped_at - interval '1 day' where stamp_id = ${ofIt}`,
      [scanId],
    )
    assert.deepEqual(await faultsOf(scanId), ['time'])
    await pool.query(
      `update time_stamps set stamped_at = stamped_at + interval '1 day' where stamp_id = ${ofIt}`,
      [scanId],
    )
    assert.deepEqual(await faultsOf(scanId), [])
    await pool.query(
      `update time_stamps set hashes = encode(sha256('x'), 'hex') || E'\\n' || hashes where stamp_id = ${ofIt}`,
      [scanId],
    )
    assert.deepEqual([await faultsOf(scanId), await faultsOf(other)], [['time'], ['time']])
    const count = async () => (await pool.query('select from time_stamps')).rowCount ?? 0
    const before = await count()
    await pool.query('delete from scans where scan_id = any($1)', [[scanId, other]])
    await deleteIdleStamps(opened.db)
    assert.equal(await count(), before - 1)
  })
})
