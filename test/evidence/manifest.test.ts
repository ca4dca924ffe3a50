import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault } from '../../src/auth/vault.ts'
import type { EvidenceSigner } from '../../src/context.ts'
import { manifestOfScan } from '../../src/db/scans/manifests.ts'
import type { Exchange } from '../../src/evidence/exchange.ts'
import { readManifest } from '../../src/evidence/manifest.ts'
import { verifyScans } from '../../src/jobs/verify-scans.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { seedScans } from '../support/seed-scans.ts'
import { type Bench, openBench } from './bench.ts'

let web: WebUnderTest
let bench: Bench
let signer: EvidenceSigner
let orgId: string
let url: string
before(async () => {
  const creators = await loadCreators()
  url = creators.find((creator) => creator.name === 'escort-chain')?.url ?? ''
  web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
  bench = await openBench(web.context)
  orgId = await bench.makeOrg()
  signer = await openEvidenceSigner(bench.db, createVault(bench.settings.TOSCAN_SECRET_KEY))
})
after(async () => {
  await bench.close()
  await web.close()
})

const scan = () => bench.scan(orgId, url)

async function faultsOf(scanId: string, by = signer) {
  const faults: (string | null)[][] = []
  await verifyScans(bench.db, by, (fault) => {
    if (fault.scan_id === scanId) faults.push([fault.fault, fault.ref])
  })
  return faults
}

