import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { labelledTexts } from '../../scripts/train-classifier.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const texts = z.array(z.string())
const { looked_at, aside, offences } = z
  .strictObject({ looked_at: texts, aside: texts, offences: texts })
  .parse(parse(readFileSync(fileURLToPath(new URL('bodies-of-fighters.yaml', import.meta.url)), 'utf8')))

function accused(text: string) {
  return evaluate(pack, exampleEvidence(text)).filter(({ mitigation }) => mitigation === null)
}

describe('brigades, fighters, cells and martyrs', () => {
  it('were not learnt from', () => {
    const learnt = new Set(labelledTexts(pack).map(({ text }) => text))
    assert.deepEqual(
      [...looked_at, ...aside, ...offences].filter((text) => learnt.has(text)),
      [],
    )
  })

  /** Of 50 31 were accused by rules, as long as "brigade" alone was a group of violence. */
  it('are accused by no rule where nothing tells of arms, deeds or enemies', () => {
    const byRules = [...looked_at, ...aside].filter((text) =>
      accused(text).some(({ source }) => source === 'rule'),
    )
    assert.deepEqual(byRules, [])
  })

  /** None of 50 should; 33 were accused in all. What the classifier has read of such words is what extremists write: only learning mends it. */
  it('resemble an offence no more often than they are known to', () => {
    const flagged = [...looked_at, ...aside].filter((text) => accused(text).length > 0)
    assert.ok(flagged.length <= 13, flagged.join('\n'))
  })

  it('are told from those who kill', () => {
    const missed = offences.filter((text) => !accused(text).some(({ code }) => code === 'extremism_support'))
    assert.ok(missed.length <= 1, missed.join('\n'))
  })
})
