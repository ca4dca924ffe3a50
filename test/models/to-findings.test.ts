import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Opinion, Stance } from '../../src/models/opinion.ts'
import { toFindings } from '../../src/models/to-findings.ts'
import { weigh } from '../../src/policy/score/sum-codes.ts'
import { pack } from '../policy/built-in-pack.ts'
import { page } from './ask-model.ts'

function opinion(code: string, stance: Stance = 'offers'): Opinion {
  const dropped = {
    quote_not_found: 0,
    unknown_ref: 0,
    unknown_code: 0,
    hidden_text: 0,
    repeated: 0,
    one_sided: 0,
    unconfirmed: 0,
  }
  const passages = [{ code, stance, evidenceRef: 'E1', textIndex: 0, start: 4, end: 11 }]
  return { passages, dropped, language: 'en', injectionSeen: false }
}

describe('the passages of a model, as findings', () => {
  it('quote the stored words, masked where they speak of a minor', () => {
    const evidence = [page({ bio: 'I am sixteen now' })]
    assert.equal(toFindings(opinion('drug_sale'), evidence, pack)[0]?.quote, ' sixtee')
    assert.equal(toFindings(opinion('minor_age_claim'), evidence, pack)[0]?.quote, ' s****e')
  })

  it('weigh .60 at most, and too little to be reported when refused or quoted', () => {
    const weightOf = (stance: Stance) => {
      const [finding] = toFindings(opinion('drug_sale', stance), [page({ bio: 'I am sixteen now' })], pack)
      assert.ok(finding)
      return weigh(finding, pack)
    }
    assert.equal(weightOf('offers'), 0.6)
    for (const stance of ['denies', 'mentions', 'quotes_policy'] as const)
      assert.ok(weightOf(stance) > 0 && weightOf(stance) < pack.scoring.report_probability)
  })

  it('say nothing of minors on the word of a picture', () => {
    const evidence = [page({ picture: 'I am sixteen now' }, { type: 'image', binding: 'picture' })]
    assert.deepEqual(toFindings(opinion('minor_age_claim'), evidence, pack), [])
    assert.equal(toFindings(opinion('drug_sale'), evidence, pack).length, 1)
  })
})
