import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import type { Decision, ReportFinding } from '../../sdk/contract.ts'
import { statementTemplates } from '../../src/statements/templates.ts'
import { type DecidedCase, writeStatement } from '../../src/statements/write-statement.ts'
import { pack } from '../policy/built-in-pack.ts'
import { pageOf, scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const SCAN = scanOf({
  pages: [pageOf({ ref: 'E2', url: 'https://directory.example/ana' })],
  codes: { escort_offer: 'E1', escort_directory_link: 'E2' },
})

function caseOf(more: Partial<DecidedCase> = {}, findings?: Partial<ReportFinding>[]): DecidedCase {
  const { coverage: _, ...report } = SCAN.triage_report
  const all = report.findings.map((finding, index) => ({ ...finding, ...findings?.[index] }))
  return {
    profileUrl: 'https://site.example/ana',
    scannedAt: '2026-03-01T10:00:00.000000+00:00',
    decidedAt: '2026-03-05T10:00:00.000000+00:00',
    decision: 'escalated',
    report: { ...report, policy_version: '04dd5b7b7bb9', findings: all },
    rejected: [],
    ...more,
  }
}

const partsOf = (found: DecidedCase, language = 'en') => {
  const template = statementTemplates().get(language)
  assert.ok(template)
  const { parts } = writeStatement(found, template, language)
  return Object.fromEntries(parts.map(({ part, text }) => [part, text]))
}

describe('templates of the statement of reasons', () => {
  const templates = statementTemplates()
  const english = templates.get('en')
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  const blanks = (text: string) => (text.match(/\[[^\]]+\]/g) ?? []).length
  const leaves = (value: object, path = ''): [string, string][] =>
    Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'string'
        ? [[`${path}${key}`, each] as [string, string]]
        : leaves(each, `${path}${key}.`),
    )

  it('are there in twelve languages, each named in itself', () => {
    assert.deepEqual([...templates.keys()], 'cs da de en es fr it nl pl pt ro sv'.split(' '))
    assert.equal(new Set([...templates.values()].map(({ name }) => name)).size, 12)
  })

  for (const [language, template] of templates) {
    it(`have in ${language} every part, with every placeholder and every blank`, () => {
      const shape = (texts: [string, string][]) =>
        texts.map(([path, text]) => `${path} ${placeholders(text)} ${blanks(text)}`)
      assert.deepEqual(shape(leaves(template)), shape(leaves(english ?? {})))
    })

    it(`leave in ${language} nothing unfilled, whatever the decision`, () => {
      for (const decision of ['escalated', 'cleared', 'false_alarm'] as Decision[]) {
        const { text, blanks: asked } = writeStatement(caseOf({ decision }), template, language)
        assert.doesNotMatch(text, /[{}]|undefined|null/)
        for (const blank of asked) assert.ok(text.includes(blank), blank)
        assert.equal(asked.length, decision === 'escalated' ? 7 : 1)
      }
    })
  }

  it('name a ground for every family of the built-in policy', () => {
    const families = new Set(Object.values(pack.codes).map(({ family }) => family))
    families.delete('status')
    assert.deepEqual(
      [...families].filter((family) => !english?.grounds[family]),
      [],
    )
  })

  it('accuse nobody', () => {
    for (const [path, text] of leaves(english ?? {}))
      assert.doesNotMatch(text, /violat|guilt|illegal|offen[cd]|fraud|crimin|abus|breach|unlawful/i, path)
  })
})

