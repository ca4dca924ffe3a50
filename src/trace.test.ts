import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTrace, readTrace, writeTrace } from './trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it('is read, also one of a later version, and written as version 00', () => {
    const trace = { traceId: TRACE, spanId: SPAN, flags: '01' }
    assert.deepEqual(readTrace(`00-${TRACE}-${SPAN}-01`), trace)
    assert.deepEqual(readTrace(`cc-${TRACE}-${SPAN}-01-what-comes-later`), trace)
    assert.equal(writeTrace(trace), `00-${TRACE}-${SPAN}-01`)
  })

  it('is none when it is malformed, empty or of the version that is forbidden', () => {
    for (const text of [
      undefined,
      null,
      '',
      'x',
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
    ])
      assert.equal(readTrace(text), null, String(text))
  })

  it('goes on with its trace and a piece of work of its own', () => {
    const next = nextTrace(readTrace(`00-${TRACE}-${SPAN}-00`))
    assert.equal(next.traceId, TRACE)
    assert.equal(next.flags, '00')
    assert.notEqual(next.spanId, SPAN)
    assert.notEqual(nextTrace(null).traceId, nextTrace(null).traceId)
    assert.deepEqual(readTrace(writeTrace(next)), next)
  })
})
