import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const texts = z.array(z.string()).min(1)
const Forms = z.record(z.string(), z.record(z.string(), z.strictObject({ said: texts, spoken: texts })))
const forms = Forms.parse(parse(readFileSync(join(import.meta.dirname, 'forms-in-languages.yaml'), 'utf8')))

function isFound(code: string, text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    (finding) => finding.code === code && finding.source === 'rule' && finding.mitigation === null,
  )
}

for (const [code, languages] of Object.entries(forms)) {
  describe(`${code} by the form of its sentence`, () => {
    for (const [language, { said, spoken }] of Object.entries(languages)) {
      for (const text of said) {
        it(`is met in ${language}: ${text}`, () => {
          assert.ok(isFound(code, text), 'alone')
          assert.ok(isFound(code, `Mira\n${text}.\nMira draws`), 'as a line of a page')
        })
      }
      for (const text of spoken) {
        it(`is not what speaks of it in ${language}: ${text}`, () => {
          assert.ok(!isFound(code, text), 'alone')
          assert.ok(!isFound(code, `Mira\n${text}.\nMira draws`), 'as a line of a page')
        })
      }
    }
  })
}
