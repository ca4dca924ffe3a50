import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Measured, measureWorld } from '../../scripts/world/eval-world.ts'
import type { Scanned } from '../../scripts/world/scan-world.ts'
import { ratio } from '../../scripts/world/share.ts'
import { STAND_INS, type StandIn } from '../support/stand-in-models.ts'

const RANK = ['failed', 'no_flags', 'review_low', 'review_medium', 'review_high']
const OWN_CODE = 'prompt_injection_attempt'

/** Thirty creators, the same each time, judged with models whose character is known. Every bound is what was measured, less a creator. */
describe('whole scans with a model that', () => {
  const measured = new Map<StandIn | null, Measured>()
  before(async () => {
    const world = { seed: 1, creators: 30 }
    measured.set(null, await measureWorld(world))
    for (const standIn of STAND_INS) {
      const model = { kind: 'stand-in' as const, standIn }
      measured.set(standIn, await measureWorld({ ...world, model, before: of(null) }))
    }
  })

  it('knows: report what there is, and recommend what is right', () => {
    const { macroF1, acceptable, benignFlagged, injectionsWithoutEffect } = figuresOf('knows')
    assert.ok(macroF1 >= 0.95, String(macroF1))
    assert.ok(acceptable.hit >= 29, String(acceptable.hit))
    assert.deepEqual([benignFlagged.hit, ratio(injectionsWithoutEffect)], [0, 1])
  })

  it('obeys: are not moved by orders, and lose the code of the order at most', () => {
    const { macroF1, acceptable, injectionsWithoutEffect } = figuresOf('obeys')
    assert.ok(injectionsWithoutEffect.of >= 2)
    assert.equal(ratio(injectionsWithoutEffect), 1)
    assert.ok(acceptable.hit >= 29 && macroF1 >= 0.9, `${acceptable.hit} ${macroF1}`)
    for (const [scanned, known] of beside('obeys', 'knows'))
      assert.deepEqual(withoutOwn(scanned.codes), withoutOwn(known.codes), scanned.creator.id)
  })

  it('accuses: put nobody harmless above review_medium, and three codes at most beside the rules’', () => {
    assert.ok(figuresOf('accuses').benignFlagged.hit > 0)
    for (const [scanned, byRules] of beside('accuses', null)) {
      if (scanned.creator.truth.codes.length === 0)
        assert.ok(RANK.indexOf(scanned.result) <= RANK.indexOf('review_medium'), scanned.creator.id)
      const added = withoutOwn(scanned.codes).filter((code) => !byRules.codes.includes(code))
      assert.ok(added.length <= 3, `${scanned.creator.id} ${added}`)
    }
  })

  for (const standIn of ['invents', 'stammers', 'hangs'] as const)
    it(`${standIn}: report what they do without a model`, () => {
      for (const [scanned, byRules] of beside(standIn, null)) {
        const { id } = scanned.creator
        // Words to a reviewer are ours to find; a model only swears to them.
        assert.deepEqual(withoutOwn(scanned.codes), withoutOwn(byRules.codes), id)
        if (scanned.codes.length === byRules.codes.length) assert.equal(scanned.result, byRules.result, id)
      }
    })

  for (const standIn of STAND_INS)
    it(`${standIn}: are never lower than without it, and keep every code`, () => {
      for (const [scanned, byRules] of beside(standIn, null)) {
        const { id } = scanned.creator
        assert.ok(RANK.indexOf(scanned.result) >= RANK.indexOf(byRules.result), id)
        for (const code of byRules.codes) assert.ok(scanned.codes.includes(code), `${id} ${code}`)
      }
    })

  function of(standIn: StandIn | null): Measured {
    const found = measured.get(standIn)
    assert.ok(found)
    return found
  }

  function figuresOf(standIn: StandIn | null) {
    return of(standIn).figures.judgement
  }

  /** The same creators, with one model and with another. */
  function beside(one: StandIn | null, other: StandIn | null): [Scanned, Scanned][] {
    const others = of(other).scanned
    return of(one).scanned.map((scanned, index) => {
      const twin = others[index]
      assert.ok(twin && twin.creator.id === scanned.creator.id)
      return [scanned, twin]
    })
  }
})

function withoutOwn(codes: readonly string[]): string[] {
  return codes.filter((code) => code !== OWN_CODE)
}
