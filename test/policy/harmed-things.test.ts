import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

function threatens(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'violence_threat' && mitigation === null,
  )
}

describe('what is cut, burnt, broken or shot on a day', () => {
  it('is a thing, and no threat', () => {
    const things = [
      'today i cut my friends hair',
      'today i cut the cake',
      'tonight i cut the grass',
      'tomorrow i shoot the wedding',
      'tonight i break the fast',
      'today i burn a candle',
      'tonight i cut her hair',
      "today i cut my brother's fringe",
    ]
    assert.deepEqual(things.filter(threatens), [])
  })

  it('is somebody, their body or their place', () => {
    const threats = [
      'tomorrow i cut you',
      'tonight i burn her house',
      'tomorrow i shoot the school up',
      'tonight i cut my ex',
      'today i cut my friends throat',
      'tonight i cut the bitch',
    ]
    assert.deepEqual(
      threats.filter((text) => !threatens(text)),
      [],
    )
  })
})
