import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadCreators, type NamedCreator, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import type { TriageReport } from '../../sdk/contract.ts'
import type { Analysis } from '../../src/pipeline/judge/analyze.ts'
import { writeReport } from '../../src/pipeline/report/write-report.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
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
  const scoreWithout = ({ findings, coverage, subject }: Analysis, place: string): number =>
    score(
      findings.filter(({ evidenceRef, channel }) => `${evidenceRef} ${channel}` !== place),
      {
        coverage: coverage.score,
        mode: 'deep',
        analysisMode: 'rules',
        pack: web.context.policies,
        subject,
        statusCodes: [],
      },
    ).riskScore
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

  it('is made of points that add up to it', () => {
    for (const { report } of scans.values()) {
      const points = (report.score_parts ?? []).map((part) => part.points)
      assert.equal(
        points.reduce((sum, each) => sum + each, 0),
        report.risk_score,
        report.reason_summary,
      )
      for (const finding of report.findings) {
        const part = report.score_parts?.find(({ code }) => code === finding.code)
        assert.equal(part?.points ?? 0, finding.contribution)
      }
    }
    assert.deepEqual(scans.get('login-wall')?.report.score_parts, [
      { kind: 'little_seen', code: null, points: 20 },
    ])
  })

  it('shows the sentence of each hit as it is stored, and of a child’s page no more than the masked hit', () => {
    let sentences = 0
    for (const [name, { report, analysis }] of scans) {
      for (const { quote, hit, ref, rule } of report.findings.flatMap(({ evidence }) => evidence)) {
        const cited = analysis.evidence.find((each) => each.ref === ref)
        const found = analysis.findings.find((each) => each.rule === rule && each.evidenceRef === ref)
        if (found?.textIndex === -1) assert.equal(hit, undefined)
        else
          assert.ok(
            cited?.texts.some(({ text }) => text.includes(quote)),
            `${name}: ${quote}`,
          )
        if (name === 'minor-age') assert.deepEqual([hit, quote], [undefined, found?.quote])
        if (!hit) continue
        const words = quote.slice(hit.start, hit.start + hit.length)
        assert.ok(analysis.findings.some((each) => each.rule === rule && each.quote === words))
        if (words.length < quote.length) sentences++
      }
    }
    assert.ok(sentences > 3, String(sentences))
    const [offer] = scans.get('escort-chain')?.report.findings ?? []
    assert.ok((offer?.evidence[0]?.hit?.length ?? 0) < (offer?.evidence[0]?.quote.length ?? 0))
  })

  it('is told of an analysis of before its points were divided without them', async () => {
    const known = scans.get('escort-chain')
    assert.ok(known)
    const codes = known.analysis.score.codes.map(({ scoreWithout: _scoreWithout, ...code }) => code)
    const before = { ...known.analysis, score: { ...known.analysis.score, codes } }
    const report = writeReport(before, web.context.policies, await loadPlatforms())
    assert.equal(report.score_parts, undefined)
    assert.ok(report.findings.length > 0)
    assert.ok(report.findings.every((finding) => finding.score_without === undefined))
  })

  it('names the pages that were not seen, by ref and reason', () => {
    const unseen = changes('login-wall').filter(({ kind }) => kind === 'unseen_page')
    assert.equal(unseen[0]?.ref, 'E1')
    assert.match(
      unseen[0]?.text ?? '',
      /^Log in to [\w.-]+ \[E1\] and read the bio and the links: a page behind a login, so nothing of it counted\.$/,
    )
    const failing = changes('failing-hosts').filter(({ kind }) => kind === 'unseen_page')
    assert.deepEqual(
      failing.map(({ text }) => text),
      [
        'Scan again later, or open bread-shop.example, cakes-shop.example and tarts-shop.example [E3, E4, E5]: pages that could not be reached, so nothing of them counted.',
      ],
    )
  })

  it('asks nobody for the pictures of a profile that is gone or was not seen', () => {
    for (const name of ['gone', 'suspended', 'redirected-away']) assert.deepEqual(changes(name), [], name)
    assert.deepEqual(kinds('login-wall'), ['unseen_page'])
    assert.deepEqual(kinds('bot-challenge'), ['unseen_page'])
  })

  it('names the evidence that carries what is flagged, and says what it would be without the weakest', () => {
    let carried = 0
    for (const [name, { report, analysis }] of scans) {
      const reported = report.findings.flatMap(({ evidence }) => evidence)
      const [carrier] = (report.would_change ?? []).filter(({ kind }) => kind === 'carried_by')
      assert.equal(carrier !== undefined, reported.length > 0 && report.recommendation !== 'no_flags', name)
      if (!carrier) continue
      carried++
      assert.ok(
        reported.some(({ ref }) => ref === carrier.ref),
        name,
      )
      const weakest = report.would_change?.find(({ kind }) => kind === 'without_weakest')
      const places = new Set(reported.map(({ ref, channel }) => `${ref} ${channel}`))
      assert.equal(weakest !== undefined, places.size > 1, name)
      const said = weakest && Number(/would (?:still )?be (\d+) \(/.exec(weakest.text)?.[1])
      if (said !== undefined) {
        const rests = [...places].map((place) => scoreWithout(analysis, place))
        assert.equal(said, Math.max(...rests), name)
        assert.match(carrier.text, new RegExp(` be ${Math.min(...rests)} \\(`), name)
      }
    }
    assert.ok(carried > 5, String(carried))
    assert.equal(
      changes('escort-chain').find(({ kind }) => kind === 'without_weakest')?.text,
      'Without its weakest evidence, the words of a page on directory.example [E3], the score would still be 75 (review: high).',
    )
  })

  it('names the steps that did not run', async () => {
    const creator = creators.find(({ name }) => name === 'fitness-coach')
    assert.ok(creator)
    const { report } = await scan(creator, { ...web.context, search: null })
    assert.ok(
      report.would_change?.some(
        ({ text }) => text === 'Search for the name and the handle: no search engine is set up here.',
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
