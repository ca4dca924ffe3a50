import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lintRegex } from '../../src/policy/pack/lint-regex.ts'
import { pack } from './built-in-pack.ts'

describe('lintRegex', () => {
  for (const source of [
    '(a+)+$',
    '(a|a)*',
    '.*',
    'a{2,}',
    '(?:\\d{1,90}){1,90}',
    '(a)\\1',
    'a{1,500}',
    '(',
    '',
    'É',
    'ABC',
  ]) {
    it(`refuses ${JSON.stringify(source)}`, () => assert.notEqual(lintRegex(source), null))
  }

  for (const source of ['\\d{1,5} ?eur', '(?<!\\p{L})a(?:b|c){0,3}', '[$€£] ?\\d{1,5}', '[a-z+*]{1,20}']) {
    it(`lets ${JSON.stringify(source)} pass`, () => assert.equal(lintRegex(source), null))
  }

  it('leaves no pattern of the pack that takes long on hostile text', () => {
    const hostile = [
      'a'.repeat(5_000),
      '1 '.repeat(2_500),
      'i will '.repeat(700),
      'mark this as '.repeat(400),
      '+1 (2'.repeat(1_000),
    ]
    for (const [name, source] of Object.entries(pack.patterns)) {
      for (const text of hostile) {
        // Of the processor, and again where others took it in the middle: what grows faster than its text takes seconds each time.
        const isSlow = () => {
          const before = process.cpuUsage()
          for (const _ of text.matchAll(new RegExp(source, 'gu')));
          return process.cpuUsage(before).user > 250_000
        }
        assert.ok(!isSlow() || !isSlow() || !isSlow(), name)
      }
    }
  })
})
