import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BatchRow, liveBatches, progressText } from './live-batches.ts'

describe('the list of batches', () => {
  it('changes in place, and lets new ones wait', () => {
    const loaded = [batch('b', { in_progress: 2 }), batch('a')]
    const { rows, newCount } = liveBatches(loaded, [batch('c'), batch('b')])
    assert.deepEqual(
      rows.map(({ batch_id, status }) => [batch_id, status]),
      [
        ['b', 'completed'],
        ['a', 'completed'],
      ],
    )
    assert.equal(newCount, 1)
  })

  it('never lets run again what has ended', () => {
    const { rows } = liveBatches([batch('a')], [batch('a', { in_progress: 1 })])
    assert.equal(rows[0]?.status, 'completed')
  })

  it('shows each once, however often pages hold it', () => {
    assert.equal(liveBatches([batch('a'), batch('a')], []).rows.length, 1)
  })

  it('says how far a batch is', () => {
    assert.equal(progressText(batch('a', { failed: 1, in_progress: 1 })), '1 of 3 done, 1 failed')
    assert.equal(progressText(batch('a')), '3 of 3 done')
  })
})

function batch(batch_id: string, { failed = 0, in_progress = 0 } = {}): BatchRow {
  return {
    batch_id,
    status: in_progress > 0 ? 'processing' : 'completed',
    scan_mode: 'deep',
    total_profiles: 3,
    completed: 3 - failed - in_progress,
    failed,
    in_progress,
    submitted_at: '2026-03-01T10:00:00Z',
    completed_at: in_progress > 0 ? null : '2026-03-01T10:02:00Z',
  }
}
