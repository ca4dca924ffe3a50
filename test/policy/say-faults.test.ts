import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeSchema } from '../../src/policy/pack/code-schema.ts'
import { sayFaults } from '../../src/policy/pack/say-faults.ts'
import { lexiconSchema } from '../../src/policy/pack/word-schemas.ts'

const code = (rule: object) => ({
  id: 'mine',
  family: 'spam',
  severity: 'low',
  title: 'A code of mine',
  definition: 'd',
  report: 'r',
  rules: [rule],
  examples: {},
})

function faultsOf(rule: object): string[] {
  const raw = code(rule)
  const { error } = codeSchema.safeParse(raw)
  assert.ok(error)
  return sayFaults(error, raw).split('\n  ')
}

describe('what is wrong with a file of a pack', () => {
  it('names the rule, the member and the remedy for plain words', () => {
    assert.deepEqual(faultsOf({ id: 'greets', p: 0.5, all: ['hello'] }).length, 1)
    assert.match(
      faultsOf({ id: 'greets', p: 0.5, all: ['hello'] })[0] ?? '',
      /^rule "greets", rules\[0\]\.all\[0\]: .*lex\.<lexicon>/,
    )
  })

  it('names a misspelt member of the kind of rule that was meant', () => {
    assert.deepEqual(faultsOf({ id: 'near', p: 0.5, all: ['lex.meet'], windw: 3 }), [
      'rule "near", rules[0].windw: there is no such member; is it misspelt?',
    ])
    assert.deepEqual(faultsOf({ id: 'to', p: 0.5, host_in: ['messenger_hosts'], max_hops: 1 }), [
      'rule "to", rules[0].max_hops: there is no such member; is it misspelt?',
    ])
    assert.match(
      faultsOf({ id: 'odd', p: 0.5, structure: 'clocking' })[0] ?? '',
      /^rule "odd", rules\[0\]\.structure: .*cloaking/,
    )
  })

  it('says every fault, a line each', () => {
    const faults = faultsOf({ id: 'two', p: 7, all: [{ some: ['lex.meet'] }] })
    assert.ok(faults.some((fault) => fault.startsWith('rule "two", rules[0].p: ')))
    assert.ok(faults.some((fault) => fault.startsWith('rule "two", rules[0].all[0]')))
  })

  it('says how the terms of a lexicon stand', () => {
    const raw = { id: 'mine', note: 'n', terms: ['a', 'b'] }
    const { error } = lexiconSchema.safeParse(raw)
    assert.ok(error)
    assert.match(sayFaults(error, raw), /^terms: .*by language/)
  })
})
