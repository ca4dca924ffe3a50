import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { isBare, lintRules } from '../../src/policy/pack/bare-rules.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { type TextRule, textRuleSchema } from '../../src/policy/pack/rule-schema.ts'
import { matchesIn, withWordEdges } from '../../src/policy/pack/word-edges.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

function ruleOf(rule: Partial<TextRule>): TextRule {
  return textRuleSchema.parse({ id: 'test', p: 0.6, all: ['lex.sale'], ...rule })
}

function packWith(rule: Partial<TextRule>): PolicyPack {
  const code = pack.codes.weapon_sale ?? assert.fail()
  return { ...pack, codes: { weapon_sale: { ...code, rules: [ruleOf(rule)] } } }
}

function recommendationOf(text: string, judging: PolicyPack = pack): string {
  const input = exampleEvidence(text)
  return score(evaluate(judging, input), {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack: judging,
    subject: input.subject,
    statusCodes: [],
  }).recommendation
}

describe('a rule of one part', () => {
  it('is bare, but for a pattern that says what it holds, a fact beside it, and an age', () => {
    assert.ok(isBare(ruleOf({}), 'weapons'))
    assert.ok(isBare(ruleOf({ all: ['re.price'] }), 'weapons'))
    assert.ok(!isBare(ruleOf({ all: ['lex.weapon', 'lex.sale'] }), 'weapons'))
    assert.ok(!isBare(ruleOf({ any: ['re.price'] }), 'weapons'))
    assert.ok(!isBare(ruleOf({ when: ['small_account'] }), 'identity'))
    assert.ok(isBare(ruleOf({ when: ['adult_context'] }), 'identity'))
    assert.ok(!isBare(ruleOf({ all: ['re.kill_threat'], holds: ['act', 'target'] }), 'violence'))
    assert.ok(!isBare(ruleOf({}), 'minor_safety'))
  })

  it('is named by the lint when it claims more than it may', () => {
    assert.match(
      lintRules(packWith({})).join(),
      /^weapon_sale\/test: one lexicon or pattern alone counts 0\.35/,
    )
    assert.deepEqual(lintRules(packWith({ p: 0.35 })), [])
    assert.match(lintRules(packWith({ holds: ['act', 'price'] })).join(), /a lexicon holds no full statement/)
  })

  it('holds a full statement only with an act and a price, contact, place or target', () => {
    assert.throws(() => ruleOf({ holds: ['object'] }))
    assert.throws(() => ruleOf({ holds: ['act', 'object'] }))
  })

  it('is nowhere in the built-in pack with more than its due', () => assert.deepEqual(lintRules(pack), []))

  it('reaches review_low at most, with every term of every lexicon that a rule asks for alone', () => {
    const bare = compilePack(pack).textRules.filter(({ isBare }) => isBare)
    assert.ok(bare.length > 4)
    const codes = Object.entries(pack.codes).map(([id, code]) => {
      const rules = code.rules.filter((rule) => 'all' in rule && isBare(rule, code.family))
      return [id, { ...code, rules }] as const
    })
    const bareRules = { ...pack, classifier: null, codes: Object.fromEntries(codes) }
    for (const { rule } of bare) {
      for (const group of rule.all) {
        for (const atom of typeof group === 'string' ? [group] : group.any) {
          for (const term of Object.values(pack.lexicons[atom.slice(4)]?.terms ?? {}).flat())
            assert.ok(['no_flags', 'review_low'].includes(recommendationOf(term, bareRules)), term)
        }
      }
    }
  })
})

describe('plain talk', () => {
  for (const text of [
    'Smoking will kill you',
    'Refill will kill you with flavour',
    'Chair yoga will kill your back pain',
    'The hill will kill you but the view is worth it',
    'Six Feet Under podcast',
    'Fresh cuts every day, barber',
    'Fresh cuts of beef daily',
    "Let's hang out",
    "Let's hang pictures together, framing service",
    'White Power Ranger cosplayer',
    'Bulbs in the ground by October, allotment diary',
    'I shoot you and your dog outdoors',
    'Ana and Mia knit',
  ]) {
    it(`is clean: ${text}`, () => assert.equal(recommendationOf(text), 'no_flags'))
  }
})

describe('a pattern', () => {
  const finds = (source: string, text: string): boolean =>
    matchesIn(withWordEdges(source), text, { most: 1 }).length > 0

  it('begins and ends with a word', () => {
    assert.ok(finds("i'?ll kill you", "i'll kill you"))
    assert.ok(!finds("i'?ll kill you", 'the hill kill you'))
    assert.ok(!finds("i'?ll kill you", "i'll kill your back pain"))
    assert.ok(finds('(?:age|edad) \\d\\d', 'my age 28, berlin'))
    assert.ok(!finds('(?:age|edad) \\d\\d', 'page 28'))
  })

  it('takes the vowel signs of a word for letters of it', () => {
    assert.ok(finds('की', 'मेरी की है'))
    assert.ok(!finds('की', 'कीमत'))
    assert.ok(!finds('मत', 'कीमत'))
  })

  it('may begin and end with signs, and goes on where it says so', () => {
    assert.ok(finds('\\d{2} ?€', 'ab12€cd'))
    assert.ok(finds('anweisung\\p{L}{0,9}', 'anweisungen'))
    assert.ok(finds('送って', 'お金を送ってください'))
  })
})
