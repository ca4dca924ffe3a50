import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, type Matter } from '../../src/pipeline/judge/judge.ts'
import { judgeText } from '../../src/pipeline/judge/judge-text.ts'
import { tryOnText } from '../../src/pipeline/judge/try-criterion.ts'
import { adaptPack, type CriterionInForce, NO_CHANGES } from '../../src/policy/pack/adapt-pack.ts'
import { type Criterion, criterionSchema, faultsOfCriterion } from '../../src/policy/pack/criterion.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const COURSES = {
  name: 'Our courses resold',
  family: 'piracy',
  severity: 'high',
  phrases: { en: ['copies of the lantern course', 'lantern course mirror*'], de: ['lantern kurs kopie'] },
  terms: { en: ['lantern*'] },
  beside: { en: ['mirror link', 'rip'] },
  exclusions: { en: ['official partner'] },
  domains: ['lantern-copies.example'],
  precision: 0.9,
} satisfies Record<string, unknown>

function criterion(given: Record<string, unknown> = {}): Criterion {
  return criterionSchema.parse({ ...COURSES, ...given })
}

function packWith(definition: Criterion, state: CriterionInForce['state'] = 'live') {
  return adaptPack(pack, { codes: {}, criteria: [{ code: 'own_courses', version: 3, state, definition }] })
}

function codesIn(text: string, definition = criterion(), more: { platform?: string; links?: string[] } = {}) {
  return judgeText(packWith(definition), { text, ...more }).score.reasonCodes
}

function matterOf(text: string): Matter {
  const step = {
    step: 'profile',
    status: 'completed' as const,
    detail: null,
    started_at: null,
    duration_ms: null,
  }
  return {
    ...exampleEvidence(text),
    coverage: {
      mode: 'quick',
      score: 1,
      steps: [step],
      steps_completed: ['profile'],
      steps_skipped: [],
      steps_failed: [],
      urls_visited: 1,
      urls_failed: 0,
      failed_urls: [],
      login_blocked_urls: [],
      bot_blocked_urls: [],
      referrer_matches: { total: 0, by_domain: {} },
      pages_truncated: false,
    },
    planned: [],
    consultation: null,
  }
}

