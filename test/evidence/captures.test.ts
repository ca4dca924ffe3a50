import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { insertCapture, settleCaptures } from '../../src/db/scans/captures.ts'
import { freeEvidence } from '../../src/jobs/free-evidence.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { type Bench, openBench, type StoredCapture } from './bench.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

const PAGE = Buffer.from('<title>A page</title>')
const HASH = createHash('sha256').update(PAGE).digest('hex')
const CAPTURE = {
  kind: 'answer' as const,
  url: 'https://a.example/',
  finalUrl: 'https://a.example/',
  redirects: [],
  status: 200,
  headers: {},
  identity: 'declared' as const,
  fetchedAt: '2026-03-01T10:00:00.000Z',
  sha256: HASH,
  bytes: PAGE.length,
  truncated: false,
}

for (const where of ['a folder', 'an S3 bucket'] as const) {
  describe(`the captures of a scan in ${where}`, () => {
    let s3: S3Server | null = null
    let web: WebUnderTest
    let bench: Bench
    let orgId: string
    const urls = new Map<string, string>()
    before(async () => {
      const creators = await loadCreators()
      for (const creator of creators) urls.set(creator.name, creator.url)
      web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
      if (where === 'an S3 bucket') s3 = await startS3Server()
      bench = await openBench(web.context, s3?.bucket)
      orgId = await bench.makeOrg()
    })
    after(async () => {
      await bench.close()
      await web.close()
      await s3?.close()
    })
    const scan = (name: string) => bench.scan(orgId, urls.get(name) ?? '')

    describe('of a creator with links', () => {
      let scanId: string
      let captures: StoredCapture[]
      before(async () => {
        scanId = await scan('escort-chain')
        captures = await bench.capturesOf(scanId)
      })

      it('are the pages of the report, under the hashes that it states', async () => {
        const { evidence_index: index } = await bench.reportOf(scanId)
        const stated = index.flatMap((entry: { ref: string; sha256: string | null }) =>
          entry.sha256 ? [[entry.ref, entry.sha256]] : [],
        )
        assert.ok(stated.length >= 3)
        assert.deepEqual(
          captures.map((capture) => [capture.ref, capture.sha256]),
          stated,
        )
      })

      it('hold the decoded bytes of each', async () => {
        for (const { sha256, bytes } of captures) {
          const found = await bench.evidence.get(sha256)
          assert.ok(found.ok)
          assert.equal(found.bytes.length, bytes)
        }
      })

      it('tell how each page was come by', () => {
        const [own] = captures
        assert.equal(own?.ref, 'E1')
        assert.equal(own?.status, 200)
        assert.equal(own?.identity, 'declared')
        assert.match(JSON.parse(own?.headers ?? '{}')['content-type'], /^(text\/html|application\/json)/)
        assert.ok(captures.some((capture) => JSON.parse(capture.redirects).length > 0))
      })

      it('are all that is stored: what was fetched and became no evidence is not', async () => {
        assert.deepEqual(await bench.stored(), [...new Set(captures.map((capture) => capture.sha256))].sort())
      })

      it('do not stand in the outputs of steps', async () => {
        const steps = await bench.query('select output::text as text from scan_steps where scan_id = $1', [
          scanId,
        ])
        assert.ok(steps.length > 0)
        for (const { text } of steps) assert.doesNotMatch(text, /"body"/)
      })
    })

    it('keep the row and not the bytes of a page behind a minor-safety finding', async () => {
      const scanId = await scan('minor-age')
      const captures = await bench.capturesOf(scanId)
      const [own] = captures
      assert.equal(own?.ref, 'E1')
      assert.equal(own?.withheld, true)
      assert.deepEqual(await bench.evidence.get(own?.sha256 ?? ''), { ok: false, reason: 'missing' })
      for (const capture of captures.filter((each) => !each.withheld))
        assert.equal(await bench.evidence.has(capture.sha256), true)
    })

    it('keep bytes that another scan refers to', async () => {
      const [first] = await bench.capturesOf(await scan('fitness-coach'))
      const { sha256 } = first ?? CAPTURE
      await scan('fitness-coach')
      assert.equal(await freeEvidence(bench, [sha256]), 0)
      assert.equal(await bench.evidence.has(sha256), true)
    })

    it('are none of a scan that failed', async () => {
      const scanId = await scan('nobody-there')
      assert.deepEqual(await bench.capturesOf(scanId), [])
    })

    it('do not stop a scan whose pages cannot be stored', async () => {
      const broken = {
        ...bench.evidence,
        put: () => Promise.reject(new Error('the disk is full')),
      }
      const full = await openBench(web.context)
      try {
        Object.assign(full.evidence, broken)
        const scanId = await full.scan(await full.makeOrg(), urls.get('fitness-coach') ?? '')
        assert.equal((await full.reportOf(scanId)).evidence_index[0].ref, 'E1')
      } finally {
        await full.close()
      }
    })

    it('are recorded by the worker that holds the scan and by no other', async () => {
      const claimed = await bench.submit(orgId, 'https://a.example/')
      const claim = { scanId: claimed.scan_id, workerId: bench.workerId, attempt: claimed.attempt }
      assert.equal(await insertCapture(bench.db, { ...claim, workerId: 'another' }, CAPTURE), false)
      assert.equal(await insertCapture(bench.db, { ...claim, attempt: 2 }, CAPTURE), false)
      assert.equal(await insertCapture(bench.db, claim, CAPTURE), true)
    })

    it('are recorded without a wait for the disk, and nothing else is', async () => {
      const claimed = await bench.submit(orgId, 'https://a.example/')
      const claim = { scanId: claimed.scan_id, workerId: bench.workerId, attempt: claimed.attempt }
      const flushes = async (db: typeof bench.db) => {
        const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
        return rows[0]?.synchronous_commit
      }
      await bench.db.connection().execute(async (db) => {
        await sql`set synchronous_commit = on`.execute(db)
        await db.transaction().execute(async (tx) => {
          await insertCapture(tx, claim, CAPTURE)
          assert.equal(await flushes(tx), 'off')
        })
        await insertCapture(db, claim, CAPTURE)
        assert.equal(await flushes(db), 'on')
        await sql`reset synchronous_commit`.execute(db)
      })
    })

    it('are recorded together where they come together, each by its own claim and as it came', async () => {
      const [one, other] = [
        await bench.submit(orgId, 'https://a.example/1'),
        await bench.submit(orgId, 'https://a.example/2'),
      ]
      const claimOf = ({ scan_id, attempt }: typeof one) => ({
        scanId: scan_id,
        workerId: bench.workerId,
        attempt,
      })
      const page = (n: number) => ({
        ...CAPTURE,
        url: `https://a.example/${n}`,
        redirects: [],
        exchange: n % 2 ? '{"n": 1}' : null,
      })
      const recorded = await Promise.allSettled([
        ...Array.from({ length: 20 }, (_, n) =>
          insertCapture(bench.db, claimOf(n % 3 ? one : other), page(n)),
        ),
        insertCapture(bench.db, { ...claimOf(one), workerId: 'another' }, page(20)),
        insertCapture(bench.db, claimOf(one), { ...page(21), exchange: 'no JSON' }),
        insertCapture(bench.db, claimOf(one), page(22)),
      ])
      const said = recorded.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))
      assert.deepEqual(said, [...Array(20).fill(true), false, 'refused', true])
      const stored = async ({ scan_id }: typeof one) =>
        (await bench.capturesOf(scan_id)).map(({ url }) => Number(url.split('/').at(-1)))
      assert.deepEqual(
        (await stored(one)).sort((a, b) => a - b),
        [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 22],
      )
      assert.deepEqual(
        (await stored(other)).sort((a, b) => a - b),
        [0, 3, 6, 9, 12, 15, 18],
      )
    })

    it('are recorded without the one that a wrong statement of ours keeps from it', async () => {
      await sql`create function meets_nothing() returns trigger language plpgsql as 'begin perform no_such_function(); return new; end'`.execute(
        bench.db,
      )
      await sql`create trigger meets_nothing before insert on captures for each row when (new.url = 'https://met.example/') execute function meets_nothing()`.execute(
        bench.db,
      )
      try {
        const { scan_id: scanId, attempt } = await bench.submit(orgId, 'https://a.example/')
        const claim = { scanId, workerId: bench.workerId, attempt }
        const outcomes = await Promise.allSettled(
          ['https://a.example/', 'https://met.example/', 'https://b.example/'].map((url) =>
            insertCapture(bench.db, claim, { ...CAPTURE, url }),
          ),
        )
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        )
      } finally {
        await sql`drop function meets_nothing cascade`.execute(bench.db)
      }
    })

    it('are one for each evidence, also of one page that was shared twice', async () => {
      const claimed = await bench.submit(orgId, 'https://a.example/twice')
      const claim = { scanId: claimed.scan_id, workerId: bench.workerId, attempt: claimed.attempt }
      for (const _ of ['an earlier attempt', 'a link', 'a search hit'])
        await insertCapture(bench.db, claim, CAPTURE)
      const kept = { sha256: HASH, captured_at: CAPTURE.fetchedAt, withheld: false }
      await bench.db.transaction().execute((tx) =>
        settleCaptures(tx, [
          {
            scanId: claimed.scan_id,
            captures: [
              { ...kept, ref: 'E2' },
              { ...kept, ref: 'E3' },
            ],
          },
        ]),
      )
      const rows = await bench.capturesOf(claimed.scan_id)
      assert.deepEqual(
        rows.map((row) => row.ref),
        ['E2', 'E3'],
      )
    })

    it('lose no bytes to clearing while the same page is stored again and again', async () => {
      const claimed = await bench.submit(orgId, 'https://a.example/again')
      const claim = { scanId: claimed.scan_id, workerId: bench.workerId, attempt: claimed.attempt }
      const page = Buffer.from('<title>Raced for</title>')
      const sha256 = createHash('sha256').update(page).digest('hex')
      const rounds = Array.from({ length: 60 })
      const storing = (async () => {
        for (const _ of rounds) {
          await insertCapture(bench.db, claim, { ...CAPTURE, sha256 })
          await bench.evidence.put(sha256, page)
          assert.equal(await bench.evidence.has(sha256), true, 'a recorded page is there once it is put')
          await bench.query('delete from captures where sha256 = $1', [sha256])
        }
      })()
      const clearing = (async () => {
        for (const _ of rounds) await freeEvidence(bench, [sha256])
      })()
      await Promise.all([storing, clearing])
      await freeEvidence(bench, [sha256])
      assert.equal(await bench.evidence.has(sha256), false)
    })
  })
}
