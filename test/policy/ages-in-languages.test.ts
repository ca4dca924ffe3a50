import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FORMS = ['digits', 'words', 'label', 'born'] as const
const Said = z.record(
  z.string(),
  z.strictObject({
    digits: z.string(),
    words: z.string(),
    label: z.string(),
    born: z.string(),
    length: z.string(),
  }),
)
const said = Said.parse(parse(readFileSync(join(import.meta.dirname, 'ages-in-languages.yaml'), 'utf8')))

function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, source, mitigation }) => code === 'minor_age_claim' && source === 'rule' && mitigation === null,
  )
}

describe('a child’s age', () => {
  for (const [language, forms] of Object.entries(said)) {
    for (const form of FORMS) {
      it(`is met in ${language}, ${form}: ${forms[form]}`, () => {
        assert.ok(isClaimed(forms[form]), 'alone')
        assert.ok(isClaimed(`Mira\n${forms[form]}\nMira draws`), 'as a line of a page')
      })
    }
    it(`is not what lasts as long in ${language}: ${forms.length}`, () => {
      assert.ok(!isClaimed(forms.length), 'alone')
      assert.ok(!isClaimed(`Mira\n${forms.length}\nMira draws`), 'as a line of a page')
    })
  }

  it('is said in every language that the pack says it covers', () =>
    assert.deepEqual(
      Object.keys(said).sort(),
      Object.entries(pack.languages)
        .filter(([, { minor_safety }]) => minor_safety)
        .map(([language]) => language)
        .sort(),
    ))
})
