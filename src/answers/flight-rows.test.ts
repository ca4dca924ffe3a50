import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flightRows } from './flight-rows.ts'

describe('rows of React Server Components', () => {
  it('stand where they are meant, whatever they are', () => {
    const rows = flightRows('7:[{"text":"$8"}]\n5:["$","$L3",null,{"comments":"$7"}]\n8:T5,héll9:["$5"]\n')
    assert.deepEqual(rows[0], [['$', '$L3', null, { comments: [{ text: 'héll' }] }]])
  })

  it('are anybody’s where nothing refers to them', () => {
    assert.deepEqual(flightRows('1:T3,abc2:{"a":1}\n'), [{ a: 1 }, { body: { $1: 'abc' } }])
  })

  it('may refer to each other in a ring', () => {
    const [one, other] = flightRows('1:{"a":"$2","t":"x"}\n2:{"b":"$1"}\n') as [{ t: string }, object]
    assert.equal(one.t, 'x')
    assert.deepEqual(Object.keys(other), ['b'])
  })

  it('leave alone what only looks like a reference', () => {
    assert.deepEqual(flightRows('1:{"a":"$9","b":"$$1","c":"$undefined"}\n'), [
      { a: '$9', b: '$$1', c: '$undefined' },
    ])
  })
})
