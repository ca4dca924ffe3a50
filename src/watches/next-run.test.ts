import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextRun, timeOf } from './next-run.ts'

const ID = 'watch_1'
const NOON = new Date('2026-11-23T12:00:00Z')

function runs(schedule: Parameters<typeof nextRun>[0], count: number, from = NOON, id = ID): string[] {
  const found: string[] = []
  for (let at = from; found.length < count; ) {
    at = nextRun(schedule, id, at)
    found.push(at.toISOString().slice(0, 10))
  }
  return found
}

describe('when a watch is due', () => {
  it('is every day at its own minute, and never at the moment that it is asked', () => {
    const first = nextRun({ every: 'day' }, ID, NOON)
    assert.equal(first.toISOString().slice(11, 16), timeOf(ID))
    assert.equal(nextRun({ every: 'day' }, ID, first).getTime() - first.getTime(), 24 * 3600_000)
  })

  it('is on the days that its schedule names', () => {
    const from = new Date('2026-11-23T00:00:00Z')
    const week = runs({ every: 'week', weekdays: ['mon', 'thu'] }, 3, from)
    assert.deepEqual(week, ['2026-11-23', '2026-11-26', '2026-11-30'])
    assert.deepEqual(runs({ every: 'month', days: [1, 15] }, 3), ['2026-12-01', '2026-12-15', '2027-01-01'])
  })

  it('is on the last day of a month that is too short, once', () => {
    const from = new Date('2027-01-31T23:59:59Z')
    assert.deepEqual(runs({ every: 'month', days: [30, 31] }, 4, from), [
      '2027-02-28',
      '2027-03-30',
      '2027-03-31',
      '2027-04-30',
    ])
  })

  it('is on one day of each week and month where its schedule names none', () => {
    const [first = '', second = ''] = runs({ every: 'week' }, 2)
    assert.equal(Date.parse(second) - Date.parse(first), 7 * 24 * 3600_000)
    const months = runs({ every: 'month' }, 12)
    assert.equal(new Set(months.map((day) => day.slice(8))).size, 1)
    assert.equal(new Set(months.map((day) => day.slice(5, 7))).size, 12)
  })

  it('spreads many watches over the day', () => {
    const hours = new Map<string, number>()
    for (let i = 0; i < 2400; i += 1) {
      const hour = timeOf(`watch_${i}`).slice(0, 2)
      hours.set(hour, (hours.get(hour) ?? 0) + 1)
    }
    assert.equal(hours.size, 24)
    for (const [hour, watches] of hours) assert.ok(watches > 50 && watches < 150, `${hour}: ${watches}`)
  })
})