function faultsOf(given: Record<string, unknown>): string[] {
  const read = criterionSchema.safeParse({ ...COURSES, ...given })
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('a criterion of an organization', () => {
  it('finds its phrases in any language, its terms beside others, and its domains', () => {
    for (const text of [
      'Copies of the Lantern course, cheap',
      'LANTERN COURSE MIRRORS here',
      'Lantern Kurs Kopie, 5 Euro',
      'lanterns, rip in my channel',
      'C0pies of the lanтern course',
    ])
      assert.deepEqual(codesIn(text).slice(0, 1), ['own_courses'], text)
    assert.deepEqual(codesIn('watch', criterion(), { links: ['https://eu.lantern-copies.example/a'] }), [
      'own_courses',
    ])
    assert.deepEqual(codesIn('We make lanterns of paper'), [])
  })

  it('is excused as a rule of the pack is: by its exclusions, by a refusal, and on platforms where it is off', () => {
    assert.deepEqual(codesIn('Official partner: copies of the lantern course'), [])
    const { score } = judgeText(packWith(criterion()), {
      text: 'No copies of the lantern course here, please do not ask',
    })
    assert.equal(score.recommendation, 'no_flags')
    const offThere = criterion({ platforms: { instagram: 'off', default: 'low' } })
    assert.deepEqual(codesIn('Copies of the lantern course', offThere, { platform: 'instagram' }), [])
    const elsewhere = judgeText(packWith(offThere), {
      text: 'Copies of the lantern course',
      platform: 'x',
    }).score
    assert.deepEqual([elsewhere.codes[0]?.severity, elsewhere.recommendation], ['low', 'review_low'])
  })

  it('counts fully by a phrase, and by a lone word as a hint and no further', () => {
    const weigh = (definition: Criterion) =>
      judgeText(packWith(definition), { text: 'Copies of the lantern course' }).score.recommendation
    assert.equal(weigh(criterion()), 'review_high')
    assert.equal(weigh(criterion({ precision: 0.6 })), 'review_medium')
    assert.equal(weigh(criterion({ phrases: {}, terms: { en: ['lantern'] }, beside: {} })), 'review_low')
  })

  it('gives the same report for the same input and version, which the pack names', () => {
    const [once, again] = [packWith(criterion()), packWith(criterion())]
    assert.equal(once, again, 'made ready once')
    assert.notEqual(once.version, pack.version)
    assert.notEqual(packWith(criterion({ precision: 0.5 })).version, once.version)
    assert.deepEqual(once.criteria, [{ code: 'own_courses', version: 3, state: 'live' }])
    const matter = matterOf('Copies of the lantern course. Selling cocaine, 70 a gram, delivery tonight')
    assert.equal(JSON.stringify(judge(once, matter)), JSON.stringify(judge(again, matter)))
  })

  it('changes nothing for anybody else', () => {
    assert.equal(adaptPack(pack, NO_CHANGES), pack)
    assert.equal(adaptPack(pack, { codes: {}, thresholds: {}, shadow: [], criteria: [] }), pack)
  })

  it('in shadow is told beside what counts, and moves nothing of it', () => {
    const matter = matterOf('C-o-p-i-e-s of the lantern course. Selling cocaine, 70 a gram, delivery tonight')
    const { shadow, criteria, ...counted } = judge(packWith(criterion(), 'shadow'), matter)
    assert.deepEqual(criteria, [{ code: 'own_courses', version: 3, state: 'shadow' }])
    assert.equal(JSON.stringify(counted), JSON.stringify(judge(pack, matter)))
    assert.ok(shadow)
    assert.deepEqual([...new Set(shadow.findings.map(({ code }) => code))].slice(0, 1), ['own_courses'])
    assert.ok(shadow.score.riskScore > counted.score.riskScore)
  })

  it('of the pack can be in shadow too, or heard from a threshold on', () => {
    const matter = matterOf('Selling cocaine, 70 a gram, delivery tonight, Telegram')
    const plain = judge(pack, matter).score
    assert.ok(plain.reasonCodes.includes('drug_sale'))
    const shaded = judge(adaptPack(pack, { codes: {}, shadow: ['drug_sale'] }), matter)
    assert.ok(!shaded.score.reasonCodes.includes('drug_sale'))
    assert.equal(shaded.shadow?.score.riskScore, plain.riskScore)
    const probability = plain.codes.find(({ code }) => code === 'drug_sale')?.probability ?? 0
    const heardFrom = (threshold: number) =>
      judge(adaptPack(pack, { codes: {}, thresholds: { drug_sale: threshold } }), matter).score
    assert.deepEqual(heardFrom(probability).reasonCodes, plain.reasonCodes)
    assert.ok(heardFrom(probability + 0.01).riskScore < plain.riskScore)
  })

  it('is tried on a text with what came out without it', () => {
    const tried = { code: 'own_courses', criterion: criterion(), changes: NO_CHANGES }
    const { was, is, found } = tryOnText(pack, tried, {
      text: 'Hello. Copies of the lantern course, no copies of the lantern course',
    })
    assert.deepEqual([was.recommendation, is.recommendation], ['no_flags', 'review_high'])
    assert.deepEqual(found[0], {
      rule: 'phrase',
      quote: 'Copies of the lantern course',
      url: null,
      mitigation: null,
    })
  })

  it('is refused with what to do about it', () => {
    assert.deepEqual(faultsOf({ terms: { en: ['(a+)+$'.repeat(30)] } }), [
      'terms.en.0: is longer than 100 letters: give the words that matter',
    ])
    assert.match(
      faultsOf({ terms: { en: ['a.*b'] } })[0] ?? '',
      /star at its end only.*patterns are not read/,
    )
    assert.match(faultsOf({ terms: { en: ['a*'] } })[0] ?? '', /beginning of too many words: give 3 letters/)
    assert.match(faultsOf({ terms: { en: ['…'] } })[0] ?? '', /holds no letter/)
    assert.match(faultsOf({ phrases: { en: ['lantern'] } })[0] ?? '', /put it under `terms`/)
    assert.match(
      faultsOf({ terms: { en: Array.from({ length: 9000 }, (_, i) => `word${i}`) } })[0] ?? '',
      /holds 9000 terms; at most 500: write stems/,
    )
    assert.match(faultsOf({ domains: ['https://a.example/x'] })[0] ?? '', /bare name in small letters/)
    assert.match(
      faultsOf({ phrases: {}, terms: {}, beside: {}, domains: [] })[0] ?? '',
      /says nothing to look for/,
    )
    const [family, platform] = faultsOfCriterion(
      criterion({ family: 'status', platforms: { nowhere: 'off' } }),
      pack,
    )
    assert.match(family?.message ?? '', /Unknown family; one of ai, consent/)
    assert.match(platform?.message ?? '', /Unknown platform; one of bluesky/)
  })

  it('takes no longer for the worst that one may write', () => {
    const nested = Array.from({ length: 50 }, (_, i) =>
      Array(i + 1)
        .fill('a')
        .join(' '),
    )
    const words = ['the*', 'and', 'you', ...nested]
    const worst = criterion({
      terms: { en: words },
      beside: { en: words },
      exclusions: { en: ['zzz', ...nested.slice(0, 9)] },
    })
    const text = `${'a '.repeat(12_000)}${'the and you '.repeat(2_000)}`
    const started = process.cpuUsage()
    judgeText(packWith(worst), { text })
    const own = process.cpuUsage(started).user / 1000
    const before = process.cpuUsage()
    judgeText(pack, { text: `b${text}` })
    const plain = process.cpuUsage(before).user / 1000
    assert.ok(own < plain * 3 + 1500, `${own} ms with it, ${plain} ms without`)
  })
})
