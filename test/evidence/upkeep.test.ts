import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { loadCreators, sitesOf } from '../../demo/creators.ts'
import { commandActor } from '../../src/cli/start/command-actor.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { eraseScans } from '../../src/jobs/erase-scans.ts'
import { expireEvidence } from '../../src/jobs/expire-evidence.ts'
import { expireScans } from '../../src/jobs/expire-scans.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { PROGRAM } from '../support/program.ts'
import { type Bench, openBench } from './bench.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

const STRAY = Buffer.from('nobody refers to this')
const STRAY_HASH = createHash('sha256').update(STRAY).digest('hex')

const HOUR_MS = 3_600_000
/** On a page of the scan, and nothing that a report would quote. */
const UNQUOTED = /suitcase/

for (const where of ['a folder', 'an S3 bucket'] as const) {
  describe(`looking after evidence in ${where}`, () => {
    let s3: S3Server | null = null
    let web: WebUnderTest
    let url: string
    let other: string
    before(async () => {
      const creators = await loadCreators()
      const urlOf = (name: string) => creators.find((creator) => creator.name === name)?.url ?? ''
      url = urlOf('fitness-coach')
      other = urlOf('photographer')
      web = await scanThrough(sitesOf(creators))
      if (where === 'an S3 bucket') s3 = await startS3Server()
    })
    after(async () => {
      await web.close()
      await s3?.close()
    })

    let bench: Bench
    let evidence: EvidenceStore
    let orgId: string
    let scanId: string
    beforeEach(async () => {
      bench = await openBench(web.context, s3?.bucket)
      orgId = await bench.makeOrg()
      scanId = await bench.scan(orgId, url)
      evidence = bench.evidence
    })
    afterEach(() => bench.close())

    const toscan = async (...args: string[]) => {
      const child = spawn(process.execPath, [PROGRAM, 'evidence', ...args], {
        env: { PATH: process.env.PATH, ...bench.settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, err, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<number | null>((resolve) => child.once('exit', resolve)),
      ])
      return { out, err, code }
    }
    /** What the scan was judged by, as text. */
    const wordsOf = async (id: string): Promise<string | null> => {
      const [row] = await bench.query(
        `select output::text as words from scan_steps where scan_id = $1 and step = 'analysis'`,
        [id],
      )
      return row?.words ?? null
    }
    const verify = async () => {
      const { out, err, code } = await toscan('verify', '--json')
      return { facts: JSON.parse(out), err, code }
    }

    it('evidence verify is content when all is there, and exits with 0', async () => {
      const captures = await bench.capturesOf(scanId)
      const objects = new Set(captures.map((capture) => capture.sha256)).size
      assert.deepEqual(await verify(), {
        facts: {
          captures: captures.length,
          objects,
          missing: 0,
          corrupt: 0,
          unreferenced: 0,
          signed: 1,
          unsigned: 0,
          stamped: 0,
          expired: 0,
          faults: 0,
        },
        err: '',
        code: 0,
      })
    })

    it('evidence verify names what is missing, and exits with 1', async () => {
      const [first] = await bench.capturesOf(scanId)
      const sha256 = first?.sha256 ?? ''
      await evidence.delete(sha256)
      const { facts, err, code } = await verify()
      assert.equal(facts.missing, 1)
      assert.equal(facts.corrupt, 0)
      assert.equal(err, `missing: ${sha256}\n`)
      assert.equal(code, 1)
    })

    it('evidence verify names what was changed, and exits with 1', async () => {
      const [first] = await bench.capturesOf(scanId)
      const sha256 = first?.sha256 ?? ''
      await evidence.delete(sha256)
      await evidence.put(sha256, Buffer.from('changed'))
      const { facts, err, code } = await verify()
      assert.equal(facts.missing, 0)
      assert.equal(facts.corrupt, 1)
      assert.equal(err, `corrupt: ${sha256}\n`)
      assert.equal(code, 1)
    })

    it('evidence verify names what was planted since the scan was signed, and exits with 1', async () => {
      await bench.query(
        `update captures set fetched_at = fetched_at - interval '1 day' where scan_id = $1 and ref = 'E1'`,
        [scanId],
      )
      const { facts, err, code } = await verify()
      assert.deepEqual([facts.corrupt, facts.faults, code], [0, 1, 1])
      assert.equal(err, `another date than was signed: ${scanId} E1\n`)
    })

    it('evidence verify counts bytes that nobody refers to, which are no fault', async () => {
      await evidence.put(STRAY_HASH, STRAY)
      const { facts, code } = await verify()
      assert.equal(facts.unreferenced, 1)
      assert.equal(code, 0)
    })

    it('evidence delete --scan removes the pages of that scan and leaves its report', async () => {
      const captures = await bench.capturesOf(scanId)
      const { out, code } = await toscan('delete', '--scan', scanId, '--json')
      assert.equal(code, 0)
      assert.equal(JSON.parse(out).captures, captures.length)
      assert.deepEqual(await bench.capturesOf(scanId), [])
      for (const { sha256 } of captures) assert.equal(await evidence.has(sha256), false)
      assert.equal((await bench.reportOf(scanId)).evidence_index.length > 0, true)
      assert.equal(await wordsOf(scanId), null)
    })

    it('evidence delete leaves the bytes that another organization refers to', async () => {
      const another = await bench.makeOrg()
      const theirs = await bench.scan(another, url)
      const { code } = await toscan('delete', '--org', orgId)
      assert.equal(code, 0)
      assert.deepEqual(await bench.capturesOf(scanId), [])
      const kept = await bench.capturesOf(theirs)
      assert.ok(kept.length > 0)
      for (const { sha256 } of kept) assert.equal(await evidence.has(sha256), true)
    })

    for (const [args, message] of [
      [[], /either --scan <scan_id> or --org <org_id>/],
      [['--scan', 'x', '--org', 'y'], /either --scan/],
      [['--scan', 'not-an-id'], /no scan id/],
      [['--scan', '00000000-0000-4000-8000-000000000000'], /there is no scan/],
      [['--org', 'org_nobody'], /There is no organization/],
    ] as const) {
      it(`evidence delete ${args.join(' ')} is refused with a sentence`, async () => {
        const { out, err, code } = await toscan('delete', ...args)
        assert.deepEqual([out, code], ['', 1])
        assert.match(err, message)
      })
    }

    it('removes captures past their time with their bytes, and younger ones not', async () => {
      const young = await bench.scan(orgId, other)
      await bench.query(
        `update captures set fetched_at = fetched_at - interval '91 days' where scan_id = $1`,
        [scanId],
      )
      const old = await bench.capturesOf(scanId)
      const options = { retentionDays: 90, now: new Date() }
      const { captures } = await expireEvidence({ db: bench.db, evidence }, options)
      assert.equal(captures, old.length)
      assert.deepEqual(await bench.capturesOf(scanId), [])
      for (const { sha256 } of old) assert.equal(await evidence.has(sha256), false)
      assert.ok((await bench.capturesOf(young)).length > 0)
    })

    it('removes the words of pages past their time, which a report did not quote, whether they were stored or not', async () => {
      const [words, report] = [await wordsOf(scanId), JSON.stringify(await bench.reportOf(scanId))]
      assert.match(words ?? '', UNQUOTED)
      assert.doesNotMatch(report, UNQUOTED)
      const [young, unstored] = [await bench.scan(orgId, other), await bench.scan(orgId, other)]
      await bench.query(
        `update captures set fetched_at = fetched_at - interval '91 days'
          where capture_id = (select min(capture_id) from captures where scan_id = $1)`,
        [scanId],
      )
      await bench.query('delete from captures where scan_id = $1', [unstored])
      await bench.query(
        `update scan_steps set finished_at = finished_at - interval '91 days' where scan_id = $1`,
        [unstored],
      )
      await expireEvidence({ db: bench.db, evidence }, { retentionDays: 90, now: new Date() })
      assert.deepEqual([await wordsOf(scanId), await wordsOf(unstored)], [null, null])
      assert.ok(await wordsOf(young))
      assert.equal(JSON.stringify(await bench.reportOf(scanId)), report)
    })

    it('removes what is older than its own organization keeps it, and nothing of others', async () => {
      const young = await bench.scan(orgId, other)
      const another = await bench.makeOrg()
      const theirs = await bench.scan(another, url)
      const unstored = await bench.scan(orgId, other)
      await bench.query('delete from captures where scan_id = $1', [unstored])
      await bench.query(
        `update captures set fetched_at = fetched_at - interval '8 days' where scan_id = any($1::uuid[])`,
        [`{${scanId},${theirs}}`],
      )
      const old = await bench.capturesOf(scanId)
      const expire = () => expireEvidence({ db: bench.db, evidence }, { retentionDays: 90, now: new Date() })
      await bench.query(
        `update scans set created_at = created_at - interval '8 days' where scan_id = any($1::uuid[])`,
        [`{${unstored},${theirs}}`],
      )
      await bench.query(
        `update scan_steps set finished_at = finished_at - interval '8 days' where scan_id = any($1::uuid[])`,
        [`{${unstored},${theirs}}`],
      )
      assert.equal((await expire()).captures, 0)
      await bench.query('update org_settings set evidence_retention_days = 7 where org_id = $1', [orgId])
      assert.equal((await expire()).captures, old.length)
      assert.deepEqual(await bench.capturesOf(scanId), [])
      assert.equal((await bench.reportOf(scanId)).evidence_index.length > 0, true)
      assert.ok((await bench.capturesOf(young)).length > 0)
      assert.deepEqual([await wordsOf(scanId), await wordsOf(unstored)], [null, null])
      assert.ok((await wordsOf(young)) && (await wordsOf(theirs)))
      const kept = await bench.capturesOf(theirs)
      assert.ok(kept.length > 0)
      // The same page was stored for both: its bytes stay as long as one of them keeps it.
      for (const { sha256 } of kept) assert.equal(await evidence.has(sha256), true)
    })

    it('keeps nothing longer than the operator does, whatever an organization has set', async () => {
      await bench.query('update org_settings set evidence_retention_days = 365 where org_id = $1', [orgId])
      await bench.query(`update captures set fetched_at = fetched_at - interval '91 days'`, [])
      const old = await bench.capturesOf(scanId)
      const options = { retentionDays: 90, now: new Date() }
      assert.equal((await expireEvidence({ db: bench.db, evidence }, options)).captures, old.length)
    })

    it('removes bytes that nobody refers to once they are an hour old', async () => {
      await evidence.put(STRAY_HASH, STRAY)
      const expire = (now: Date) => expireEvidence({ db: bench.db, evidence }, { retentionDays: 90, now })
      await expire(new Date())
      assert.equal(await evidence.has(STRAY_HASH), true)
      const inTwoHours = new Date(Date.now() + 2 * HOUR_MS)
      assert.deepEqual(await expire(inTwoHours), { captures: 0, objects: 1 })
      assert.equal(await evidence.has(STRAY_HASH), false)
      for (const { sha256 } of await bench.capturesOf(scanId)) assert.equal(await evidence.has(sha256), true)
    })

    it('removes nothing while this is a restored copy: what it does not know of may be the first one’s', async () => {
      await bench.query(`update captures set fetched_at = fetched_at - interval '91 days'`, [])
      const old = await bench.capturesOf(scanId)
      await evidence.put(STRAY_HASH, STRAY)
      const inTwoHours = { retentionDays: 90, now: new Date(Date.now() + 2 * HOUR_MS) }
      const upkeep = () => expireEvidence({ db: bench.db, evidence }, inTwoHours)
      await bench.query('update deployment set held_since = clock_timestamp()', [])
      assert.deepEqual(await upkeep(), { captures: 0, objects: 0 })
      await bench.query(`update scans set created_at = created_at - interval '91 days'`, [])
      assert.equal(await expireScans({ db: bench.db, evidence }, 90), 0)
      assert.equal(await evidence.has(STRAY_HASH), true)

      await bench.query('update deployment set held_since = null', [])
      assert.equal((await upkeep()).captures, old.length)
      assert.equal(await evidence.has(STRAY_HASH), false)
      assert.equal(await expireScans({ db: bench.db, evidence }, 90), 1)
    })

    it('a restored copy deletes what it is told to, and the bytes once it is released', async () => {
      const [first] = await bench.capturesOf(scanId)
      const sha256 = first?.sha256 ?? ''
      await bench.query('update deployment set held_since = clock_timestamp()', [])
      const pages = await toscan('delete', '--scan', scanId, '--json')
      assert.equal(JSON.parse(pages.out).objects, 0)
      assert.match(pages.err, /restored copy.*first installation/)
      const order = { orgId, erasable: { what: 'scan' as const, scanId }, by: commandActor() }
      assert.deepEqual(await eraseScans({ db: bench.db, evidence }, order), { scans: 1, objects: 0 })
      assert.equal(await evidence.has(sha256), true)

      await bench.query('update deployment set held_since = null', [])
      const inTwoHours = { retentionDays: 90, now: new Date(Date.now() + 2 * HOUR_MS) }
      await expireEvidence({ db: bench.db, evidence }, inTwoHours)
      assert.equal(await evidence.has(sha256), false)
    })

    it('removes what a worker recorded of a scan that had ended', async () => {
      await bench.query('update captures set ref = null where scan_id = $1', [scanId])
      const { objects } = await expireEvidence(
        { db: bench.db, evidence },
        { retentionDays: 90, now: new Date() },
      )
      assert.ok(objects > 0)
      assert.deepEqual(await bench.capturesOf(scanId), [])
    })
  })
}
