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

const lines = z.record(z.string(), z.array(z.string()))
const { harmless, offences } = z
  .strictObject({ harmless: lines, offences: lines })
  .parse(parse(readFileSync(fileURLToPath(new URL('calls-and-menus.yaml', import.meta.url)), 'utf8')))

function found(text: string) {
  return evaluate(pack, exampleEvidence(text)).filter(({ mitigation }) => mitigation === null)
}

describe('what people are asked for in the words of offences', () => {
  const texts = Object.values(harmless).flat()

  it('is nothing that was learnt from', () => {
    const learnt = new Set(labelledTexts(pack).map(({ text }) => text))
    assert.deepEqual(
      [...texts, ...Object.values(offences).flat()].filter((text) => learnt.has(text)),
      [],
    )
  })

  /** Not one of 501 should: the classifier has not learnt from such lines yet. */
  it('resembles one no more often than it is known to', () => {
    const flagged = texts.filter((text) => found(text).some(({ source }) => source === 'classifier'))
    assert.ok(flagged.length <= 25, flagged.join('\n'))
  })

  it('is told from offences in the same words', () => {
    const all = Object.entries(offences).flatMap(([code, each]) => each.map((text) => ({ code, text })))
    const missed = all.filter(({ code, text }) => !found(text).some((each) => each.code === code))
    assert.ok(missed.length <= 9, missed.map(({ text }) => text).join('\n'))
  })
})
