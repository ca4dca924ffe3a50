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
const { met, missed, aside, spoken, accused } = z
  .strictObject({ met: texts, missed: texts, aside: texts, spoken: texts, accused: texts })
  .parse(parse(readFileSync(join(import.meta.dirname, 'violence-at-groups.yaml'), 'utf8')))

const CODES = ['hate_speech', 'violence_threat', 'extremism_support']

/** By rules: what a text only resembles is no answer to whether its sentence is met. */
function isMet(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, source, mitigation }) => source === 'rule' && mitigation === null && CODES.includes(code),
  )
}

/** A line among others of a page. */
const onPage = (text: string) => `Mira\n${text}\nMira draws, orders by mail`

describe('violence that is called for against a group', () => {
  it('was not learnt from', () => {
    const learnt = new Set(labelledTexts(pack).map(({ text }) => text))
    assert.deepEqual(
      [...met, ...missed, ...aside, ...spoken, ...accused].filter((text) => learnt.has(text)),
      [],
    )
  })

  for (const text of met)
    it(`is met: ${text}`, () => {
      assert.ok(isMet(text), 'alone')
      assert.ok(isMet(onPage(text)), 'as a line of a page')
    })

  /** Of 32 12 were met before there were rules for it. */
  it('is met at first sight in most of what was written afterwards', () => {
    const found = aside.filter(isMet)
    assert.ok(found.length >= 25, aside.filter((text) => !isMet(text)).join('\n'))
  })

  for (const text of spoken)
    it(`is not said by: ${text}`, () => {
      assert.ok(!isMet(text), 'alone')
      assert.ok(!isMet(onPage(text)), 'as a line of a page')
    })

  it('is excused where somebody else says it', () => {
    const others = [
      'Racists say: hang every last one of these muslims',
      '“Kill the Jews” was sprayed on our door last night',
      'He wrote "gas every last refugee" and was fined for it',
      'Kill all the Russians in this game and you win',
    ]
    assert.deepEqual(others.filter(isMet), [])
  })
})
