import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import type { Finding } from '../../src/policy/finding.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { type Score, score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

/** Talk about a group, a mood or an order is easily taken for these: named where they are proven, and these three are not. */
const UNHEARD_UNPROVEN = [
  'hate_speech',
  'extremism_support',
  'self_harm_promotion',
  'prompt_injection_attempt',
  'violence_threat',
]
const NEVER_PROVEN = ['hate_speech', 'self_harm_promotion', 'violence_threat']

function hit(code: string, source: Finding['source'], more: Partial<Finding> = {}): Finding {
  return {
    code,
    rule: source === 'rule' ? `${code}/test` : source,
    source,
    p: 0.9,
    evidenceRef: 'E1',
    channel: 'bio',
    binding: 'own',
    mitigation: null,
    quote: 'words',
    textIndex: 0,
    start: 0,
    end: 5,
    view: 'native',
    ...more,
  }
}

function scored(...findings: Finding[]): Score {
  return score(findings, {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules+model',
    pack,
    subject: { platform: null, handle: 'ana', url: 'https://profile.example/ana' },
    statusCodes: [],
  })
}

const everyCode = Object.values(pack.codes).filter(({ family }) => family !== 'status')

describe('the classifier alone', () => {
  const { proven } = pack.scoring.alone
  const unproven = everyCode.filter(({ id }) => proven[id] === undefined)

  it('never lifts a report above review_low where it is not proven, whatever it names', () => {
    for (const { id } of unproven)
      assert.ok(['no_flags', 'review_low'].includes(scored(hit(id, 'classifier')).recommendation), id)
    for (const [id, least] of Object.entries(proven))
      assert.ok(scored(hit(id, 'classifier', { p: least - 0.01 })).riskScore <= 39, id)
    const all = scored(...unproven.map(({ id }) => hit(id, 'classifier')))
    assert.deepEqual([all.recommendation, all.riskScore], ['review_low', 39])
  })

  it('ends at review_medium where it is proven on human text, and names no code of minor safety there', () => {
    assert.ok(Object.keys(proven).length > 10)
    const severe = scored(hit('deepfake_real_person', 'classifier', { p: 0.6 }))
    assert.equal(severe.recommendation, 'review_medium')
    for (const id of Object.keys(proven)) {
      assert.ok(scored(hit(id, 'classifier')).riskScore < pack.scoring.bands.review_high, id)
      assert.notEqual(pack.codes[id]?.family, 'minor_safety', id)
      assert.ok(!NEVER_PROVEN.includes(id), id)
    }
  })

  it('adds nothing to a report that a rule has brought higher', () => {
    const rule = hit('escort_offer', 'rule', { p: 0.6 })
    const both = scored(rule, hit('scam_financial', 'classifier'))
    assert.equal(both.riskScore, scored(rule).riskScore)
    assert.ok(both.reasonCodes.includes('scam_financial'))
  })

  it('confirms what a rule names', () => {
    const rule = hit('escort_offer', 'rule', { p: 0.6 })
    assert.ok(scored(rule, hit('escort_offer', 'classifier')).riskScore > scored(rule).riskScore)
  })

  for (const code of UNHEARD_UNPROVEN) {
    it(`is not heard about ${code} unless proven`, () =>
      assert.ok(pack.scoring.classifier.silent.includes(code)))
  }

  for (const text of [
    'I love disabled people.',
    'We are a group of gay people.',
    'Muslims belong in our government.',
    'Immigrants deserve our thanks',
    "Let's grow old together",
  ]) {
    it(`leaves alone: ${text}`, () => assert.deepEqual(evaluate(pack, exampleEvidence(text)), []))
  }

  for (const label of [
    'Discord',
    'Profile',
    'Signal',
    'The quiet carriage',
    'Home\nMusic\nMerch\nContact us',
  ]) {
    it(`is not asked about labels, menus and titles: ${label.replaceAll('\n', ' / ')}`, () => {
      for (const channel of ['bio', 'post', 'link_label', 'page'] as const)
        assert.deepEqual(evaluate(pack, exampleEvidence({ evidence: [{ text: label, channel }] })), [])
    })
  }
})

describe('a bare rule', () => {
  it('never lifts a report above review_low, however many of them there are', () => {
    const bare = everyCode.map(({ id }) => hit(id, 'rule', { bare: true }))
    assert.equal(
      scored(...bare, ...bare.map((each) => ({ ...each, channel: 'page' as const }))).riskScore,
      39,
    )
    assert.equal(scored(hit('violence_threat', 'rule', { bare: true })).riskScore, 30)
  })
})

describe('a model alone', () => {
  it('never lifts a report above review_medium', () => {
    for (const { id } of everyCode)
      assert.notEqual(scored(hit(id, 'model')).recommendation, 'review_high', id)
    assert.equal(scored(...everyCode.map(({ id }) => hit(id, 'model'))).riskScore, 69)
  })

  it('does not convict by an age that no rule has met', () => {
    const result = scored(hit('minor_age_claim', 'model', { tag: 'adult_link' }))
    assert.equal(result.recommendation, 'review_medium')
    assert.deepEqual(result.reasonCodes, ['minor_age_claim'])
  })

  it('is not made to convict by a hint about something else', () => {
    const hint = hit('meetup_hint', 'rule', { p: 0.5 })
    assert.ok(scored(hint, ...everyCode.map(({ id }) => hit(id, 'model'))).riskScore <= 69)
  })

  it('confirms what a rule names, as far as it weighs', () => {
    const rule = hit('minor_age_claim', 'rule', { p: 0.6 })
    assert.equal(scored(rule, hit('minor_age_claim', 'model')).recommendation, 'review_high')
  })

  it('and a bare rule that agree are an opinion', () => {
    const both = scored(hit('violence_threat', 'rule', { bare: true }), hit('violence_threat', 'model'))
    assert.equal(both.recommendation, 'review_medium')
  })
})
