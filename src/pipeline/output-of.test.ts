import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureKey, outputOf } from './output-of.ts'

const AT = '2026-03-01T10:00:00.000Z'
const LOST = new Set([captureKey('lost', AT)])

describe('what a step gave', () => {
  it('states no hash of bytes that were lost, and keeps everything else', () => {
    const result = {
      evidence: [
        { ref: 'E1', sha256: 'lost', capturedAt: AT, screenshot: { sha256: 'shot', takenAt: AT } },
        { ref: 'E2', sha256: 'kept', capturedAt: AT, screenshot: { sha256: 'lost', takenAt: AT } },
        { ref: 'E3', sha256: null, capturedAt: AT },
      ],
      taken: [{ shows: 'E2', sha256: 'lost', takenAt: AT }],
    }
    assert.deepEqual(JSON.parse(outputOf(result, LOST)), {
      evidence: [
        {
          ref: 'E1',
          sha256: null,
          notStored: true,
          capturedAt: AT,
          screenshot: { sha256: 'shot', takenAt: AT },
        },
        { ref: 'E2', sha256: 'kept', capturedAt: AT },
        { ref: 'E3', sha256: null, capturedAt: AT },
      ],
      taken: [{ shows: 'E2', sha256: null, notStored: true, takenAt: AT }],
    })
  })

  it('keeps the hash of the same bytes that were stored at another time', () => {
    const result = { sha256: 'lost', capturedAt: '2026-03-01T10:00:01.000Z' }
    assert.deepEqual(JSON.parse(outputOf(result, LOST)), result)
  })

  it('is as it is where nothing was lost', () => {
    const result = { sha256: 'lost', capturedAt: AT }
    assert.equal(outputOf(result, new Set()), JSON.stringify(result))
  })
})
