import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readLiteral } from './read-literal.ts'

const read = (text: string) => readLiteral(text, 0, { left: 100_000, unread: 0 })

describe('a literal', () => {
  it('that is JSON says what the same says with a bare key, which no JSON has', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), fc.constantFrom('', ' ', '\n'), (json, blank) => {
        const quoted = read(`{"k":${blank}${json}${blank}}; rest`)
        const bare = read(`{k:${blank}${json}${blank}}; rest`)
        assert.ok(quoted && bare)
        assert.deepEqual(quoted.value, bare.value)
        assert.equal(quoted.end - bare.end, 2)
      }),
      { seed: 5 },
    )
  })

  for (const [text, value] of [
    ['{"a":[1,{"b":"}"}]}', { a: [1, { b: '}' }] }],
    ['{"a":"\\"}\\\\"}', { a: '"}\\' }],
    ['["a",!0]', ['a', true]],
    ['{"a":1,}', { a: 1 }],
    [`{"a":'b'}`, { a: 'b' }],
    ['{"a":"f\\u0000ifteen"}', { a: 'fifteen' }],
    ['{a:"f\\u0000ifteen"}', { a: 'fifteen' }],
  ] as const)
    it(`is read: ${text}`, () => assert.deepEqual(read(text), { value, end: text.length }))

  for (const text of ['{"a":1', '["a"}', '{"a', '{"a":"b\\', ''])
    it(`that never ends is none: ${text}`, () => assert.equal(read(text), null))

  it('that is not JSON costs little more than to read it', () => {
    const fuel = { left: 1_000, unread: 0 }
    assert.notEqual(readLiteral(`{"a":"${'b'.repeat(700)}","c":!0}`, 0, fuel), null)
    assert.ok(fuel.left > 100, `${fuel.left} of 1,000 are left`)
  })

  it('that has the brackets of JSON and is none is paid for by its length, however soon it ends as code', () => {
    const fuel = { left: 10_000, unread: 0 }
    assert.equal(readLiteral(`[[}${',1'.repeat(4_000)}]`, 0, fuel), null)
    assert.ok(fuel.left <= 9_000, `${fuel.left} of 10,000 are left`)
  })
})
