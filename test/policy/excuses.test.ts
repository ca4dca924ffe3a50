import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

const RULES = { ...pack, classifier: null }

function judged(text: string): { recommendation: string; mitigations: (string | null)[] } {
  const input = exampleEvidence(text)
  const findings = evaluate(RULES, input)
  const { recommendation } = score(findings, {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack: RULES,
    subject: input.subject,
    statusCodes: [],
  })
  return { recommendation, mitigations: findings.map(({ mitigation }) => mitigation) }
}

const OFFENCES = [
  'Outcall and incall, 200 EUR per hour',
  'Incall in Antwerp, 180 an hour, text me',
  'Selling cocaine, 70 a gram, delivery tonight, Telegram',
  'Glock for sale, 400, ships today, DM',
  'Muslims are vermin and must leave',
]
const WORDS = (
  'Photographer Coach Teacher Yoga Dog Toy Sober Research History Legal Wedding Therapist Comedy Chef Tattoo Museum Recovery ' +
  'Airsoft Prevention Satire Fiction Training Piano Prohibited Guidelines'
).split(' ')

describe('a word of an honest trade as a sentence of its own', () => {
  for (const offence of OFFENCES) {
    it(`clears nothing: ${offence}`, () => {
      const { recommendation } = judged(offence)
      assert.equal(recommendation, 'review_medium')
      for (const word of [...WORDS, 'Terms of service', 'Community guidelines'])
        for (const text of [`${word}. ${offence}.`, `${offence}. ${word}.`, `${word}\n${offence}`])
          assert.equal(judged(text).recommendation, 'review_medium', text)
    })
  }

  it('tells what an act of two meanings means', () => {
    assert.equal(
      judged('Wedding photographer. Private bookings in Lisbon, rates on request').recommendation,
      'no_flags',
    )
    assert.equal(judged('Private bookings in Lisbon, rates on request').recommendation, 'review_medium')
  })
})

describe('a rule text', () => {
  it('is never the creator’s own bio, but what forbids the act in its sentence refuses it', () => {
    assert.deepEqual(judged('Terms of service: incall, 200 EUR per hour').mitigations, [null])
    assert.deepEqual(judged('Prohibited on this site: incall in Lisbon, 200 EUR per hour').mitigations, [
      'negated',
    ])
    assert.deepEqual(judged('Prohibited. Incall in Lisbon, 200 EUR per hour').mitigations, [null])
  })

  it('is somebody else’s page that speaks like one', () => {
    const page = {
      text: 'Community guidelines. Incall in Lisbon, 200 EUR per hour',
      channel: 'page' as const,
      binding: 'linked' as const,
      hop: 1,
      url: 'https://elsewhere.example/house',
      mentionsCreator: true,
    }
    const found = evaluate(RULES, exampleEvidence({ evidence: [{}, page] }))
    assert.deepEqual(
      found.map(({ mitigation }) => mitigation),
      ['policy_text'],
    )
  })
})
