import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'offers-in-languages.yaml')
const said = z
  .record(z.string(), z.record(z.string(), z.array(z.string())))
  .parse(parse(readFileSync(FILE, 'utf8')))
/** Without the learnt part: what these languages are called covered for is rules. */
const RULES = { ...pack, classifier: null }

function codesIn(text: string): string[] {
  return evaluate(RULES, exampleEvidence(text)).map(({ code }) => code)
}

for (const [language, texts] of Object.entries(said))
  describe(`what is offered in ${language}`, () => {
    for (const [code, offers] of Object.entries(texts))
      if (code === 'harmless')
        it('is not what stands beside it in the language', () => {
          const accused = offers.filter((text) => codesIn(text).length > 0)
          assert.deepEqual(accused, [])
        })
      else
        it(`is met: ${code}`, () => {
          const missed = offers.filter((text) => !codesIn(text).includes(code))
          assert.deepEqual(missed, [])
        })
  })
