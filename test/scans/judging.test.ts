import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { html, type Site } from '../../demo/web/site.ts'
import type { JudgeMatter } from '../../src/pipeline/judge/analyze.ts'
import { judge, type Matter } from '../../src/pipeline/judge/judge.ts'
import { type Judging, startJudging } from '../../src/pipeline/judge/start-judging.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { adaptPack, NO_CHANGES, type OrgChanges } from '../../src/policy/pack/adapt-pack.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { nativeView } from '../../src/policy/text/text-views.ts'
import { pack } from '../policy/built-in-pack.ts'
import { until } from '../support/until.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const CHANGES: OrgChanges = { codes: { offplatform_contact: 'critical', spam_engagement: 'off' } }
const forever = () => AbortSignal.timeout(120_000)

function scan(
  { context }: WebUnderTest,
  url: string,
  judging: JudgeMatter | undefined,
  policies = context.policies,
): Promise<ScanResult> {
  const asked = { url, mode: 'deep' as const }
  return scanProfile({ ...context, policies, judge: judging }, asked, plainStepRunner(silent), forever())
}

function silent() {}

function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function timeless(result: ScanResult): string {
  const times = ['captured_at', 'read_at', 'started_at', 'duration_ms']
  return JSON.stringify(result, (key, value) => (times.includes(key) ? null : value))
}

describe('judging in a thread', () => {
  let judging: Judging
  before(() => {
    judging = startJudging(pack)
  })
  after(() => judging.close())

  it('gives the very bytes that judging here gives, for every example of the pack', async () => {
    const matters = Object.values(pack.codes)
      .flatMap(({ examples }) => [...examples.hit, ...examples.miss])
      .map(
        (example): Matter => ({
          ...exampleEvidence(example),
          coverage: COVERAGE,
          planned: [],
          consultation: null,
        }),
      )
    assert.ok(matters.length > 500)
    assert.equal(await judging.ready(), null, 'no embedding model')
    for (const matter of matters) {
      const given = await judging.judge(NO_CHANGES, matter, forever())
      assert.equal(JSON.stringify(given), JSON.stringify(judge(pack, matter)))
      const adapted = await judging.judge(CHANGES, matter, forever())
      assert.equal(JSON.stringify(adapted), JSON.stringify(judge(adaptPack(pack, CHANGES), matter)))
    }
  })

  it('gives the same reports of a whole web', async () => {
    const creators = await loadCreators()
    const web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
    try {
      for (const { url } of creators.slice(0, 8)) {
        const there = await scan(web, url, (matter) => judging.judge(NO_CHANGES, matter, forever()))
        assert.equal(timeless(there), timeless(await scan(web, url, undefined)))
      }
    } finally {
      await web.close()
    }
  })

  it('keeps no judgement that it has given', async () => {
    const matter = { ...exampleEvidence('hello'), coverage: COVERAGE, planned: [], consultation: null }
    const given = async () => {
      const judgement = await judging.judge(NO_CHANGES, matter, forever())
      assert.ok(judgement)
      return new WeakRef(judgement)
    }
    const first = await given()
    await given()
    // What was looked at in this turn is kept until its end.
    await new Promise(setImmediate)
    collectGarbage()
    assert.equal(first.deref(), undefined)
  })

  it('remembers no text of a scan that was judged', () => {
    const matter = { ...exampleEvidence('hello'), coverage: COVERAGE, planned: [], consultation: null }
    const before = nativeView('hello')
    judge(pack, matter)
    assert.notEqual(nativeView('hello'), before)
  })

  it('leaves out a scan that was told to stop before its turn came', async () => {
    const reason = new Error('stopped')
    const matter = { ...exampleEvidence('hello'), coverage: COVERAGE, planned: [], consultation: null }
    await assert.rejects(judging.judge(NO_CHANGES, matter, AbortSignal.abort(reason)), reason)
    assert.ok(await judging.judge(NO_CHANGES, matter, forever()))
  })

  it('rests where nothing is judged for a while and nothing is expected, and gives the same bytes afterwards', async () => {
    const threads: Worker[] = []
    const note = (message: unknown) => threads.push((message as { worker: Worker }).worker)
    subscribe('worker_threads', note)
    const resting = startJudging(pack, { restMs: 50, atRest: true })
    try {
      const matter = { ...exampleEvidence('hello'), coverage: COVERAGE, planned: [], consultation: null }
      const given = () => resting.judge(NO_CHANGES, matter, forever())
      const hasEnded = (index: number) => threads[index]?.threadId === -1
      assert.equal(threads.length, 0)
      const first = await given()
      await until('the first thread rests', () => hasEnded(0))
      const ended = resting.expect()
      assert.deepEqual(await given(), first)
      await new Promise((resolve) => setTimeout(resolve, 200))
      assert.equal(hasEnded(1), false, 'a scan is under way')
      ended()
      await until('the second thread rests', () => hasEnded(1))
      assert.equal(threads.length, 2)
    } finally {
      unsubscribe('worker_threads', note)
      await resting.close()
    }
  })

  it('makes an organization’s pack of the tables of the pack that it changes', () => {
    const [own, adapted] = [compilePack(pack), compilePack(adaptPack(pack, CHANGES))]
    for (const table of ['native', 'folded', 'patterns', 'lists', 'concepts', 'classifier'] as const)
      assert.equal(adapted[table], own[table], table)
    assert.notEqual(adapted.textRules, own.textRules)
  })
})

