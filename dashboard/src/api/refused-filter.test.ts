import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadRequest, ServerError, ValidationFailed } from '../../../sdk/client.ts'
import { refusedFilters } from './refused-filter.ts'

describe('what the service refuses of an address', () => {
  const search = { recommendation: 'terrible', from_date: 'soon', status: 'failed', to: '\u202e2026' }
  const wordsOf = (error: unknown) => refusedFilters(error, search).map(({ words }) => words)

  it('is named with the value that stands there', () => {
    assert.deepEqual(wordsOf(new BadRequest(400, 'from_date must be YYYY-MM-DD')), [
      'No such day: “soon”, as the first day.',
    ])
    assert.deepEqual(wordsOf(new BadRequest(400, "Invalid recommendation values: ['terrible']")), [
      'Not known: “terrible”, as the recommendation.',
    ])
    const detail = [{ loc: ['query', 'to'], msg: 'no moment', type: 'value_error' }]
    assert.deepEqual(wordsOf(new ValidationFailed(422, detail)), ['No such day: “⟨U+202E⟩2026”, as the end.'])
  })

  it('is nothing where something else failed', () => {
    assert.deepEqual(wordsOf(new BadRequest(400, 'Invalid cursor')), [])
    assert.deepEqual(wordsOf(new ServerError(503, 'The status of recommendation is unknown')), [])
  })
})
