import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, beforeEach, describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { ScanRecord } from '../../sdk/contract.ts'
import { createLedger, createOpinionMemory } from '../../src/cli/start/models.ts'
import { setDailyModelBudget } from '../../src/db/organization/model-spending.ts'
import { deleteExpiredOpinions } from '../../src/db/scans/model-opinions.ts'
import { setScanConcurrency } from '../../src/db/scans/queue.ts'
import { scanOfOrg } from '../../src/db/scans/scan-reads.ts'
import { scanRecordJson } from '../../src/db/scans/scan-record.ts'
import { modelOf } from '../../src/models/model-of.ts'
import { createReviewer, type Ledger, type OpinionMemory } from '../../src/models/reviewer.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import type { Reviewers } from '../../src/pipeline/judge/consult-model.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { pack } from '../policy/built-in-pack.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { PROGRAM } from '../support/program.ts'
import { answer, page, reviewerOf } from './ask-model.ts'
import { baseUrlOf, type ModelServer, startModelServer } from './model-server.ts'

const BIO = 'Evenings with me. Ask for my menu of time, Porto and Braga.'
const URL_OF = (name: string) => `https://creators.example/${name}`
const PEOPLE = Array.from({ length: 12 }, (_, i) => `ana-${i}`)
const SAY = answer([{ code: 'escort_offer', quote: 'my menu of time' }])
/** What the two answers about one profile cost at the price below. */
const COST = (2 * (1000 * 1 + 200 * 0.1 + 80 * 10)) / 1e6
const PRICE = { input: 1, output: 10, cached: 0.1 }

