import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'every-code.yaml')
const said = z
  .record(
    z.string(),
    z.strictObject({
      met: z.array(z.string()).default([]),
      harmless: z.array(z.string()).default([]),
    }),
  )
  .parse(parse(readFileSync(FILE, 'utf8')))
/** What is met is met by rules, whatever the classifier has learnt. */
const RULES = { ...pack, classifier: null }

function codesIn(text: string, by = pack): string[] {
  return evaluate(by, exampleEvidence(text)).map(({ code }) => code)
}

for (const [code, { met, harmless }] of Object.entries(said))
  describe(`what people write about ${code}`, () => {
    it('is met by rules', () => {
      const missed = met.filter((text) => !codesIn(text, RULES).includes(code))
      assert.deepEqual(missed, [])
    })
    it('is not what trades, hobbies and survivors write', () => {
      const accused = harmless.filter((text) => codesIn(text).length > 0)
      assert.deepEqual(accused, [])
    })
  })
