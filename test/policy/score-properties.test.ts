import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Finding } from '../../src/policy/finding.ts'
import { score } from '../../src/policy/score/score.ts'
import type { ScoreInput } from '../../src/policy/score/score-input.ts'
import { pack } from './built-in-pack.ts'

const finding: fc.Arbitrary<Finding> = fc.record({
  code: fc.constantFrom(...Object.keys(pack.codes)),
  rule: fc.constant('test'),
  source: fc.constantFrom('rule', 'model', 'classifier'),
  p: fc.double({ min: 0, max: 1, noNaN: true }),
  evidenceRef: fc.constantFrom('E1', 'E2', 'E3'),
  channel: fc.constantFrom('bio', 'post', 'page', 'link', 'snippet'),
  binding: fc.constantFrom('own', 'linked', 'links_back', 'second_hop', 'picture', 'search', 'same_handle'),
  mitigation: fc.constantFrom(null, null, 'negated', 'quoted'),
  quote: fc.constant('words'),
  textIndex: fc.constant(0),
  start: fc.constant(0),
  end: fc.constant(5),
  view: fc.constant('native'),
  tag: fc.constantFrom(undefined, 'hop0', 'hop1', 'adult_link', 'same_handle'),
})
const findings = fc.array(finding, { maxLength: 12 })
const input: fc.Arbitrary<ScoreInput> = fc.record({
  coverage: fc.double({ min: 0, max: 1, noNaN: true }),
  mode: fc.constantFrom('quick', 'deep'),
  analysisMode: fc.constantFrom('rules', 'rules+model'),
  pack: fc.constant(pack),
  subject: fc
    .constantFrom(null, ...Object.keys(pack.platforms))
    .map((platform) => ({ platform, handle: 'ana', url: 'https://profile.example/ana' })),
  statusCodes: fc.constant([]),
})
const ORDER = ['no_flags', 'review_low', 'review_medium', 'review_high']

describe('score, for any findings', () => {
  it('never falls when a finding is added', () => {
    fc.assert(
      fc.property(findings, finding, input, (before, added, given) => {
        const less = score(before, given)
        const more = score([...before, added], given)
        assert.ok(more.riskScore >= less.riskScore)
        assert.ok(ORDER.indexOf(more.recommendation) >= ORDER.indexOf(less.recommendation))
      }),
      { numRuns: 3_000 },
    )
  })

  it('never falls when a p rises', () => {
    fc.assert(
      fc.property(
        findings,
        finding,
        fc.double({ min: 0, max: 1, noNaN: true }),
        input,
        (rest, one, step, given) => {
          const raised = { ...one, p: one.p + (1 - one.p) * step }
          assert.ok(score([...rest, raised], given).riskScore >= score([...rest, one], given).riskScore)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('does not depend on the order of the findings', () => {
    fc.assert(
      fc.property(findings, input, (given, rest) => {
        assert.deepEqual(score(given.toReversed(), rest), score(given, rest))
      }),
    )
  })

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(findings, input, (given, rest) => {
        const result = score(given, rest)
        assert.ok(Number.isInteger(result.riskScore) && result.riskScore >= 0 && result.riskScore <= 100)
        assert.ok(result.confidenceValue >= -1e-9 && result.confidenceValue <= 1 + 1e-9)
        assert.ok(
          result.codes.every(({ contribution, probability }) => contribution >= 0 && probability <= 1),
        )
        assert.ok(rest.coverage >= 0.5 || result.recommendation !== 'no_flags')
      }),
    )
  })
})
