import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadCreators, type NamedCreator, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import type { TriageReport } from '../../sdk/contract.ts'
import type { Analysis } from '../../src/pipeline/analyze.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { score } from '../../src/policy/score/score.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const BANDS = ['no_flags', 'review_low', 'review_medium', 'review_high']
const creators = (await loadCreators()).filter((creator) => !creator.expected.error)

describe('what a report hangs on', () => {
  let web: WebUnderTest
  const scans = new Map<string, { report: Omit<TriageReport, 'coverage'>; analysis: Analysis }>()
  before(async () => {
    web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
    for (const creator of creators) scans.set(creator.name, await scan(creator))
  })
  after(() => web.close())

  async function scan({ url }: NamedCreator, context = web.context) {
    let analysis: Analysis | undefined
    const step: RunStep = async (name, work) => {
      const output = JSON.parse(JSON.stringify(await work()))
      if (name === 'analysis') analysis = output
      return output
    }
    const result = await scanProfile(context, { url, mode: 'deep' }, step, AbortSignal.timeout(60_000))
    assert.ok(result.status === 'completed' && analysis)
    return { report: result.report, analysis }
  }
  const changes = (name: string) => scans.get(name)?.report.would_change ?? []
  const kinds = (name: string) => changes(name).map(({ kind }) => kind)

  it('names each code without which the recommendation would be lower, as the scorer itself says', () => {
    let named = 0
    for (const { report, analysis } of scans.values()) {
      const { findings, coverage, subject } = analysis
      for (const code of analysis.score.codes.filter((each) => report.reason_codes.includes(each.code))) {
        const rest = score(
          findings.filter((finding) => finding.code !== code.code),
          {
            coverage: coverage.score,
            mode: 'deep',
            analysisMode: 'rules',
            pack: web.context.policies,
            subject,
            statusCodes: [],
          },
        )
        const change = report.would_change?.find(
          (each) => each.kind === 'without_code' && each.code === code.code,
        )
        const isLower = BANDS.indexOf(rest.recommendation) < BANDS.indexOf(report.recommendation)
        assert.equal(change !== undefined, isLower, code.code)
        if (change) assert.equal(change.recommendation, rest.recommendation)
        if (change) named++
      }
    }
    assert.ok(named > 5, String(named))
  })

  it('names the pages that were not seen, by ref and reason', () => {
    const unseen = changes('login-wall').filter(({ kind }) => kind === 'unseen_page')
    assert.equal(unseen[0]?.ref, 'E1')
    assert.match(
      unseen[0]?.text ?? '',
      /^If E1 \([\w.-]+\) could be seen, a page behind a login\. Log in and/,
    )
  })

  it('names the steps that did not run', async () => {
    const creator = creators.find(({ name }) => name === 'fitness-coach')
    assert.ok(creator)
    const { report } = await scan(creator, { ...web.context, search: null })
    assert.ok(
      report.would_change?.some(
        ({ text }) => text === 'If outside search had been looked at: no search engine is set up.',
      ),
    )
  })

  it('cites evidence that the index holds', () => {
    for (const { report } of scans.values()) {
      const refs = new Set(report.evidence_index.map(({ ref }) => ref))
      for (const { ref } of report.would_change ?? []) assert.ok(ref === null || refs.has(ref))
    }
  })

  it('says nothing of a page that could not be looked at when all were seen', () => {
    assert.ok(!kinds('fitness-coach').includes('unseen_page'))
  })
})
