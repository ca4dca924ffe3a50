import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Finding } from '../../src/policy/finding.ts'
import { score } from '../../src/policy/score/score.ts'
import type { ScoreInput } from '../../src/policy/score/score-input.ts'
import { shapleyShares } from '../../src/policy/score/shapley-shares.ts'
import { splitWhole } from '../../src/policy/score/split-whole.ts'
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

  it('is divided among its codes whole, and what weighs nothing has nothing', () => {
    fc.assert(
      fc.property(findings, input, (given, rest) => {
        const { codes, riskScore } = score(given, { ...rest, coverage: Math.max(rest.coverage, 0.5) })
        assert.equal(
          codes.reduce((sum, { contribution }) => sum + contribution, 0),
          riskScore,
        )
        for (const { code, contribution, scoreWithout } of codes) {
          assert.ok(contribution >= 0)
          if (contribution > 0) continue
          // Rounded away, or no part of it at all.
          assert.ok(riskScore - (scoreWithout ?? 0) <= 1, `${code}: ${scoreWithout} of ${riskScore}`)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('has of too little seen only what no code brings', () => {
    fc.assert(
      fc.property(findings, input, (given, rest) => {
        const seen = score(given, { ...rest, coverage: 1 })
        const unseen = score(given, { ...rest, coverage: 0 })
        assert.deepEqual(
          unseen.codes.map(({ code, contribution }) => [code, contribution]),
          seen.codes.map(({ code, contribution }) => [code, contribution]),
        )
        assert.equal(unseen.riskScore, Math.max(20, seen.riskScore))
      }),
    )
  })
})

const codes = fc.array(
  fc.record({
    family: fc.constantFrom('a', 'b', 'c'),
    share: fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { maxLength: 7 },
)
type Code = { family: string; share: number }

describe('the shares of the codes', () => {
  const rawOf = (given: readonly Code[]): number =>
    1 -
    [...Map.groupBy(given, ({ family }) => family).values()].reduce(
      (rest, family) => rest * (1 - Math.max(...family.map(({ share }) => share))),
      1,
    )
  /** What each adds, over every order of all of them: by hand, so to speak. */
  const byOrders = (given: readonly Code[]): number[] => {
    const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
    return given.map((code, own) => {
      const others = given.filter((_, index) => index !== own)
      let sum = 0
      for (let set = 0; set < 2 ** others.length; set++) {
        const before = others.filter((_, index) => (set >> index) & 1)
        const orders = factorial(before.length) * factorial(others.length - before.length)
        sum += (orders * (rawOf([...before, code]) - rawOf(before))) / factorial(given.length)
      }
      return sum
    })
  }

  it('are what each adds on average over all orders', () => {
    fc.assert(
      fc.property(codes, (given) => {
        const expected = byOrders(given)
        shapleyShares(given).forEach((share, index) => {
          assert.ok(Math.abs(share - (expected[index] ?? 0)) < 1e-9)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('add up to the raw score for any number of codes; equals have equal ones, none has less than nothing', () => {
    const many = fc.array(
      fc.record({
        family: fc.constantFrom(...'abcdefghijkl'),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(many, (given) => {
        const twice = [...given, { family: 'x', share: 0.5 }, { family: 'y', share: 0.5 }]
        const shares = shapleyShares(twice)
        const sum = shares.reduce((total, share) => total + share, 0)
        assert.ok(Math.abs(sum - rawOf(twice)) < 1e-9, `${sum} of ${rawOf(twice)}`)
        assert.ok(shares.every((share) => share >= 0))
        assert.ok(Math.abs((shares.at(-1) ?? 0) - (shares.at(-2) ?? 1)) < 1e-12)
      }),
    )
  })

  it('one never falls when its code weighs more', () => {
    fc.assert(
      fc.property(
        codes.filter(({ length }) => length > 0),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([first, ...others], step) => {
          assert.ok(first)
          const raised = { ...first, share: first.share + (1 - first.share) * step }
          const [less = 0] = shapleyShares([first, ...others])
          const [more = 0] = shapleyShares([raised, ...others])
          assert.ok(more >= less - 1e-12)
        },
      ),
    )
  })

  it('become whole points that add up, none further than a point from its part', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), weights, (whole, given) => {
        const sum = given.reduce((total, weight) => total + weight, 0)
        const points = splitWhole(whole, given)
        assert.equal(
          points.reduce((total, each) => total + each, 0),
          sum > 0 ? whole : 0,
        )
        points.forEach((each, index) => {
          const part = sum > 0 ? (whole * (given[index] ?? 0)) / sum : 0
          assert.ok(Number.isInteger(each) && each >= 0 && Math.abs(each - part) < 1 + 1e-6)
          if (given[index] === 0) assert.equal(each, 0)
        })
      }),
    )
  })
})
