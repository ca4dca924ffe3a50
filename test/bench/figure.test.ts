import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { describe, it } from 'node:test'
import { checkFigure, type Figure, isMet, shownFigure } from '../../bench/figure.ts'
import { resultsPage } from '../../bench/keep-results.ts'

const ratio: Figure = {
  work: 'submission',
  floor: 'no database 5000/s',
  measured: '3000/s',
  value: 0.6,
  reach: { least: 0.6 },
}
const absolute: Figure = {
  work: 'claim',
  floor: 'none',
  measured: '12 ms',
  value: 12,
  unit: 'ms',
  reach: { most: 10 },
}

describe('the table that a run of the benches ends with', () => {
  it('shows a ratio, what is wanted of it, and whether it is reached', () => {
    assert.deepEqual(shownFigure(ratio), {
      work: 'submission',
      floor: 'no database 5000/s',
      measured: '3000/s',
      ratio: 0.6,
      reach: '≥ 0.6',
      'met?': 'yes',
    })
  })

  it('shows a measure without a floor by itself', () => {
    const { ratio: shown, reach, 'met?': met } = shownFigure(absolute)
    assert.deepEqual({ shown, reach, met }, { shown: '', reach: '≤ 10 ms', met: 'no' })
  })

  it('takes for missed what could not be measured', () => {
    assert.equal(isMet({ value: Number.NaN, reach: { most: 10 } }), false)
    assert.equal(isMet({ value: Number.NaN, reach: { least: 0.6 } }), false)
  })

  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1])
    it(`refuses ${value} as a measurement`, () => {
      assert.throws(() => checkFigure({ ...ratio, value }), /submission: .* is no measurement/)
    })

  it('is kept as one line of Markdown for each, with the moment, the machine and the load, and without its name', () => {
    const page = resultsPage({
      at: '2026-11-23T17:00Z',
      on: '2 × a processor',
      load: '0.5 before, 1.9 after',
      figures: [ratio, { ...absolute, work: 'a | b' }],
    })
    assert.match(page, /2026-11-23T17:00Z, 2 × a processor\. Load 0\.5 before, 1\.9 after\./)
    assert.match(page, /\| submission \| no database 5000\/s \| 3000\/s \| 0\.6 \| ≥ 0\.6 \| yes \|/)
    assert.match(page, /\| a \\\| b \| none \| 12 ms \| {2}\| ≤ 10 ms \| no \|/)
    assert.equal(page.includes(hostname()), false)
  })
})
