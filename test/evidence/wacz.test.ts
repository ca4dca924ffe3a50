import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { WARCParser } from 'warcio'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { exportEvidence } from '../../src/backup/export-evidence.ts'
import { manifestOfScan } from '../../src/db/scans/manifests.ts'
import { Conflict, NotFound } from '../../src/errors.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { PROGRAM } from '../support/program.ts'
import { seedScans } from '../support/seed-scans.ts'
import { type Bench, openBench, type StoredCapture } from './bench.ts'

let web: WebUnderTest
let bench: Bench
let orgId: string
const urls = new Map<string, string>()
before(async () => {
  const creators = await loadCreators()
  for (const creator of creators) urls.set(creator.name, creator.url)
  web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
  bench = await openBench(web.context)
  orgId = await bench.makeOrg()
})
after(async () => {
  await bench.close()
  await web.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const folder = () => bench.settings.TOSCAN_DATA_DIR

async function exported(name: string) {
  const scanId = await bench.scan(orgId, urls.get(name) ?? '')
  const file = join(folder(), `${scanId}.wacz`)
  const end = await exportEvidence(bench, { scanId, orgId }, file, 'Toscan test')
  return { scanId, file, end, files: unzip(await readFile(file)), captures: await bench.capturesOf(scanId) }
}

/** Its files, all of them stored as they are. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.length - 22
  assert.equal(bytes.readUInt32LE(end), 0x06054b50)
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50)
    assert.equal(bytes.readUInt16LE(at + 10), 0, 'stored')
    const [size, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    const local = bytes.readUInt32LE(at + 42)
    const content = bytes.subarray(local + 30 + length, local + 30 + length + size)
    assert.equal(bytes.readUInt32LE(at + 16), crc32(content))
    files.set(name, content)
    at += 46 + length
  }
  return files
}

async function recordsOf(warc: Uint8Array) {
  const records = []
  for await (const record of WARCParser.iterRecords([warc])) {
    const bytes = await record.readFully(false)
    const { warcType: type, warcTargetURI: url, warcDate: at, warcPayloadDigest } = record
    const status = record.httpHeaders?.statusCode ?? null
    const ref = record.warcHeader('X-Toscan-Ref') ?? null
    records.push({ type, url, at, status, ref, bytes: record.payload ?? bytes, warcPayloadDigest })
  }
  return records
}

describe('the evidence of a scan as WACZ', () => {
  it('lists every file with its hash, and the hash of the list', async () => {
    const { files, file, end, scanId, captures } = await exported('escort-chain')
    assert.deepEqual(end, { captures: captures.length, withheld: 0, missing: 0 })
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const datapackage = JSON.parse(String(files.get('datapackage.json')))
    assert.deepEqual([datapackage.profile, datapackage.wacz_version], ['data-package', '1.1.1'])
    const listed = datapackage.resources.map(({ path }: { path: string }) => path)
    assert.deepEqual(
      [...files.keys()].toSorted(),
      [...listed, 'datapackage.json', 'datapackage-digest.json'].toSorted(),
    )
    for (const { path, hash, bytes } of datapackage.resources) {
      const content = files.get(path) ?? Buffer.alloc(0)
      assert.deepEqual([hash, bytes], [`sha256:${sha256(content)}`, content.length], path)
    }
    assert.deepEqual(JSON.parse(String(files.get('datapackage-digest.json'))), {
      path: 'datapackage.json',
      hash: `sha256:${sha256(files.get('datapackage.json') ?? Buffer.alloc(0))}`,
    })
    assert.equal(JSON.parse(String(files.get('toscan/scan.json'))).profile_id, scanId)
    const { time_stamp, ...signed } = (await manifestOfScan(bench.db, scanId)) ?? { time_stamp: null }
    assert.equal(time_stamp, null)
    assert.deepEqual(JSON.parse(String(files.get('toscan/manifest.json'))), signed)
  })

  it('holds each stored page as it came, and the redirects that led there', async () => {
    const { files, captures } = await exported('escort-chain')
    const records = await recordsOf(files.get('archive/data.warc.gz') ?? Buffer.alloc(0))
    assert.equal(records[0]?.type, 'warcinfo')
    const pages = records.filter(({ ref }) => ref !== null)
    const byRef = (a: { ref: string | null }, b: { ref: string | null }) =>
      String(a.ref) < String(b.ref) ? -1 : 1
    const facts = (capture: StoredCapture) => ({
      ref: capture.ref,
      url: capture.final_url,
      status: capture.status,
      sha256: capture.sha256,
    })
    assert.deepEqual(
      pages
        .toSorted(byRef)
        .map(({ ref, url, status, bytes }) => ({ ref, url, status, sha256: sha256(bytes) })),
      captures.toSorted(byRef).map(facts),
    )
    for (const { warcPayloadDigest } of pages) assert.match(warcPayloadDigest ?? '', /^sha-?256:/)
    const hops = records.filter(({ ref, type }) => ref === null && type === 'response')
    assert.ok(hops.length > 0)
    for (const { status } of hops) assert.ok(Number(status) >= 300 && Number(status) < 400)
  })

  it('holds how each page was asked for, and the certificate of who answered', async () => {
    const { files, captures } = await exported('escort-chain')
    const warc = files.get('archive/data.warc.gz') ?? Buffer.alloc(0)
    const came = new Map<string, { url: string; tls: string; certificate: string }>()
    const sent: { to: string; url: string; line: string; headers: Headers }[] = []
    for await (const record of WARCParser.iterRecords([warc])) {
      await record.readFully(false)
      const url = record.warcTargetURI ?? ''
      const name = (header: string) => record.warcHeader(header) ?? ''
      const { httpHeaders } = record
      if (record.warcType === 'response' && name('X-Toscan-Ref'))
        came.set(name('WARC-Record-ID'), {
          url,
          tls: name('WARC-Protocol'),
          certificate: name('X-Toscan-Certificate'),
        })
      if (record.warcType === 'request')
        sent.push({
          to: name('WARC-Concurrent-To'),
          url,
          line: httpHeaders?.statusline ?? '',
          headers: new Headers([...(httpHeaders?.headers ?? [])]),
        })
    }
    const answers = captures.filter(({ kind }) => kind === 'answer')
    assert.ok(answers.length > 0)
    assert.equal(sent.length, answers.length)
    for (const { to, url, line, headers } of sent) {
      const answer = came.get(to)
      const { pathname, search, host, protocol } = new URL(url)
      assert.equal(answer?.url, url)
      assert.equal(line, `GET ${pathname}${search} HTTP/1.1`)
      assert.equal(headers.get('host'), host)
      assert.equal(headers.get('user-agent'), 'Toscan/test')
      if (protocol !== 'https:') continue
      assert.equal(answer?.tls, 'tls/1.3')
      const [, fingerprint = ''] = answer?.certificate.split(':') ?? []
      const der = files.get(`toscan/certificates/${fingerprint}.der`)
      assert.equal(sha256(der ?? Buffer.alloc(0)), fingerprint)
    }
    assert.ok([...files.keys()].some((path) => path.startsWith('toscan/certificates/')))
  })

  it('has an index whose every line leads to its record, and a list of pages', async () => {
    const { files, captures } = await exported('escort-chain')
    const warc = files.get('archive/data.warc.gz') ?? Buffer.alloc(0)
    const lines = String(files.get('indexes/index.cdx')).trim().split('\n')
    assert.deepEqual(lines, lines.toSorted())
    assert.ok(lines.length >= captures.length)
    for (const line of lines) {
      const json = /^\S+ \d{14} (\{.*\})$/.exec(line)?.[1]
      assert.ok(json, line)
      const { url, offset, length, filename } = JSON.parse(json)
      assert.equal(filename, 'data.warc.gz')
      const [record] = await recordsOf(warc.subarray(Number(offset), Number(offset) + Number(length)))
      assert.equal(record?.url, url)
    }
    const [head, ...pages] = String(files.get('pages/pages.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(head.format, 'json-pages-1.0')
    assert.ok(pages.some(({ url }) => url === captures[0]?.final_url))
  })

  it('leaves out what is not kept of minors, and says so', async () => {
    const { files, end, captures } = await exported('minor-age')
    const withheld = captures.filter((capture) => capture.withheld)
    assert.ok(withheld.length > 0)
    assert.deepEqual(end, {
      captures: captures.length - withheld.length,
      withheld: withheld.length,
      missing: 0,
    })
    const records = await recordsOf(files.get('archive/data.warc.gz') ?? Buffer.alloc(0))
    const kept = new Set(records.map(({ bytes }) => sha256(bytes)))
    for (const capture of withheld) assert.ok(!kept.has(capture.sha256))
  })

  it('is written once, of completed scans only, and by the command with a word in the audit trail', async () => {
    const { scanId, file } = await exported('fitness-coach')
    await assert.rejects(exportEvidence(bench, { scanId, orgId }, file, 'Toscan test'), Conflict)
    const [running] = await seedScans(bench.db, orgId, [{ status: 'processing' }])
    const other = join(folder(), 'other.wacz')
    const none = { scanId: running?.scan_id ?? '', orgId }
    await assert.rejects(exportEvidence(bench, none, other, 'Toscan test'), NotFound)
    const child = spawn(
      process.execPath,
      [PROGRAM, 'evidence', 'export', '--scan', scanId, other, '--json'],
      {
        env: { PATH: process.env.PATH, ...bench.settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.equal(JSON.parse(out).missing, 0, err)
    assert.ok(unzip(await readFile(other)).has('archive/data.warc.gz'))
    const acts = await bench.query(`select subject from audit_log where action = 'evidence.export'`)
    assert.deepEqual(acts, [{ subject: scanId }])
  })
})
