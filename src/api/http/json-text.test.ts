import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { measureJson, type Path, sourcesAt } from './json-text.ts'

describe('the source text of a value', () => {
  it('is what was written, the last of equal names', () => {
    const text = ' { "a" : [ 1.0 , {"b\\u0041": -0 } ] , "a b":"}\\\\", "c":1e2, "c" : 1E+2 } '
    const paths = [['a', 0], ['a', 1, 'bA'], ['a', 1], ['a b'], ['c'], [], ['none'], ['c', 0], ['a', 2]]
    assert.deepEqual(sourcesAt(text, paths), [
      '1.0',
      '-0',
      '{"b\\u0041": -0 }',
      '"}\\\\"',
      '1E+2',
      text.trim(),
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reads as the value that stands there, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n  '), (json, indent) => {
        const value: unknown = JSON.parse(json)
        const text = JSON.stringify(value, null, indent)
        const paths = [...pathsIn(value, [])]
        const sources = sourcesAt(text, paths)
        for (const [index, path] of paths.entries())
          assert.deepEqual(JSON.parse(sources[index] ?? ''), path.reduce(memberOf, value))
      }),
    )
  })
})

describe('the measure of JSON', () => {
  it('counts levels and values outside of strings', () => {
    assert.deepEqual(measureJson('{"a,[":[1,{"b":[]}],"c":"\\"],["}'), { depth: 4, values: 7 })
    assert.deepEqual(measureJson('"[[['), { depth: 0, values: 1 })
  })
})

function* pathsIn(value: unknown, path: Path): Generator<Path> {
  yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value))
    yield* pathsIn(each, [...path, Array.isArray(value) ? Number(name) : name])
}

function memberOf(value: unknown, part: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
}