describe('what models cost', () => {
  let web: WebUnderTest
  let bench: Bench
  let server: ModelServer
  let ledger: Ledger
  let memory: OpinionMemory
  let door: ReturnType<typeof createServiceFetch>
  let orgId: string
  const reviewers: Reviewers = { deep: null, quick: null }
  before(async () => {
    web = await scanThrough([
      Object.fromEntries(
        PEOPLE.map((name) => [`creators.example/${name}`, html(name, `<h1>${name}</h1><p>${BIO}</p>`)]),
      ),
    ])
    // The small classifier sees through these words as well; here a model is held against the rules alone.
    const policies = { ...web.context.policies, classifier: null }
    bench = await openBench({ ...web.context, policies, reviewers })
    await setScanConcurrency(bench.db, 50)
    ledger = createLedger(bench.db)
    memory = createOpinionMemory(bench.db, 30)
    server = await startModelServer(() => ({ say: SAY }))
    const baseUrl = baseUrlOf(server, 'openai-compatible')
    door = createServiceFetch({ baseUrl })
    const id = 'openai-compatible:test-model'
    const model = modelOf(id, { fetch: door.fetch, baseUrl, apiKey: undefined })
    reviewers.deep = createReviewer({ id, model, timeoutMs: 20_000, price: PRICE, memory, ledger })
  })
  after(async () => {
    await door.close()
    await server.close()
    await bench.close()
    await web.close()
  })
  beforeEach(async () => {
    orgId = await bench.makeOrg()
    server.requests.length = 0
    await bench.query('delete from model_opinions')
  })
  const spent = async (): Promise<number> =>
    Number(
      (await bench.query('select spent_usd from org_model_spending where org_id = $1', [orgId]))[0]
        ?.spent_usd ?? 0,
    )
  const recordOf = async (scanId: string) => {
    const row = await scanOfOrg(bench.db, orgId, scanId)
    assert.ok(row)
    return ScanRecord.parse(JSON.parse(scanRecordJson(row)))
  }

  describe('under a daily budget', () => {
    it('is never set aside beyond the ceiling, however many ask at once', async () => {
      await setDailyModelBudget(bench.db, orgId, 1)
      const receipts = await Promise.all(Array.from({ length: 60 }, () => ledger.reserve(orgId, 0.3)))
      assert.equal(receipts.filter((receipt) => receipt === 'over_budget').length, 57)
      assert.equal(await spent(), 0.9)
    })

    it('makes room again for what a request did not take', async () => {
      await setDailyModelBudget(bench.db, orgId, 1)
      const first = await ledger.reserve(orgId, 0.9)
      assert.equal(await ledger.reserve(orgId, 0.9), 'over_budget')
      assert.ok(typeof first === 'object')
      await ledger.settle(first, 0.05)
      assert.equal(await spent(), 0.05)
      assert.ok(typeof (await ledger.reserve(orgId, 0.9)) === 'object')
    })

    it('refuses what has no price, and asks nothing of organizations without a ceiling', async () => {
      assert.ok(typeof (await ledger.reserve(orgId, null)) === 'object')
      await setDailyModelBudget(bench.db, orgId, 5)
      assert.equal(await ledger.reserve(orgId, null), 'price_unknown')
      await setDailyModelBudget(bench.db, orgId, 0)
      assert.equal(await ledger.reserve(orgId, 0.01), 'over_budget')
    })

    it('counts by day', async () => {
      await setDailyModelBudget(bench.db, orgId, 1)
      await ledger.reserve(orgId, 1)
      await bench.query('update org_model_spending set day = day - 1 where org_id = $1', [orgId])
      assert.ok(typeof (await ledger.reserve(orgId, 1)) === 'object')
    })

    it('holds over scans that run at once: what does not fit is judged by rules, and the report says so', async () => {
      // Each request may cost some ten cents at most and costs a fifth of a cent: a few fit at once.
      const budget = 0.3
      await setDailyModelBudget(bench.db, orgId, budget)
      const ids = await Promise.all(PEOPLE.map((name) => bench.scan(orgId, URL_OF(name))))
      const records = await Promise.all(ids.map(recordOf))
      const outcomes = records.map((record) => record.triage_report?.model?.detail ?? 'used')
      const used = outcomes.filter((outcome) => outcome === 'used').length
      assert.ok(used > 0 && used < PEOPLE.length, String(outcomes))
      assert.ok(server.requests.length < PEOPLE.length)
      assert.deepEqual([...new Set(outcomes)].sort(), ['over_budget', 'used'])
      for (const record of records) {
        const report = record.triage_report
        const was = report?.model?.outcome === 'used'
        assert.deepEqual(report?.reason_codes, was ? ['escort_offer'] : [])
        assert.equal(report?.analysis_mode, was ? 'rules+model' : 'rules')
        // Refused before the first request, or between the two.
        assert.ok((was ? [COST] : [0, COST / 2]).includes(record.model_usage?.cost_usd ?? -1))
        assert.equal(
          /no opinion, for the budget for models is spent/.test(report?.reason_summary ?? ''),
          !was,
        )
      }
      const costs = records.reduce((sum, record) => sum + (record.model_usage?.cost_usd ?? 0), 0)
      assert.ok(Math.abs((await spent()) - costs) < 1e-9)
      assert.ok(costs <= budget)
    })

    it('keeps what was set aside for a request whose answer never came', async () => {
      const slow = await startModelServer(() => ({ speak: () => {} }))
      const { reviewer, close } = reviewerOf(slow, 'openai-compatible', { timeoutMs: 300, ledger })
      const profile = { pack, platform: null, mode: 'deep' as const, evidence: [page({ bio: BIO })], orgId }
      const { failure, usage } = await reviewer.consult(profile, new AbortController().signal)
      await close()
      await slow.close()
      assert.deepEqual([failure, usage.cost_usd], ['timeout', null])
      assert.ok((await spent()) > COST)
    })

    it('is set and lifted from the command line', async () => {
      const set = (budget: string) =>
        spawnSync(
          process.execPath,
          [PROGRAM, ...['org', 'set', '--org', orgId, '--daily-model-budget', budget, '--json']],
          {
            env: {
              PATH: process.env.PATH,
              ...bench.settings,
            },
            encoding: 'utf8',
          },
        )
      assert.deepEqual(JSON.parse(set('0.25').stdout), { org_id: orgId, daily_model_budget_usd: 0.25 })
      assert.equal(await ledger.reserve(orgId, 0.26), 'over_budget')
      assert.deepEqual(JSON.parse(set('none').stdout), { org_id: orgId, daily_model_budget_usd: null })
      assert.ok(typeof (await ledger.reserve(orgId, 99)) === 'object')
      const refused = set('lots')
      assert.deepEqual([refused.status, refused.stdout], [1, ''])
      assert.match(refused.stderr, /must be US dollars/)
    })
  })

  describe('for evidence that was read before', () => {
    const [name = ''] = PEOPLE

    it('is nothing, and the report is the same to the byte', async () => {
      const first = await recordOf(await bench.scan(orgId, URL_OF(name)))
      const second = await recordOf(await bench.scan(orgId, URL_OF(name)))
      assert.equal(server.requests.length, 1)
      assert.deepEqual([first.model_usage?.cost_usd, first.model_usage?.remembered], [COST, false])
      assert.deepEqual(second.model_usage, {
        model: 'openai-compatible:test-model',
        requests: 0,
        input_tokens: 0,
        output_tokens: 0,
        cached_tokens: 0,
        cost_usd: 0,
        remembered: true,
      })
      assert.deepEqual(first.triage_report?.reason_codes, ['escort_offer'])
      assert.equal(timeless(second.triage_report), timeless(first.triage_report))
    })

    const consult = async (more: object = {}, text = BIO) => {
      const { reviewer, close } = reviewerOf(server, 'openai-compatible', { memory, ...more })
      const evidence = [page({ bio: text })]
      const policies = 'pack' in more ? Object(more).pack : pack
      await reviewer.consult(
        { pack: policies, platform: null, mode: 'deep', evidence, orgId },
        new AbortController().signal,
      )
      await close()
      return server.requests.length
    }

    it('is asked again when the evidence, the model or the policies differ', async () => {
      assert.equal(await consult(), 1)
      assert.equal(await consult(), 1)
      assert.equal(await consult({}, `${BIO} `), 2)
      assert.equal(await consult({ id: 'openai-compatible:other' }), 3)
      assert.equal(await consult({ pack: { ...pack, version: 'other' } }), 4)
      assert.equal(await consult(), 4)
    })

    it('is forgotten when its time is over', async () => {
      await consult()
      await bench.query("update model_opinions set expires_at = now() - interval '1 second'")
      assert.equal(await consult(), 2)
      assert.equal(await consult(), 2)
      await bench.query("update model_opinions set expires_at = now() - interval '1 second'")
      assert.equal(await deleteExpiredOpinions(bench.db), 1)
    })

    it('is remembered as places, without a word of the page or the model', async () => {
      await consult()
      const [row] = await bench.query('select opinion::text from model_opinions')
      assert.deepEqual(JSON.parse(row.opinion).passages.length, 1)
      assert.doesNotMatch(row.opinion, /menu|time|because/)
    })

    it('is not remembered when the model failed', async () => {
      const broken = await startModelServer(() => ({ say: 'no' }))
      const { reviewer, close } = reviewerOf(broken, 'openai-compatible', { memory })
      const profile = { pack, platform: null, mode: 'deep' as const, evidence: [page({ bio: BIO })], orgId }
      await reviewer.consult(profile, new AbortController().signal)
      await close()
      await broken.close()
      assert.deepEqual(await bench.query('select key from model_opinions'), [])
    })
  })
})

/** Bytes of a report but for the times at which pages were fetched. */
function timeless(report: unknown): string {
  const times = ['captured_at', 'read_at', 'started_at', 'duration_ms']
  return JSON.stringify(report, (key, value) => (times.includes(key) ? null : value))
}
