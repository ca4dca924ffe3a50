import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  filterWords,
  narrowingNames,
  readFilter,
  type ScanRow,
  sortOf,
  toCurl,
  toScanFilter,
  withSort,
} from './history-filter.ts'
import { announcement, askSingly, countNew, liveRows } from './live-rows.ts'

describe('the filter of the history', () => {
  it('is what the address says, under the API’s names and nothing else', () => {
    const filter = readFilter({
      recommendation: 'review_high,review_low',
      q: ' lena ',
      page: '3',
      to_date: '',
    })
    assert.deepEqual(filter, { recommendation: 'review_high,review_low', q: 'lena' })
    assert.deepEqual(toScanFilter(filter), { recommendation: ['review_high', 'review_low'], q: 'lena' })
  })

  it('passes on what the service will refuse, so that the service says why', () => {
    assert.deepEqual(toScanFilter(readFilter({ recommendation: 'terrible', from_date: 'soon' })), {
      recommendation: ['terrible'],
      from_date: 'soon',
    })
  })

  it('writes down an order only where it is not the usual one', () => {
    assert.deepEqual(withSort({ q: 'a', sort_by: 'risk_score' }, 'created_at.desc'), { q: 'a' })
    assert.deepEqual(withSort({}, 'risk_score.asc'), { sort_by: 'risk_score', sort_order: 'asc' })
    assert.equal(sortOf({ sort_by: 'risk_score' }), 'risk_score.desc')
    assert.equal(sortOf({ sort_by: 'mood' }), 'created_at.desc')
    assert.deepEqual(narrowingNames({ q: 'a', sort_by: 'risk_score' }), ['q'])
  })

  it('is said in a few words', () => {
    assert.equal(filterWords({ sort_by: 'risk_score' }), 'all')
    assert.equal(
      filterWords({
        recommendation: 'review_high,odd',
        scan_mode: 'deep',
        q: 'lena',
        from_date: '2026-03-01',
      }),
      'High, odd · deep · “lena” · from 2026-03-01',
    )
  })

  it('gives a shell nothing to run but the request', () => {
    assert.equal(
      toCurl({ q: "a'; rm -rf ~; $(x) `y`", recommendation: 'review_high' }, 'https://toscan.example'),
      `curl -s 'https://toscan.example/api/v2/org/scans?q=a%27%3B%20rm%20-rf%20~%3B%20%24(x)%20%60y%60&recommendation=review_high&limit=100' -H "Authorization: Bearer $TOSCAN_API_KEY"`,
    )
  })
})

describe('rows that live', () => {
  it('stay where they are and change in place', () => {
    const loaded = [row('a', 'completed'), row('b', 'processing'), row('c', 'completed')]
    const shown = liveRows(loaded, [row('z', 'processing'), row('b', 'completed', 'review_high')])
    assert.deepEqual(
      shown.map(({ scan_id, status }) => [scan_id, status]),
      [
        ['a', 'completed'],
        ['b', 'completed'],
        ['c', 'completed'],
      ],
    )
  })

  it('do not run again for an answer that comes late', () => {
    assert.equal(liveRows([row('a', 'completed')], [row('a', 'processing')])[0]?.status, 'completed')
  })

  it('stand there once, also where two pages hold them', () => {
    assert.equal(liveRows([row('a', 'completed'), row('a', 'completed')], []).length, 1)
  })

  it('count what is new, and say when there may be more', () => {
    const loaded = [row('a', 'completed'), row('b', 'completed')]
    assert.deepEqual(countNew(loaded, [row('n', 'processing'), row('a', 'completed')]), {
      count: 1,
      isAtLeast: false,
    })
    assert.deepEqual(countNew(loaded, [row('n', 'processing')]), { count: 1, isAtLeast: true })
    assert.deepEqual(countNew(loaded, []), { count: 0, isAtLeast: false })
  })

  it('are asked for one by one where the newest page does not hold them, twenty at most', () => {
    const old = Array.from({ length: 30 }, (_, index) => row(`old${index}`, 'processing'))
    const asked = askSingly([row('a', 'processing'), ...old], [row('a', 'processing')])
    assert.equal(asked.length, 20)
    assert.ok(!asked.includes('a'))
    assert.deepEqual(askSingly(old, undefined), [])
  })

  it('are announced when they end, with what matters', () => {
    const before = [row('a', 'processing'), row('b', 'processing'), row('c', 'processing')]
    const now = [row('a', 'completed', 'review_high'), row('b', 'failed'), row('c', 'processing')]
    assert.equal(announcement(before, now), '2 scans finished, 1 high, 1 failed')
    assert.equal(announcement(now, now), null)
  })
})

function row(scan_id: string, status: string, recommendation: string | null = null): ScanRow {
  return {
    scan_id,
    profile_url: `https://platform.example/${scan_id}`,
    status,
    submitted_at: '2026-03-01T10:00:00.000000+00:00',
    completed_at: null,
    recommendation,
    risk_score: null,
    confidence: null,
  }
}
