import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding } from '../../src/policy/finding.ts'
import { type Score, score } from '../../src/policy/score/score.ts'
import type { ScoreInput } from '../../src/policy/score/score-input.ts'
import { pack } from './built-in-pack.ts'

const subject = { platform: null, handle: 'ana', url: 'https://profile.example/ana' }

function hit(code: string, p: number, more: Partial<Finding> = {}): Finding {
  return {
    code,
    rule: `${code}/test`,
    source: 'rule',
    p,
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

function scored(findings: Finding[], more: Partial<ScoreInput> = {}): Score {
  return score(findings, {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
    ...more,
  })
}

function summary({ riskScore, recommendation, confidence }: Score): [number, string, string] {
  return [riskScore, recommendation, confidence]
}

const booking = hit('escort_offer', 0.75)
const directory = hit('escort_offer', 0.7, { channel: 'link', binding: 'linked' })

describe('worked examples', () => {
  it('a clean profile', () => {
    const result = scored([])
    assert.deepEqual(summary(result), [0, 'no_flags', 'medium'])
    assert.equal(result.confidenceValue.toFixed(2), '0.96')
  })

  it('a refusal', () => {
    const result = scored([hit('escort_offer', 0.45, { mitigation: 'negated' })])
    assert.deepEqual(summary(result), [11, 'no_flags', 'medium'])
    assert.equal(result.confidenceValue.toFixed(2), '0.61')
  })

  it('one payment handle in the bio', () => {
    const result = scored([hit('offplatform_payment', 0.6)])
    assert.deepEqual(summary(result), [36, 'review_low', 'medium'])
    assert.equal(result.confidenceValue.toFixed(2), '0.68')
  })

  it('the same handle twenty times counts once', () => {
    const result = scored(Array.from({ length: 20 }, () => hit('offplatform_payment', 0.6)))
    assert.deepEqual(summary(result), [36, 'review_low', 'medium'])
  })

  it('many low signals stop at the cap of their tier', () => {
    const codes = [
      'spam_engagement',
      'offplatform_contact',
      'drug_promotion',
      'meetup_hint',
      'ai_persona_undisclosed',
    ]
    assert.deepEqual(summary(scored(codes.map((code) => hit(code, 0.9)))), [39, 'review_low', 'medium'])
  })

  it('an offer, and a directory one hop away, are two groups', () => {
    const result = scored([booking, directory])
    assert.deepEqual(summary(result), [76, 'review_high', 'medium'])
    assert.equal(result.codes[0]?.probability.toFixed(2), '0.89')
    assert.equal(result.confidenceValue.toFixed(2), '0.81')
  })

  it('a verified model finding adds one group and lifts the confidence', () => {
    const result = scored([booking, directory, hit('escort_offer', 0.9, { source: 'model' })], {
      analysisMode: 'rules+model',
    })
    assert.deepEqual(summary(result), [81, 'review_high', 'high'])
    assert.equal(result.codes[0]?.probability.toFixed(2), '0.96')
  })

  it('a silent model behind an injection lowers nothing but the confidence', () => {
    const findings = [
      booking,
      directory,
      hit('evasion_obfuscation', 0.47),
      hit('prompt_injection_attempt', 0.47),
    ]
    const result = scored(findings, { analysisMode: 'rules+model' })
    assert.deepEqual(summary(result), [83, 'review_high', 'medium'])
    assert.equal(result.confidenceValue.toFixed(2), '0.69')
  })

  it('a model that says it was addressed is never sure', () => {
    const clean = { analysisMode: 'rules+model' } as const
    assert.equal(scored([], clean).confidence, 'high')
    assert.equal(scored([], { ...clean, injectionSeen: true }).confidence, 'medium')
  })

  it('a model alone without its quote weighs nothing', () => {
    const result = scored([hit('escort_offer', 0.9, { source: 'model', verified: false })], {
      analysisMode: 'rules+model',
    })
    assert.deepEqual(summary(result), [0, 'no_flags', 'high'])
  })

  it('a model alone with its quote weighs .6 at most and is never sure', () => {
    const result = scored([hit('escort_offer', 0.9, { source: 'model' })], { analysisMode: 'rules+model' })
    assert.deepEqual(summary(result), [51, 'review_medium', 'medium'])
  })

  it('a model whose finding stands beside a refusal that rules saw is alone all the same', () => {
    const findings = [
      hit('escort_offer', 0.9, { source: 'model' }),
      hit('escort_offer', 0.66, { mitigation: 'negated' }),
    ]
    assert.deepEqual(summary(scored(findings, { analysisMode: 'rules+model' })), [
      58,
      'review_medium',
      'medium',
    ])
  })

  it('an age hint in one search result: the critical floor, and a person decides', () => {
    const result = scored([hit('minor_age_claim', 0.5, { binding: 'search', channel: 'snippet' })])
    assert.deepEqual(summary(result), [25, 'review_high', 'medium'])
    assert.deepEqual(result.floorsApplied, ['critical_code'])
    assert.equal(result.confidenceValue.toFixed(2), '0.70')
  })

  it('an age under 18 in the own bio with an adult link', () => {
    const result = scored([hit('minor_age_claim', 0.85, { tag: 'adult_link' })])
    assert.deepEqual(summary(result), [90, 'review_high', 'high'])
    assert.equal(result.confidenceValue.toFixed(2), '0.80')
  })

  it('a login wall', () => {
    const result = scored([], { coverage: 0.2 })
    assert.deepEqual(summary(result), [20, 'review_low', 'low'])
    assert.equal(result.confidenceValue.toFixed(2), '0.16')
    assert.deepEqual(result.reasonCodes, ['insufficient_coverage'])
  })
})

describe('score', () => {
  it('lifts an offer and a directory with the same handle to 75', () => {
    const link = hit('escort_directory_link', 0.85, {
      channel: 'link',
      binding: 'linked',
      tag: 'same_handle',
    })
    const result = scored([hit('escort_offer', 0.66), link])
    assert.deepEqual([result.riskScore, result.floorsApplied], [75, ['escort_offer_and_directory']])
  })

  it('does not lift a refusal beside a directory with the same handle', () => {
    const link = hit('escort_directory_link', 0.85, {
      channel: 'link',
      binding: 'linked',
      tag: 'same_handle',
    })
    const result = scored([hit('escort_offer', 0.66, { mitigation: 'negated' }), link])
    assert.deepEqual(result.floorsApplied, [])
  })

  it('weighs an account that shares the handle with nothing', () => {
    assert.deepEqual(summary(scored([hit('escort_offer', 0.97, { binding: 'same_handle' })])), [
      0,
      'no_flags',
      'medium',
    ])
  })

  it('never gives no_flags when less than half was seen', () => {
    assert.equal(scored([], { coverage: 0.49 }).recommendation, 'review_low')
    assert.equal(scored([], { coverage: 0.5 }).recommendation, 'no_flags')
  })

  it('is never sure in quick mode', () => {
    const claim = hit('minor_age_claim', 0.85, { tag: 'adult_link' })
    assert.equal(scored([claim], { mode: 'quick' }).confidence, 'medium')
  })

  it('counts an adult link by its distance and its platform', () => {
    const link = (tag: string): Finding => hit('adult_link_restricted', 0.9, { channel: 'link', tag })
    const on = (platform: string, tag: string): number =>
      scored([link(tag)], { subject: { ...subject, platform } }).riskScore
    assert.deepEqual([on('instagram', 'hop0'), on('instagram', 'hop1'), on('onlyfans', 'hop0')], [54, 32, 0])
  })

  it('orders reason codes by severity and probability, status codes last', () => {
    const result = scored(
      [
        hit('profile_unavailable', 0.9),
        hit('meetup_hint', 0.9),
        hit('offplatform_payment', 0.6),
        hit('spam_engagement', 0.1),
      ],
      { statusCodes: ['insufficient_coverage'] },
    )
    assert.deepEqual(result.reasonCodes, [
      'offplatform_payment',
      'meetup_hint',
      'insufficient_coverage',
      'profile_unavailable',
    ])
  })

  describe('divides itself among the codes', () => {
    const points = (findings: Finding[], more: Partial<ScoreInput> = {}) =>
      Object.fromEntries(
        scored(findings, more).codes.map(({ code, contribution, scoreWithout }) => [
          code,
          [contribution, scoreWithout],
        ]),
      )

    it('by their shares of the raw score, with the score without each beside it', () => {
      const [payment, spam] = [hit('offplatform_payment', 0.6), hit('spam_engagement', 0.5)]
      // .36 and .175 are .4720 together: ½(.36 + .2970) and ½(.175 + .1120).
      assert.deepEqual(points([payment, spam]), {
        offplatform_payment: [33, scored([spam]).riskScore],
        spam_engagement: [14, 36],
      })
    })

    it('two of one family share what the stronger brings alone', () => {
      // .51 and .36, of which the larger counts: .51 - .36 / 2 and .36 / 2.
      assert.deepEqual(points([hit('escort_offer', 0.6), hit('escort_directory_link', 0.36 / 0.85)]), {
        escort_offer: [33, 36],
        escort_directory_link: [18, 51],
      })
    })

    it('scaled to where a cap ends it', () => {
      const codes = ['spam_engagement', 'drug_promotion', 'meetup_hint', 'ai_persona_undisclosed']
      assert.deepEqual(
        Object.values(points(codes.map((code) => hit(code, 0.9)))).map(([part]) => part),
        [10, 10, 10, 9],
      )
    })

    it('scaled to where a floor lifts it', () => {
      assert.deepEqual(points([hit('minor_age_claim', 0.85, { tag: 'adult_link' })]), {
        minor_age_claim: [90, 0],
      })
    })

    it('what weak signs came to is theirs only where the score is of them', () => {
      const weak = hit('meetup_hint', 0.9, { bare: true })
      assert.deepEqual(points([booking, weak]), { escort_offer: [64, 12], meetup_hint: [0, 64] })
      assert.deepEqual(points([hit('spam_engagement', 0.66), weak]), {
        spam_engagement: [22, 12],
        meetup_hint: [11, 23],
      })
    })

    it('what too little seen adds is no code’s', () => {
      assert.deepEqual(points([hit('spam_engagement', 0.3)], { coverage: 0.2 }), {
        spam_engagement: [11, 20],
      })
    })
  })
})
