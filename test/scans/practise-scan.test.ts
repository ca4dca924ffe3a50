import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fetchPracticePage, PRACTICE_PROFILE } from '../../src/net/html/practice-pages.ts'
import { judge } from '../../src/pipeline/judge/judge.ts'
import { practiseScan } from '../../src/pipeline/practise-scan.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { pack } from '../policy/built-in-pack.ts'

it('practises a whole deep scan, by which nothing is found', async () => {
  const platforms = await loadPlatforms()
  const result = await practiseScan(
    { platforms, policies: pack, judge: async (matter) => judge(pack, matter) },
    fetchPracticePage,
    PRACTICE_PROFILE,
  )
  assert.ok(result.status === 'completed')
  assert.equal(result.report.recommendation, 'no_flags')
  const hosts = new Set(result.report.evidence_index.map(({ domain }) => domain))
  assert.deepEqual([...hosts].sort(), ['boats.example', 'harbours.example', 'prints.example'])
  assert.deepEqual(result.coverage.steps_completed.slice(-1), ['analysis'])
})
