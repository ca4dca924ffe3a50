import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { constantsInCode, GAP } from './constants-in-code.ts'

const CODES: Record<string, [code: string, texts: string[]]> = {
  'as they stand': [`a = "one"; b = 'two'; c = \`three\``, ['one', 'two', 'three']],
  'added to each other': [`a = "one" + ' two' + \` three\``, ['one two three']],
  'with what only running tells between them': ['a = "one " + n(1, [2]) + " two"', [`one ${GAP} two`]],
  'in a template literal': [`a = \`one \${"two" + " three"} \${n.x}\``, [`one two three ${GAP}`]],
  'by the names of others': [`const a = 'one '; b = a + 'two'`, ['one ', 'one two']],
  'by names that stand for several as gaps': [
    `a = 'one'; a = 'two'; b = 'x ' + a`,
    ['one', 'two', `x ${GAP}`],
  ],
  'in code that is handed on between them': [`a = 'one' + n('inner') + 'two'`, [`one${GAP}two`, 'inner']],
  'from base64': [`atob('${Buffer.from('écoute').toString('base64')}')`, ['écoute']],
  'from percents': [`unescape('%48i %u2713') + decodeURIComponent("%C3%A9")`, ['Hi ✓é']],
  'from numbers': ['String.fromCharCode(72, 0x69) + "!"', ['Hi!']],
  'from a list of numbers': ['String.fromCharCode.apply(null, [72, 105])', ['Hi']],
  'from a list that is joined': [`['one', 'two'].join(' ')`, ['one two']],
  'turned round': [`'olleh'.split('').reverse().join('')`, ['hello']],
  'with escapes': [`'\\x48\\u0069\\n!'`, ['Hi\n!']],
  'and none in comments': [`// "one"\n/* 'two' */ a = 'three'`, ['three']],
  'and none in regular expressions': [`r = /['"]/.test(a) ? 'one' : 4 / 2 / b('two')`, ['one', 'two']],
  'and goes on behind what ends nowhere': [`a = "one\nb = 'two'; c = \`three`, ['two']],
}

const read = (code: string) =>
  constantsInCode(code, [], { left: 100_000, unread: 0 }).map(({ value }) => value)

describe('texts in code', () => {
  for (const [how, [code, texts]] of Object.entries(CODES))
    it(`are read ${how}`, () => assert.deepEqual(read(code), texts))

  it('are not read twice where somebody else has read', () => {
    const code = `a = {b: "one"}; c = "two"`
    const found = constantsInCode(code, [{ from: 4, end: 14 }], { left: 1_000, unread: 0 })
    assert.deepEqual(
      found.map(({ value }) => value),
      ['two'],
    )
  })

  it('are counted where nobody can read on', () => {
    const fuel = { left: 10, unread: 0 }
    constantsInCode('a = b; '.repeat(100), [], fuel)
    assert.ok(fuel.unread > 600)
  })

  it('of whatever code are read in time that grows with it', () => {
    for (const part of ['"a"+(', 'a+"b"+', '`${', "['a',", '/', '"', 'atob(', '("'])
      for (const code of [part.repeat(60_000), `x = ${part.repeat(20_000)}"`]) {
        const started = performance.now()
        constantsInCode(code, [], { left: 4_000_000, unread: 0 })
        assert.ok(performance.now() - started < 2_000, part)
      }
  })
})