describe('what a scan rests on', () => {
  it('is signed when it ends: report and pages in the order of capture, each chained to the one before it', async () => {
    const scanId = await scan()
    const signed = await manifestOfScan(bench.db, scanId)
    assert.ok(signed)
    assert.equal(signed.key_id, signer.publicKey.kid)
    const { captures, ...facts } = readManifest(signed.manifest)
    const rows = await bench.query(
      'select ref, sha256 from captures where scan_id = $1 order by capture_id',
      [scanId],
    )
    assert.ok(rows.length >= 3)
    assert.deepEqual(
      captures.map(({ ref, sha256 }) => ({ ref, sha256 })),
      rows,
    )
    let chain = '0'.repeat(64)
    for (const entry of captures) {
      chain = createHash('sha256')
        .update(chain + entry.row_sha256)
        .digest('hex')
      assert.equal(entry.chain, chain)
    }
    const [row] = await bench.query('select report::text as report from scans where scan_id = $1', [scanId])
    assert.equal(facts.report_sha256, createHash('sha256').update(row.report).digest('hex'))
    assert.deepEqual(await faultsOf(scanId), [])
  })

  it('can be verified with the public key alone', async () => {
    const { subtle } = globalThis.crypto
    const signed = await manifestOfScan(bench.db, await scan())
    const { kty, crv, x } = signer.publicKey
    const key = await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const verify = (text = '') =>
      subtle.verify('Ed25519', key, Buffer.from(signed?.signature ?? '', 'base64'), Buffer.from(text))
    assert.equal(await verify(signed?.manifest), true)
    assert.equal(await verify(signed?.manifest.replace('E1', 'E2')), false)
  })

  it('shows any one field of a page that was changed since', async () => {
    const changes: Record<string, [value: string, fault: string]> = {
      kind: [`'picture'`, 'changed'],
      url: [`url || '?x'`, 'changed'],
      final_url: [`final_url || '?x'`, 'changed'],
      redirects: [`'[1]'`, 'changed'],
      status: ['404', 'changed'],
      headers: [`'{}'`, 'changed'],
      identity: [`'browser'`, 'changed'],
      fetched_at: [`fetched_at - interval '30 days'`, 'date'],
      sha256: [`repeat('ab', 32)`, 'page'],
      bytes: ['bytes + 1', 'changed'],
      truncated: ['not truncated', 'changed'],
      withheld: ['not withheld', 'changed'],
      exchange: ['null', 'changed'],
    }
    const columns = await bench.query(
      `select column_name as name from information_schema.columns where table_name = 'captures'`,
    )
    const known = [...Object.keys(changes), 'capture_id', 'scan_id', 'org_id', 'ref'].toSorted()
    assert.deepEqual(columns.map(({ name }) => name).toSorted(), known)
    const scanId = await scan()
    for (const [column, [value, fault]] of Object.entries(changes)) {
      await bench.query(
        `create table was as select * from captures where scan_id = $1 and ref = 'E1'`.replace(
          '$1',
          `'${scanId}'`,
        ),
      )
      await bench.query(`update captures set ${column} = ${value} where scan_id = $1 and ref = 'E1'`, [
        scanId,
      ])
      assert.deepEqual(await faultsOf(scanId), [[fault, 'E1']], column)
      await bench.query(
        `update captures c set ${column} = was.${column} from was where c.capture_id = was.capture_id`,
      )
      await bench.query('drop table was')
    }
    assert.deepEqual(await faultsOf(scanId), [])
  })

  it('shows what was changed of how a page was asked for, and of the certificate that answered', async () => {
    const scanId = await scan()
    const signed = await manifestOfScan(bench.db, scanId)
    const [first] = readManifest(signed?.manifest ?? '').captures
    assert.match(first?.exchange?.headers['user-agent'] ?? '', /Toscan/)
    assert.match(first?.exchange?.tls?.certificate.sha256 ?? '', /^[0-9a-f]{64}$/)
    const [kept] = await bench.query(`select exchange from captures where scan_id = $1 and ref = 'E1'`, [
      scanId,
    ])
    const was: Exchange = JSON.parse(kept.exchange)
    assert.ok(was.tls)
    const { tls, headers } = was
    const other = { ...tls.certificate, der: Buffer.from('another').toString('base64') }
    const changes: Record<string, Exchange> = {
      method: { ...was, method: 'POST' },
      header: { ...was, headers: { ...headers, 'user-agent': 'Mozilla/5.0' } },
      'a header more': { ...was, headers: { ...headers, cookie: 'a=b' } },
      'no TLS': { ...was, tls: null },
      fingerprint: { ...was, tls: { ...tls, certificate: { ...tls.certificate, sha256: 'ab'.repeat(32) } } },
      'another certificate under its fingerprint': { ...was, tls: { ...tls, certificate: other } },
      issuer: { ...was, tls: { ...tls, certificate: { ...tls.certificate, issuer: 'CN=Somebody' } } },
    }
    const set = (exchange: Exchange) =>
      bench.query(`update captures set exchange = $2 where scan_id = $1 and ref = 'E1'`, [
        scanId,
        JSON.stringify(exchange),
      ])
    for (const [what, changed] of Object.entries(changes)) {
      await set(changed)
      assert.deepEqual(await faultsOf(scanId), [['changed', 'E1']], what)
    }
    await set(was)
    assert.deepEqual(await faultsOf(scanId), [])
  })

  it('goes on to hold where it was signed before requests were kept, or by a server of that version', async () => {
    const scanId = await scan()
    const signed = await manifestOfScan(bench.db, scanId)
    const { captures, ...facts } = readManifest(signed?.manifest ?? '')
    const before = { ...facts, captures: captures.map(({ exchange, ...entry }) => entry) }
    const text = JSON.stringify(before, null, 1)
    await bench.query('update scan_manifests set manifest = $2, signature = $3 where scan_id = $1', [
      scanId,
      text,
      signer.sign(text),
    ])
    assert.deepEqual(await faultsOf(scanId), [])
    // Its row hashes are those of a version that knows no such column.
    await bench.query('update captures set exchange = null where scan_id = $1', [scanId])
    assert.deepEqual(await faultsOf(scanId), [])
  })

  it('shows words that were planted in file, row, report and date by whoever may write all of them', async () => {
    const scanId = await scan()
    const words = Buffer.from('<p>words that she never said</p>')
    const sha256 = createHash('sha256').update(words).digest('hex')
    await bench.evidence.put(sha256, words)
    const [row] = await bench.query(`select sha256 from captures where scan_id = $1 and ref = 'E1'`, [scanId])
    await bench.query(
      `update captures set sha256 = $2, bytes = $3, fetched_at = fetched_at - interval '30 days' where scan_id = $1 and ref = 'E1'`,
      [scanId, sha256, words.length],
    )
    await bench.query(`update scans set report = replace(report::text, $2, $3)::json where scan_id = $1`, [
      scanId,
      row.sha256,
      sha256,
    ])
    assert.deepEqual(await faultsOf(scanId), [
      ['report', null],
      ['page', 'E1'],
    ])
  })

  it('shows a page that was put in, a date of the scan, and a manifest that is gone, changed or signed by somebody else', async () => {
    const planted = await scan()
    await bench.query(
      `insert into captures (scan_id, org_id, kind, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
       select scan_id, org_id, kind, 'E99', url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated
         from captures where scan_id = $1 and ref = 'E1'`,
      [planted],
    )
    assert.deepEqual(await faultsOf(planted), [['planted', 'E99']])
    const backdated = await scan()
    await bench.query(
      `update scans set processing_completed_at = processing_completed_at - interval '30 days' where scan_id = $1`,
      [backdated],
    )
    assert.deepEqual(await faultsOf(backdated), [['date', null]])
    const changed = await scan()
    await bench.query(
      `update scan_manifests set manifest = replace(manifest, 'E1', 'E2') where scan_id = $1`,
      [changed],
    )
    assert.deepEqual(await faultsOf(changed), [['signature', null]])
    const gone = await scan()
    await bench.query('delete from scan_manifests where scan_id = $1', [gone])
    assert.deepEqual(await faultsOf(gone), [['unsigned', null]])
    const [whole] = await seedScans(bench.db, orgId, [{ created_at: new Date().toISOString() }])
    assert.deepEqual(await faultsOf(whole?.scan_id ?? ''), [['unsigned', null]])
    const ofOthers = await openEvidenceSigner(bench.db, createVault(bench.settings.TOSCAN_SECRET_KEY))
    assert.equal(ofOthers.keyId, signer.keyId)
    await bench.query('update deployment set evidence_key = null')
    const another = await openEvidenceSigner(bench.db, createVault(randomBytes(32).toString('hex')))
    assert.deepEqual(await faultsOf(await scan(), another), [['signature', null]])
  })

  it('says nothing of scans of before there were signatures, and of pages past their time', async () => {
    const [old] = await seedScans(bench.db, orgId, [{}])
    assert.deepEqual(await faultsOf(old?.scan_id ?? ''), [])
    const scanId = await scan()
    const found = () => verifyScans(bench.db, signer, () => {})
    const before = (await found()).expired
    await bench.query(`delete from captures where scan_id = $1 and ref = 'E1'`, [scanId])
    assert.deepEqual(await faultsOf(scanId), [])
    assert.equal((await found()).expired, before + 1)
    await bench.query('delete from scans where scan_id = $1', [scanId])
    assert.equal(await manifestOfScan(bench.db, scanId), undefined)
  })
})
