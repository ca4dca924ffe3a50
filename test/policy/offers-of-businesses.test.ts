import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const half = z.strictObject({
  offers: z.array(z.strictObject({ code: z.string(), says: z.string() })),
  neighbours: z.array(z.string()),
})
const { looked_at, aside } = z
  .strictObject({ looked_at: half, aside: half })
  .parse(parse(readFileSync(fileURLToPath(new URL('offers-of-businesses.yaml', import.meta.url)), 'utf8')))

function accusedOf(text: string): string[] {
  return evaluate(pack, exampleEvidence(text))
    .filter(({ mitigation }) => mitigation === null)
    .map(({ code }) => code)
}

function missed({ offers }: z.infer<typeof half>): string[] {
  return offers.filter(({ code, says }) => !accusedOf(says).includes(code)).map(({ says }) => says)
}

function accused({ neighbours }: z.infer<typeof half>): string[] {
  return neighbours.filter((text) => accusedOf(text).length > 0)
}

describe('offers of businesses', () => {
  /** What a studio is called among collectors belongs to the operator's hashed list. */
  it('are met by what is done, of whom, and the trade', () => {
    assert.deepEqual(missed(looked_at), ['LS models and other young studio sets, full archive, dm'])
  })

  /** As piracy, before these rules too. */
  it('are told from lawful ones in the same words', () => {
    assert.deepEqual(accused(looked_at), ['Model studio sets, full archive of my adult work, 25+, dm'])
  })

  /** Judged once. "Hacke jeden Sonntag Holz" was accused then: who breaks in names what is broken into. */
  it('are met, and told apart, in what was kept aside', () => {
    assert.deepEqual(missed(aside), [])
    assert.deepEqual(accused(aside), [])
  })
})
