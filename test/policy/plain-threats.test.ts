import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { labelledTexts } from '../../scripts/train-classifier.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const texts = z.array(z.string()).min(1)
const { met, missed, spoken } = z
  .strictObject({ met: texts, missed: texts, spoken: texts })
  .parse(parse(readFileSync(join(import.meta.dirname, 'plain-threats.yaml'), 'utf8')))

const CODES = [
  'violence_threat',
  'hate_speech',
  'extremism_support',
  'self_harm_promotion',
  'sextortion_threat',
]

function isMet(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, source, mitigation }) => source === 'rule' && mitigation === null && CODES.includes(code),
  )
}

/** A line among others of a page. */
const onPage = (text: string) => `Mira\n${text}\nMira draws, orders by mail`

describe('a threat in plain words', () => {
  it('was not learnt from', () => {
    const learnt = new Set(labelledTexts(pack).map(({ text }) => text))
    assert.deepEqual(
      [...met, ...missed, ...spoken].filter((text) => learnt.has(text)),
      [],
    )
  })

  for (const text of met)
    it(`is met: ${text}`, () => {
      assert.ok(isMet(text), 'alone')
      assert.ok(isMet(onPage(text)), 'as a line of a page')
    })

  for (const text of spoken)
    it(`is not: ${text}`, () => {
      assert.ok(!isMet(text), 'alone')
      assert.ok(!isMet(onPage(text)), 'as a line of a page')
    })
})