/** Never in a pack: `lintRegex` refuses it. It stands for what nobody has thought of. */
const RUNAWAY = '(?:a+)+b'
const SITES: Site[] = [
  {
    'mina.example': html('Mina', `<p>Painter ${'a'.repeat(60)}</p><a href="https://shop.example/">Shop</a>`),
    'shop.example': html('Shop', '<p>Prints</p>'),
    'ben.example': html('Ben', '<p>Potter in Lisbon.</p>'),
  },
]

describe('a page whose words would take for ever', () => {
  let web: WebUnderTest
  let judging: Judging
  const policies: PolicyPack = {
    ...pack,
    patterns: Object.fromEntries(Object.keys(pack.patterns).map((name) => [name, RUNAWAY])),
  }
  before(async () => {
    web = await scanThrough(SITES)
    judging = startJudging(policies, { cpuMs: 300 })
    await judging.ready()
  })
  after(async () => {
    await judging.close()
    await web.close()
  })

  it('ends its scan without a verdict, in words that nobody takes for a clean one, and holds up nobody', async () => {
    let beats = 0
    const heart = setInterval(() => beats++, 10).unref()
    const given = judged('https://mina.example/')
    const other = judged('https://ben.example/')
    const result = await given
    clearInterval(heart)
    assert.ok(beats > 15, `${beats} beats in 300 ms of CPU time`)
    assert.equal(result.status, 'completed')
    const { report, coverage, captures } = result
    const analysis = coverage.steps.find(({ step }) => step === 'analysis')
    assert.deepEqual([analysis?.status, analysis?.detail], ['partial', 'judging_budget'])
    assert.equal(coverage.score, 0)
    assert.deepEqual(report.reason_codes, ['insufficient_coverage'])
    assert.deepEqual([report.recommendation, report.confidence], ['review_low', 'low'])
    assert.match(report.reason_summary, /was not judged.*not a clean result/)
    assert.ok(report.would_change?.some(({ text }) => /was not judged/.test(text)))
    // What was not judged may be what must not be kept.
    assert.ok(captures.length >= 2 && captures.every(({ withheld }) => withheld))
    assert.ok(report.evidence_index.every(({ snippet, title }) => snippet === '' && title === ''))
    assert.deepEqual(coverage.screenshots, { taken: 0, missed: [] })

    const next = await other
    assert.equal(next.status, 'completed')
    assert.ok(
      next.coverage.score > 0.4 && next.coverage.steps.every(({ detail }) => detail !== 'judging_budget'),
    )
    assert.match(next.report.reason_summary, /Nothing that the policy asks about was found/)
  })

  function judged(url: string) {
    // A picture would show what is not shown.
    const context = { ...web.context, screenshots: true, render: () => assert.fail('visited for a picture') }
    return scan({ ...web, context }, url, (matter) => judging.judge(NO_CHANGES, matter, forever()), policies)
  }
})

const COVERAGE: Matter['coverage'] = {
  mode: 'deep',
  score: 0.8,
  steps: [],
  steps_completed: [],
  steps_skipped: [],
  steps_failed: [],
  urls_visited: 1,
  urls_failed: 0,
  failed_urls: [],
  login_blocked_urls: [],
  bot_blocked_urls: [],
  referrer_matches: { total: 0, by_domain: {} },
  pages_truncated: false,
}