describe('a statement of reasons', () => {
  it('says what was decided, on which facts and ground, by which means, and what can be done about it', () => {
    const parts = partsOf(caseOf())
    assert.match(
      parts.decision ?? '',
      /^On March 5, 2026 .* https:\/\/site\.example\/ana\. Measure: \[measure\]/,
    )
    assert.match(parts.facts ?? '', /^The profile was looked at on March 1, 2026 \[on our own initiative/)
    assert.match(
      parts.facts ?? '',
      /\n– services and meetings in person: https:\/\/directory\.example\/ana, seen on March 1, 2026, with the words “words”$/,
    )
    assert.match(parts.ground ?? '', /services and meetings in person\. .* in the version 04dd5b7b7bb9\./)
    assert.match(
      parts.automation ?? '',
      /rules that are applied to public pages\. A person made the decision\.$/,
    )
    assert.match(parts.redress ?? '', /within six months/)
    assert.match(partsOf(caseOf(), 'de').decision ?? '', /^Am 5\. März 2026 /)
  })

  it('says that a model read along, where one did', () => {
    const found = caseOf()
    const report = { ...found.report, analysis_mode: 'rules+model' }
    assert.match(partsOf({ ...found, report }).automation ?? '', /a language model/)
  })

  it('rests on nothing that a person rejected, and of a cleared profile on nothing at all', () => {
    const facts = partsOf(caseOf({ rejected: ['escort_directory_link'] })).facts ?? ''
    assert.equal(facts.split('\n').length, 2)
    assert.doesNotMatch(facts, /directory\.example/)
    for (const decision of ['cleared', 'false_alarm'] as const) {
      const parts = partsOf(caseOf({ decision }))
      assert.doesNotMatch(`${parts.facts}${parts.ground}`, /directory\.example|words|in person/)
    }
  })

  it('gives no detail of anything where a child may be endangered, not even where a person rejected it', () => {
    const minor = { code: 'minor_age_claim', family: 'minor_safety' }
    for (const rejected of [[], ['minor_age_claim']]) {
      const parts = partsOf(caseOf({ rejected }, [minor]))
      assert.match(parts.facts ?? '', /No details are given here/)
      assert.doesNotMatch(Object.values(parts).join('\n'), /words|directory\.example|minor_age|under 18/)
    }
    assert.match(partsOf(caseOf({}, [minor])).ground ?? '', /the protection of minors; services/)
  })

  it('fills nothing into what strangers wrote, and cuts it', () => {
    const quote = `{profile_url}\n${'long '.repeat(200)}`
    const [first] = SCAN.triage_report.findings
    const evidence = (first?.evidence ?? []).map((each) => ({ ...each, quote }))
    const facts = partsOf(caseOf({}, [{ evidence }])).facts ?? ''
    assert.match(facts, /“\{profile_url\} long [^\n]{100,240}…”/)
  })
})

describe('the endpoint of statements', () => {
  let api: TestApi
  let tenant: Tenant
  let scanId: string
  let path: string
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{}])
    scanId = scan?.scan_id ?? ''
    path = `/api/v2/scans/${scanId}/statement`
  })
  after(() => api?.stop())

  it('has nothing to say of a scan that nobody decided on', async () => {
    const { status, json } = await api.call('GET', path, { token: tenant.member })
    assert.deepEqual([status, json], [409, { detail: 'Nobody has decided on this scan' }])
  })

  it('drafts one of a decided scan, in English unless another language is asked for', async () => {
    const toscan = new Toscan({ baseUrl: api.baseUrl, token: () => tenant.member })
    await toscan.reviews.update(scanId, { decision: { decision: 'escalated', reason: 'Looked at' } })
    const english = await toscan.reviews.statement(scanId)
    assert.deepEqual(
      [english.language, english.title, english.languages.length],
      ['en', 'Statement of reasons', 12],
    )
    assert.deepEqual(
      english.parts.map(({ part }) => part),
      ['decision', 'facts', 'ground', 'automation', 'redress'],
    )
    assert.equal((await toscan.reviews.statement(scanId, { language: 'pl' })).title, 'Uzasadnienie decyzji')
    assert.doesNotMatch(english.text, /Looked at|@/, 'what reviewers say to each other')
  })

  it('refuses a language that there is not, and tells others nothing', async () => {
    const unknown = await api.call('GET', `${path}?language=tlh`, { token: tenant.member })
    assert.equal(unknown.status, 422)
    const stranger = await api.makeTenant()
    const theirs = await api.call('GET', path, { token: stranger.admin })
    assert.deepEqual([theirs.status, theirs.json], [404, { detail: 'Scan not found' }])
  })
})
