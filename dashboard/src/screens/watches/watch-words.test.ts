import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDays, scheduleWords } from './watch-words.ts'

describe('a schedule in words', () => {
  it('says the days and the time', () => {
    const at = (schedule: Parameters<typeof scheduleWords>[0]) => scheduleWords(schedule, '06:12')
    assert.equal(at({ every: 'day' }), 'Every day at 06:12 UTC')
    assert.equal(at({ every: 'week' }), 'Once a week at 06:12 UTC')
    assert.equal(at({ every: 'week', weekdays: ['mon', 'thu'] }), 'Every Monday and Thursday at 06:12 UTC')
    assert.equal(at({ every: 'month', days: [1, 10, 31] }), 'On day 1, 10 and 31 of each month at 06:12 UTC')
  })

  it('reads days as they are typed, and nothing else', () => {
    assert.deepEqual(readDays(' 1, 15;31 1'), [1, 15, 31])
    assert.deepEqual(readDays(''), [])
    for (const typed of ['0', '32', '1.5', 'first']) assert.equal(readDays(typed), null, typed)
  })
})
