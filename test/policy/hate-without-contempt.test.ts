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
const Languages = z.record(z.string(), z.strictObject({ said: texts, spoken: texts }))
const languages = Languages.parse(
  parse(readFileSync(join(import.meta.dirname, 'hate-without-contempt.yaml'), 'utf8')),
)

function isAttack(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, source, mitigation }) => code === 'hate_speech' && source === 'rule' && mitigation === null,
  )
}

for (const [language, { said, spoken }] of Object.entries(languages))
  describe(`an attack without a word of contempt, in ${language}`, () => {
    for (const text of said)
      it(`is met: ${text}`, () => {
        assert.ok(isAttack(text), 'alone')
        assert.ok(isAttack(`Mira\n${text}.\nMira draws`), 'as a line of a page')
      })
    for (const text of spoken)
      it(`is not: ${text}`, () => {
        assert.ok(!isAttack(text), 'alone')
        assert.ok(!isAttack(`Mira\n${text}.\nMira draws`), 'as a line of a page')
      })
  })
