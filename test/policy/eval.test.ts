import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, readCreators, tally } from '../../scripts/eval.ts'
import { pack } from './built-in-pack.ts'

const judged = readCreators(pack).map((creator) => judge(pack, creator))
const ofTier = (tier: string) => judged.filter(({ creator }) => creator.tier === tier)

describe('the labelled creators', () => {
  it('are many, most of them no offenders', () => {
    assert.ok(judged.length > 1_500)
    assert.ok(ofTier('benign').length > 600)
  })

  it('are left alone when they do nothing wrong: 98 of 100 at least', () => {
    const benign = ofTier('benign')
    const flagged = benign.filter(({ recommendation }) => recommendation !== 'no_flags')
    assert.ok(flagged.length <= 0.02 * benign.length, flagged.map(({ creator }) => creator.text).join('\n'))
  })

  it('never answer for somebody of the same name', () => {
    const blamed = ofTier('namesake').filter(({ found }) => found.length > 0)
    assert.deepEqual(blamed, [])
  })

  it('are still known where the lexicons were widened with them', () => {
    const learnt = judged.filter(({ creator }) =>
      ['paraphrases.yaml', 'translations.yaml'].includes(creator.file),
    )
    const { macroF1, acceptable } = tally(learnt)
    assert.ok((macroF1 ?? 0) >= 0.95 && acceptable >= 0.95, `${macroF1}, ${acceptable}`)
  })
})
