import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SCAN_COLUMNS } from '../../../../sdk/scan-table.ts'
import { exportRows } from './export-rows.ts'
import type { ScanRow } from './history-filter.ts'
import { readViews } from './saved-views.ts'

const HOSTILE = '=HYPERLINK("https://evil.example","click")'

const row: ScanRow = {
  scan_id: '0e0f8c6e-5a0b-4a0e-9a6e-0f7e3f1c2d3b',
  profile_url: HOSTILE,
  status: 'completed',
  scan_mode: null,
  submitted_at: '2026-03-01T10:00:00.000000+00:00',
  completed_at: null,
  recommendation: 'review_high',
  risk_score: 86,
  confidence: 'medium',
  profile_state: 'read',
  reviewer: { email: 'ada@acme.example' },
  reason_codes: ['escort_offer', 'escort_directory_link'],
}

describe('an export', () => {
  it('has the chosen columns in CSV, and no formula in it', () => {
    assert.equal(
      exportRows([row], ['profile_url', 'risk_score', 'scan_mode'], 'csv'),
      '\ufeffprofile_url,risk_score,scan_mode\r\n"\'=HYPERLINK(""https://evil.example"",""click"")",86,\r\n',
    )
  })

  it('is untouched in JSON, where nothing runs it', () => {
    const read: unknown = JSON.parse(exportRows([row], SCAN_COLUMNS, 'json'))
    assert.deepEqual(read, [
      {
        ...row,
        decision: null,
        reviewer: 'ada@acme.example',
        assigned_to: null,
        reason_codes: 'escort_offer escort_directory_link',
      },
    ])
  })
})

describe('saved views', () => {
  it('are read as far as they can be used', () => {
    assert.deepEqual(readViews(null), [])
    assert.deepEqual(readViews('{'), [])
    assert.deepEqual(
      readViews('[{"name":"Mine","filter":{"q":"a","page":"3","sort_by":7}},{"name":3},null]'),
      [{ name: 'Mine', filter: { q: 'a' } }],
    )
  })
})
