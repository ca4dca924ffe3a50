import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { momentText } from './moment-text.ts'

describe('a moment for reading', () => {
  it('is UTC to the second', () => {
    assert.equal(momentText('2026-03-01T10:00:07.123456+00:00', 'utc'), '2026-03-01 10:00:07 UTC')
  })

  it('is in the zone of the browser for those who want that, and names the zone', () => {
    const text = momentText('2026-03-01T10:00:07.123456+00:00', 'local')
    assert.match(text, /^2026-0[23]-\d{2} \d{2}:\d{2}:07 \S+/)
  })

  it('is unknown rather than a blank page where it is none', () => {
    assert.equal(momentText('31st', 'utc'), 'Unknown')
    assert.equal(momentText('31st', 'local'), 'Unknown')
  })
})
